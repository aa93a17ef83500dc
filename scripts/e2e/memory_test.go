package e2e

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"savectx/orchestrator/claude"
	"savectx/preserve/memory"
	"savectx/scripts/live"
)

// The folder that the client tells the model its memory is in is the one that
// memory.Locate names. In setup and env, $W is the session's first folder and
// $CLAUDE_CONFIG_DIR the client's own.
func TestMemoryFolder(t *testing.T) {
	const repository = `git init -q main; git -C main commit -q --allow-empty -m x; mkdir -p main/.claude main/s/.claude; git -C main worktree add -q ../wt; mkdir wt/s; `
	for name, c := range map[string]memoryCase{
		"no repository":        {setup: `mkdir -p sub .claude; settings .claude/settings.local.json am`, dir: "sub", want: "$CONFIG/projects/$SLUG-sub/memory"},
		"odd letters":          {setup: `mkdir 'a.b c d_é中😀'`, dir: "a.b c d_é中😀", want: "$CONFIG/projects/$SLUG-a-b-c-d-----/memory"},
		"below a git root":     {setup: repository, dir: "main/s", want: "$CONFIG/projects/$SLUG-main/memory"},
		"through a link":       {setup: repository + `ln -s main/s link`, dir: "link", want: "$CONFIG/projects/$SLUG-main/memory"},
		"worktree":             {setup: repository, dir: "wt/s", want: "$CONFIG/projects/$SLUG-main/memory"},
		"worktree of a bare":   {setup: repository + `git clone -q --bare main b.git; git -C b.git worktree add -q ../bw`, dir: "bw", want: "$CONFIG/projects/$SLUG-b-git/memory"},
		"moved worktree":       {setup: repository + `mv wt moved`, dir: "moved", want: "$CONFIG/projects/$SLUG-moved/memory"},
		"submodule":            {setup: repository + `git init -q up; git -C up submodule add -q ../main sub`, dir: "up/sub", want: "$CONFIG/projects/$SLUG-up-sub/memory"},
		"user's setting":       {setup: `settings $CLAUDE_CONFIG_DIR/settings.json '~/x/../am'`, want: "$HOME/am"},
		"project over user":    {setup: `mkdir .claude; settings $CLAUDE_CONFIG_DIR/settings.json $W/u; settings .claude/settings.json $W/p`, want: "$W/p", project: true},
		"relative over user":   {setup: `mkdir .claude; settings $CLAUDE_CONFIG_DIR/settings.json $W/u; settings .claude/settings.local.json p`, want: "$CONFIG/projects/$SLUG/memory"},
		"root's over local":    {setup: repository + `settings main/.claude/settings.local.json $W/l; settings main/s/.claude/settings.local.json $W/s`, dir: "main/s", want: "$W/l", project: true},
		"main's in a worktree": {setup: repository + `settings main/.claude/settings.local.json $W/l`, dir: "wt/s", want: "$W/l", project: true},
		"override":             {setup: `settings $CLAUDE_CONFIG_DIR/settings.json $W/u`, env: map[string]string{"CLAUDE_COWORK_MEMORY_PATH_OVERRIDE": "$W/o"}, want: "$W/o"},
		"project's name":       {env: map[string]string{"CLAUDE_CODE_PROJECT_DIR_NAME": "a_B-1"}, want: "$CONFIG/projects/a_B-1/memory"},
		"switched off":         {env: map[string]string{"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}, off: true, want: "$CONFIG/projects/$SLUG/memory"},
		"off by a setting":     {setup: `mkdir .claude; echo '{"autoMemoryEnabled":false}' >.claude/settings.json`, off: true, want: "$CONFIG/projects/$SLUG/memory"},
		"on after all":         {setup: `echo '{"autoMemoryEnabled":false}' >$CLAUDE_CONFIG_DIR/settings.json`, env: map[string]string{"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "off"}, want: "$CONFIG/projects/$SLUG/memory"},
	} {
		t.Run(name, c.run)
	}
}

type memoryCase struct {
	setup, dir   string // shell commands, then the folder the client starts in
	env          map[string]string
	want         string // where Locate finds it
	project, off bool
}

// furnish runs in the client's place and becomes the client. The folders it
// makes are trusted, as the first one is.
const furnish = `set -e; W=$PWD; export GIT_CONFIG_GLOBAL=$HOME/gitconfig
printf '[user]\nname=x\nemail=x@example.org\n[protocol "file"]\nallow=always\n' >"$GIT_CONFIG_GLOBAL"
settings() { printf '{"autoMemoryDirectory":"%s"}' "$2" >"$1"; }
`

const become = `
trusted='{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true}'
for f in main main/s wt wt/s b.git bw moved up up/sub; do
	sed -i "s|\"projects\":{|&\"$W/$f\":$trusted,|" "$CLAUDE_CONFIG_DIR/.claude.json"
done
exec "$@"`

func (c memoryCase) run(t *testing.T) {
	script := furnish + c.setup
	for _, k := range slices.Sorted(maps.Keys(c.env)) {
		script += "\nexport " + k + "=\"" + c.env[k] + "\""
	}
	script += "\ncd '" + cmp.Or(c.dir, ".") + "'" + become
	s := fresh(t, live.Options{Under: []string{"bash", "-c", script, "bash"}})
	expand := func(text string) string {
		return os.Expand(text, func(k string) string {
			return map[string]string{"W": s.Work, "HOME": s.Home, "CONFIG": s.Config, "SLUG": claude.Slug(s.Work)}[k]
		})
	}
	getenv := func(k string) string { return cmp.Or(expand(c.env[k]), map[string]string{"HOME": s.Home}[k]) }
	place, err := memory.Locate(s.Config, filepath.Join(s.Work, c.dir), getenv, claude.Slug)
	s.must(err)
	if place.Dir != expand(c.want) || place.Disabled != c.off || place.ByProject() != c.project {
		t.Errorf("located %+v, want %s, off %v, by the project %v", place, expand(c.want), c.off, c.project)
	}

	s.ask("hello there")
	told := ""
	s.until(func() error {
		for _, r := range s.Model.Requests() {
			if r.Tools > 0 {
				for _, m := range memoryFolder.FindAllSubmatch(r.Raw, 1) {
					told = strings.TrimSuffix(string(m[1]), "/")
				}
				return nil
			}
		}
		return errors.New("the model has not been asked")
	})
	if want := map[bool]string{false: place.Dir}[c.off]; told != want {
		t.Errorf("the client has its memory in %q, Locate names %q (%s)", told, want, place.From)
	}
}

var memoryFolder = regexp.MustCompile("memory at `([^`]+)`")
