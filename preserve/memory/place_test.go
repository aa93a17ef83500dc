// Where the client was seen to keep a memory, without the client: see
// TestMemoryFolder in scripts/e2e for the same with it.

package memory

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The table is what 2.1.332 did. $W is the session's first folder, $R the one
// above it, - a slug.
func TestLocate(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	const (
		commit = `git init -q main; git -C main commit -q --allow-empty -m x; mkdir -p main/s main/.claude; `
		tree   = commit + `git -C main worktree add -q ../wt; mkdir -p wt/s wt/.claude; `
		user   = `set_dir $R/.claude/settings.json `
		local  = `mkdir -p .claude; set_dir .claude/settings.local.json `
	)
	for name, c := range map[string]struct{ setup, dir, env, want string }{
		"plain":                    {"", ".", "", "work"},
		"sub":                      {"mkdir s", "s", "", "work-s"},
		"git, sub":                 {"git init -q; mkdir -p a/b", "a/b", "", "work"},
		"nested":                   {"git init -q; git init -q in; mkdir in/x", "in/x", "", "work-in"},
		"worktree":                 {tree, "wt", "", "work-main"},
		"worktree, sub":            {tree, "wt/s", "", "work-main"},
		"worktree inside":          {commit + "git -C main worktree add -q .claude/worktrees/a", "main/.claude/worktrees/a", "", "work-main"},
		"submodule":                {commit + "git init -q up; git -C up -c protocol.file.allow=always submodule add -q ../main sub", "up/sub", "", "work-up-sub"},
		"submodule's worktree":     {commit + "git init -q up; git -C up -c protocol.file.allow=always submodule add -q ../main sub; git -C up/sub worktree add -q -b n ../../sw", "sw", "", "work-up--git-modules-sub"},
		"bare's worktree":          {commit + "git clone -q --bare main b.git; git -C b.git worktree add -q ../bw", "bw", "", "work-b-git"},
		"hidden bare's worktree":   {commit + "mkdir p; git clone -q --bare main p/.bare; git -C p/.bare worktree add -q ../../bw", "bw", "", "work-p--bare"},
		"bare .git's worktree":     {commit + "mkdir p; git clone -q --bare main p/.git; git -C p worktree add -q bw", "p/bw", "", "work-p"},
		"in a bare":                {"git init -q --bare b.git", "b.git", "", "work-b-git"},
		"separate git dir":         {"git init -q --separate-git-dir gd wk; mkdir wk/s", "wk/s", "", "work-wk"},
		"empty .git folder":        {"mkdir -p e/.git e/s", "e/s", "", "work-e"},
		"empty .git file":          {"mkdir -p e/s; : >e/.git", "e/s", "", "work-e"},
		"broken .git file":         {"mkdir -p e/s; echo 'gitdir: /nowhere/x' >e/.git", "e/s", "", "work-e"},
		"dangling .git link":       {"mkdir -p l/s; ln -s nowhere l/.git", "l/s", "", "work-l-s"},
		"linked .git":              {commit + "mkdir l; ln -s ../main/.git l/.git", "l", "", "work-l"},
		"inside .git":              {commit, "main/.git", "", "work-main"},
		"GIT_DIR":                  {commit + "mkdir q", "q", "GIT_DIR=$W/main/.git", "work-q"},
		"linked folder":            {"mkdir real; ln -s real link", "link", "", "work-real"},
		"link into a repository":   {commit + "ln -s main/s link", "link", "", "work-main"},
		"copied worktree":          {tree + "mkdir copy; cp wt/.git copy/.git", "copy", "", "work-copy"},
		"moved worktree":           {tree + "mv wt wt2", "wt2", "", "work-wt2"},
		"relative worktree":        {tree + "echo 'gitdir: ../main/.git/worktrees/wt' >wt/.git", "wt", "", "work-main"},
		"linked main":              {tree + "ln -s main ml; echo \"gitdir: $W/ml/.git/worktrees/wt\" >wt/.git", "wt", "", "work-ml"},
		"user":                     {user + "$W/am", ".", "", "$W/am"},
		"user, dots":               {user + "$W/x/..//am///", ".", "", "$W/am"},
		"user, up":                 {user + "$W/x/..", ".", "", "$W"},
		"user, tilde":              {user + "'~/am'", ".", "", "$R/am"},
		"user, tilde, dots":        {user + "'~/./a/../am'", ".", "", "$R/am"},
		"user, only tilde":         {user + "'~'", ".", "", "work"},
		"user, tilde slash":        {user + "'~/'", ".", "", "work"},
		"user, tilde up":           {user + "'~/..'", ".", "", "work"},
		"user, tilde up and down":  {user + "'~/../am'", ".", "", "work"},
		"user, other's tilde":      {user + "'~root/am'", ".", "", "work"},
		"user, relative":           {user + "am", ".", "", "work"},
		"user, variable":           {user + "'$HOME/am'", ".", "", "work"},
		"user, space":              {user + "\" $W/am\"", ".", "", "work"},
		"user, root":               {user + "/", ".", "", "work"},
		"user, near the root":      {user + "/a", ".", "", "work"},
		"user, composed":           {user + "$W/e\u0301", ".", "", "$W/\u00e9"},
		"user, link":               {"mkdir real; ln -s real am;" + user + "$W/am", ".", "", "$W/am"},
		"project":                  {"mkdir .claude; set_dir .claude/settings.json $R/am", ".", "", "project $R/am"},
		"local":                    {local + "$R/am", ".", "", "project $R/am"},
		"local over project":       {local + "$R/l; set_dir .claude/settings.json $R/p;" + user + "$W/u", ".", "", "project $R/l"},
		"project over user":        {"mkdir .claude; set_dir .claude/settings.json $R/p;" + user + "$W/u", ".", "", "project $R/p"},
		"relative hides user":      {local + "rel;" + user + "$W/u", ".", "", "work"},
		"empty hides user":         {local + "'';" + user + "$W/u", ".", "", "work"},
		"broken file":              {user + "'$W/u\",'", ".", "", "work"},
		"local of the root":        {commit + "set_dir main/.claude/settings.local.json $W/l", "main/s", "", "project $W/l"},
		"project of the root":      {commit + "set_dir main/.claude/settings.json $W/l", "main/s", "", "work-main"},
		"root's local, both":       {commit + "mkdir main/s/.claude; set_dir main/.claude/settings.local.json $W/l; set_dir main/s/.claude/settings.local.json $W/s", "main/s", "", "project $W/l"},
		"sub's local":              {commit + "mkdir main/s/.claude; echo '{}' >main/.claude/settings.local.json; set_dir main/s/.claude/settings.local.json $W/s", "main/s", "", "project $W/s"},
		"local between":            {commit + "mkdir -p main/s/.claude main/s/t; set_dir main/s/.claude/settings.local.json $W/s", "main/s/t", "", "work-main"},
		"local above, no git":      {"mkdir s;" + local + "$W/l", "s", "", "work-s"},
		"main's local, worktree":   {tree + "set_dir main/.claude/settings.local.json $W/m; set_dir wt/.claude/settings.local.json $W/o", "wt/s", "", "project $W/m"},
		"main's project, worktree": {tree + "set_dir main/.claude/settings.json $W/m", "wt", "", "work-main"},
		"worktree's own local":     {tree + "set_dir wt/.claude/settings.local.json $W/o", "wt", "", "project $W/o"},
		"worktree's, from its sub": {tree + "set_dir wt/.claude/settings.local.json $W/o", "wt/s", "", "work-main"},
		"bare's local":             {commit + "git clone -q --bare main b.git; git -C b.git worktree add -q ../bw; mkdir b.git/.claude; set_dir b.git/.claude/settings.local.json $W/b", "bw", "", "work-b-git"},
		"override":                 {user + "$W/u", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=$W/a/../ov//", "$W/ov"},
		"override, relative":       {"", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=ov", "work"},
		"override, tilde":          {"", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=~/ov", "work"},
		"override, root":           {"", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=/", "work"},
		"override, composed":       {"", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=$W/e\u0301", "$W/\u00e9"},
		"override, off":            {"echo '{\"autoMemoryEnabled\":false}' >$R/.claude/settings.json", ".", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=$W/ov", "off $W/ov"},
		"name":                     {"git init -q", ".", "CLAUDE_CODE_PROJECT_DIR_NAME=my_Proj-1", "=my_Proj-1"},
		"name, dots":               {"", ".", "CLAUDE_CODE_PROJECT_DIR_NAME=a.b", "work"},
		"name, up":                 {"", ".", "CLAUDE_CODE_PROJECT_DIR_NAME=..", "work"},
		"name, space":              {"", ".", "CLAUDE_CODE_PROJECT_DIR_NAME=a b", "work"},
		"name, long":               {"", ".", "CLAUDE_CODE_PROJECT_DIR_NAME=" + strings.Repeat("d", 65), "work"},
		"remote base":              {"", ".", "CLAUDE_CODE_REMOTE_MEMORY_DIR=$W/rm;CLAUDE_CODE_PROJECT_DIR_NAME=x;CLAUDE_CODE_REMOTE=1", "$W/rm/projects/-work/memory"},
		"remote":                   {"", ".", "CLAUDE_CODE_REMOTE=1", "off work"},
		"remote, on":               {"", ".", "CLAUDE_CODE_REMOTE=1;CLAUDE_CODE_DISABLE_AUTO_MEMORY=0", "work"},
		"simple":                   {"", ".", "CLAUDE_CODE_SIMPLE=1;CLAUDE_CODE_DISABLE_AUTO_MEMORY=0", "off work"},
		"disabled":                 {"", ".", "CLAUDE_CODE_DISABLE_AUTO_MEMORY= ON ", "off work"},
		"disabled, other word":     {"", ".", "CLAUDE_CODE_DISABLE_AUTO_MEMORY=xyz", "work"},
		"off, other word":          {"echo '{\"autoMemoryEnabled\":false}' >$R/.claude/settings.json", ".", "CLAUDE_CODE_DISABLE_AUTO_MEMORY=xyz", "off work"},
		"off, but on":              {"echo '{\"autoMemoryEnabled\":false}' >$R/.claude/settings.json", ".", "CLAUDE_CODE_DISABLE_AUTO_MEMORY=No", "work"},
		"off, project on":          {"echo '{\"autoMemoryEnabled\":false}' >$R/.claude/settings.json; mkdir .claude; echo '{\"autoMemoryEnabled\":true}' >.claude/settings.json", ".", "", "work"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			expand := strings.NewReplacer("$W", root+"/work", "$R", root).Replace
			vars := map[string]string{"HOME": root}
			for pair := range strings.SplitSeq(c.env, ";") {
				k, v, _ := strings.Cut(pair, "=")
				vars[k] = expand(v)
			}
			shell(t, root, c.setup)
			slug := func(dir string) string {
				return strings.NewReplacer("/", "-", ".", "-").Replace(strings.TrimPrefix(dir, root))
			}
			p, err := Locate(root+"/.claude", filepath.Join(root, "work", c.dir), func(k string) string { return vars[k] }, slug)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			want, off := strings.CutPrefix(want, "off ")
			want, project := strings.CutPrefix(want, "project ")
			switch {
			case strings.HasPrefix(want, "$"):
				want = expand(want)
			case strings.HasPrefix(want, "="):
				want = root + "/.claude/projects/" + want[1:] + "/memory"
			default:
				want = root + "/.claude/projects/-" + want + "/memory"
			}
			if p.Dir != want || p.Disabled != off || p.ByProject() != project || p.From == "" {
				t.Errorf("got %+v\nwant %s, off %v, by the project %v", p, want, off, project)
			}
		})
	}
}

func shell(t *testing.T, root, setup string) {
	t.Helper()
	for _, dir := range []string{"/work", "/.claude"} {
		if err := os.MkdirAll(root+dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-ec", `set_dir() { printf '{"autoMemoryDirectory":"%s"}' "$2" >"$1"; }; `+setup)
	cmd.Dir = root + "/work"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + root, "R=" + root, "W=" + root + "/work", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestLocateRefusesRelativePaths(t *testing.T) {
	for _, c := range [][2]string{{"a", "/b"}, {"/a", "b"}, {"", "/b"}} {
		if _, err := Locate(c[0], c[1], os.Getenv, func(string) string { return "x" }); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int) {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.md", 3)
	write("big.md", maxBytes+1)
	write("other.txt", 3)
	write(Index, 3)
	if os.Mkdir(filepath.Join(dir, "folder.md"), 0o700) != nil || os.Symlink("a.md", filepath.Join(dir, "link.md")) != nil {
		t.Fatal("no folder, no link")
	}
	have, err := Read(dir)
	if err != nil || len(have.Files) != 2 || len(have.Files["a.md"]) != 3 || len(have.Files[Index]) != 3 {
		t.Errorf("%v %v", have, err)
	}
	if got := strings.Join(have.Unread, " "); got != "big.md folder.md link.md" {
		t.Errorf("unread: %s", got)
	}
	if have, err := Read(filepath.Join(dir, "none")); err != nil || len(have.Files) != 0 {
		t.Errorf("%v %v", have, err)
	}
	if _, err := Read(filepath.Join(dir, "a.md")); err == nil {
		t.Error("a file was read as a folder")
	}
}
