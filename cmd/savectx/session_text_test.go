package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"savectx/cmd/savectx/config"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory/store"
	"savectx/preserve/plan"
	seeds "savectx/preserve/redact/planted"
	"savectx/prompts"
)

// git runs git in a folder, as a person with a name and a clock does.
func git(t *testing.T, dir string, at time.Time, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Person", "-c", "user.email=person@test.invalid", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"}, args...)...)
	when := at.UTC().Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_DATE="+when, "GIT_COMMITTER_DATE="+when)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestStanding(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	root := filepath.Join(t.TempDir(), "shop")
	must(t, os.Mkdir(root, 0o755))
	look := func(dir string, began time.Time) gitState { t.Helper(); return standing(t.Context(), dir, began) }
	if got := look(root, noon); got != (gitState{}) {
		t.Errorf("no repository: %+v", got)
	}
	git(t, root, noon, "init", "-q")
	if got := look(root, noon); got != (gitState{branch: "main"}) {
		t.Errorf("no commit: %+v", got)
	}
	var commits []string
	for i := range 3 {
		git(t, root, noon.Add(time.Duration(i)*time.Hour), "commit", "-q", "--allow-empty", "-m", fmt.Sprint("c", i))
		commits = append(commits, git(t, root, noon, "rev-parse", "HEAD"))
	}
	git(t, root, noon, "checkout", "-q", "-b", "feature/日志")
	for name, c := range map[string]struct {
		began time.Time
		want  gitState
	}{
		"in the middle":    {noon.Add(90 * time.Minute), gitState{"feature/日志", commits[1], commits[2]}},
		"after all":        {noon.Add(9 * time.Hour).In(time.FixedZone("", 9*3600)), gitState{"feature/日志", commits[2], commits[2]}},
		"before all":       {noon.Add(-time.Hour), gitState{"feature/日志", "", commits[2]}},
		"nobody knows":     {time.Time{}, gitState{"feature/日志", "", commits[2]}},
		"at the very time": {noon.Add(time.Hour), gitState{"feature/日志", commits[1], commits[2]}},
	} {
		if got := look(root, c.began); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	tree := filepath.Join(t.TempDir(), "tree")
	git(t, root, noon, "worktree", "add", "-q", "-b", "other", tree, commits[0])
	if got := look(tree, noon); got != (gitState{"other", commits[0], commits[0]}) {
		t.Errorf("a worktree: %+v", got)
	}
	git(t, root, noon, "checkout", "-q", "--detach", commits[1])
	if got := look(root, noon); got != (gitState{"", commits[0], commits[1]}) {
		t.Errorf("a detached head: %+v", got)
	}

	// What the repository's own settings name is not run, another repository is
	// not looked at, and what takes too long is left.
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "script")
	must(t, os.WriteFile(script, []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755))
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.editor", "gpg.program", "core.sshCommand", "core.alternateRefsCommand", "core.askPass", "pager.rev-list"} {
		git(t, root, noon, "config", key, script)
	}
	git(t, root, noon, "config", "log.showSignature", "true")
	t.Setenv("GIT_DIR", filepath.Join(tree, ".git"))
	t.Setenv("GIT_PAGER", script)
	if got := look(root, noon); got != (gitState{"", commits[0], commits[1]}) || exists(ran) {
		t.Errorf("hostile: %+v, ran %v", got, exists(ran))
	}
	t.Setenv("PATH", filepath.Dir(script))
	if got := look(root, noon); got != (gitState{}) {
		t.Errorf("no git: %+v", got)
	}
	must(t, os.WriteFile(filepath.Join(filepath.Dir(script), "git"), []byte("#!/bin/sh\nexec /bin/sleep 60\n"), 0o755))
	began := time.Now()
	if got := look(root, noon); got != (gitState{}) || time.Since(began) > 30*time.Second {
		t.Errorf("git hangs: %+v after %v", got, time.Since(began))
	}
	must(t, os.WriteFile(filepath.Join(filepath.Dir(script), "git"), []byte("#!/bin/sh\necho '-x $(rm) <b>'\n"), 0o755))
	if got := look(root, noon); got.from != "" || got.to != "" {
		t.Errorf("git says something else: %+v", got)
	}
}

// place is a scene of a session in a folder, with settings of its own.
func sceneOf(t *testing.T, settings string) scene {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{"HOME": dir, "XDG_STATE_HOME": filepath.Join(dir, "state"), "XDG_CONFIG_HOME": filepath.Join(dir, "config"), "CLAUDE_CONFIG_DIR": filepath.Join(dir, "claude")} {
		t.Setenv(name, value)
	}
	root := filepath.Join(dir, "my\tshop")
	must(t, os.MkdirAll(root, 0o755), os.MkdirAll(filepath.Join(dir, "config", "savectx"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "config", "savectx", "config.toml"), []byte(settings), 0o600))
	set, err := config.Load(root, os.Getenv)
	must(t, err)
	state, err := stateDir()
	must(t, err)
	return scene{cwd: root, settings: set, state: state, place: plan.Place{Root: root, Session: sessionID, Config: filepath.Join(dir, "claude")}}
}

func english(t *testing.T) prompts.Words {
	t.Helper()
	w, err := prompts.Load("en")
	must(t, err)
	return w
}

// A token that no rule may let through, in two halves so that nobody's scanner
// takes this file for a leak.
const ghToken = "ghp_" + "x7Kq2mPz9LrT4vWn8BcY6dFh1JsG3aUeXo5Q"

func TestSessionOf(t *testing.T) {
	where := sceneOf(t, "")
	git(t, where.place.Root, noon, "init", "-q")
	git(t, where.place.Root, noon.Add(-2*time.Hour), "commit", "-q", "--allow-empty", "-m", "c") // the session begins an hour later
	git(t, where.place.Root, noon, "checkout", "-q", "-b", "fix/"+ghToken)
	var long talk
	for range 30 {
		long.add("user", "Go on with it, please, and say what you do on the way, "+strings.Repeat("word ", 20))
		long.add("assistant", []any{map[string]any{"type": "text", "text": "Done, as you said."}})
	}
	path := long.write(t)
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	s := preserve.Snapshot{
		Version: 1, Topic: "Cart\nmail", Goal: "Win carts back", Next: []string{"deploy"},
		Items: []preserve.Item{
			{Kind: preserve.Correction, Text: "Never mail", Quote: "never!"},
			{Kind: preserve.Decision, Text: "Klaviyo", Why: "cart event"},
			{Kind: preserve.Decision, Text: "no reason"},
			{Kind: preserve.State, Text: "the token is " + ghToken},
		},
		Narrative: &preserve.Narrative{Overview: "One. Two. Three. Four.", Current: "Now " + ghToken + "."},
	}
	kept, err := where.state.Session(sessionID)
	must(t, err)
	must(t, kept.PutLoaded("11111111-0000-4000-8000-000000000000"))
	put, cut, err := v.sessionOf(t.Context(), where, s, english(t), path)
	must(t, err)
	if put.ID != sessionID || put.Project != "my shop" || put.Title != "Cart mail" || put.Summary != "One. Two. Three." || cut != 0 ||
		put.Goal != "Win carts back" || put.Status != "in-progress" || put.Next != "deploy" || put.Blockers != "none" ||
		put.Continues != "11111111-0000-4000-8000-000000000000" || len(put.CommitEnd) != 40 || put.CommitStart != put.CommitEnd || put.Tags != nil {
		t.Errorf("%+v", put)
	}
	if !strings.HasPrefix(put.Compact, "Goal: Win carts back\nStatus: in-progress\nNext: deploy\nBlockers: none\n\n---\n\nOne. Two. Three. Four.\n\nNow [REDACTED") || !strings.HasSuffix(put.Compact, "## User requirements\n- Never mail (User: \"never!\")\n") {
		t.Errorf("%s", put.Compact)
	}
	if len(put.Facts) != 2 || put.Facts[0] != (store.Fact{Importance: 4, Text: "Decided: Klaviyo (why: cart event)"}) {
		t.Errorf("%+v", put.Facts)
	}
	if all := fmt.Sprintf("%+v", put); strings.Contains(all, ghToken[4:]) || !strings.HasPrefix(put.Branch, "fix/[REDACTED") {
		t.Errorf("a secret: %s", all)
	}

	// A session that is shorter than its compact text needs none, as long as it
	// is kept itself.
	var short talk
	short.add("user", "Do it.")
	short.ran("Bash", map[string]any{"command": "make"}, strings.Repeat("line\n", 2000), false)
	short.add("assistant", []any{map[string]any{"type": "text", "text": "Done."}})
	path = short.write(t)
	put, _, err = v.sessionOf(t.Context(), where, s, english(t), path)
	must(t, err)
	if put.Compact != "" || len(put.Facts) != 3 || put.Facts[0].Importance != 5 || put.Goal != "Win carts back" || put.Next != "deploy" {
		t.Errorf("short: %+v", put)
	}
	short = append(short, map[string]any{"type": "system", "subtype": "compact_boundary"})
	for name, c := range map[string]struct{ path, settings string }{
		"no transcript":      {filepath.Join(t.TempDir(), "none.jsonl"), ""},
		"its text is off":    {path, "[session]\ntranscript = \"off\"\n"},
		"it was compacted":   {short.write(t), ""},
		"a folder":           {t.TempDir(), ""},
		"nobody said a word": {func() string { var s talk; s.ran("Bash", nil, "x", false); return s.write(t) }(), ""},
	} {
		where := sceneOf(t, c.settings)
		put, _, err := v.sessionOf(t.Context(), where, s, english(t), c.path)
		must(t, err)
		if put.Compact == "" || put.Branch != "" || put.Continues != "" {
			t.Errorf("%s: %+v", name, put)
		}
	}
}

// No planted secret is in what is to be stored, in whichever field of the
// snapshot it stood.
func TestSessionHidesSecrets(t *testing.T) {
	where := sceneOf(t, "")
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	all := seeds.All()
	for chunk := range slices.Chunk(all, perSave) {
		put, _, err := v.sessionOf(t.Context(), where, carrying(chunk), english(t), filepath.Join(t.TempDir(), "none.jsonl"))
		must(t, err)
		if n := utf8.RuneCountInString(put.Compact); n < 500 || n >= store.MaxCompact || len(put.Facts) < 10 {
			t.Errorf("%d characters, %d facts", n, len(put.Facts))
		}
		hidden{t, all}.in("the session", fmt.Sprintf("%+v", put))
	}
}

func TestBegan(t *testing.T) {
	for name, c := range map[string]struct{ rows, want string }{
		"nothing":  {"", ""},
		"no times": {"{}\nx\n", ""},
		"the second row": {`{"type":"summary","summary":"x"}` + "\n" + `{"type":"user","timestamp":"2026-11-30T11:00:00.5Z","message":{"content":"x"}}` + "\n" +
			`{"type":"user","timestamp":"2026-11-30T12:00:00Z","message":{"content":"x"}}` + "\n", "2026-11-30T11:00:00.5Z"},
		"behind a damaged one": {"\x00\xff{\n" + `{"type":"system","timestamp":"2026-11-30T11:00:00Z"}`, "2026-11-30T11:00:00Z"},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		must(t, os.WriteFile(path, []byte(c.rows), 0o600))
		got := ""
		if at := began(path); !at.IsZero() {
			got = at.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if at := began(t.TempDir()); !at.IsZero() {
		t.Errorf("a folder: %v", at)
	}
}

// The signs in place of secrets can be longer than these: the text stays short
// enough to be stored.
func TestHiddenCompactStaysShort(t *testing.T) {
	if dest.CompactRunes != store.MaxCompact {
		t.Errorf("texts of less than %d characters for a store that takes less than %d", dest.CompactRunes, store.MaxCompact)
	}
	long := func(text string) string { return strings.ReplaceAll(text, "x", "[REDACTED: something long]") }
	text, err := hiddenIn("Goal: a\n---\n"+strings.Repeat("a x\n", 400), long)
	must(t, err)
	if n := utf8.RuneCountInString(text); n >= store.MaxCompact || n < store.MaxCompact*9/10 || !strings.HasPrefix(text, "Goal: a\n---\n") || !strings.HasSuffix(text, "long]\n") {
		t.Errorf("%d characters: %s", n, text)
	}
	if _, err := hiddenIn(strings.Repeat("x", 300), long); err == nil {
		t.Error("one line that is too long is taken")
	}
}

// kept opens a store with one session in it.
func storeWith(t *testing.T, where scene) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(string(where.state), memoryFile))
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	must(t, s.PutSession(t.Context(), store.Session{ID: sessionID, Title: "T"}))
	return s
}

func TestKeepTranscript(t *testing.T) {
	where := sceneOf(t, "")
	s := storeWith(t, where)
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	var said talk
	said.add("user", "The token is "+ghToken+".")
	path := said.write(t)
	tail := func() string {
		t.Helper()
		turns, err := s.Tail(t.Context(), sessionID, 1000)
		must(t, err)
		var all []string
		for _, turn := range turns {
			all = append(all, turn.Role+": "+turn.Text)
		}
		return strings.Join(all, "\n")
	}
	keep := func(id, path string) int64 {
		t.Helper()
		n, err := v.keepTranscript(t.Context(), s, id, path)
		must(t, err)
		return n
	}
	for _, id := range []string{"22222222-0000-4000-8000-000000000000", sessionID[:8]} { // not in the store
		if n := keep(id, path); n != 0 || tail() != "" {
			t.Errorf("%s: %d bytes, %q", id, n, tail())
		}
	}
	n := keep(sessionID, path)
	kept := tail()
	if n != int64(len(kept)-len("user: ")) || strings.Contains(kept, ghToken[4:]) || !strings.HasPrefix(kept, "user: The token is [REDACTED") {
		t.Errorf("%d bytes: %q", n, kept)
	}

	// What nobody wrote to is not read again: the file is unreadable now, with
	// the same size and time.
	info, err := os.Stat(path)
	must(t, err)
	data, err := os.ReadFile(path)
	must(t, err)
	other := slices.Repeat([]byte(" "), len(data))
	must(t, os.WriteFile(path, other, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime()))
	if again := keep(sessionID, path); again != n || tail() != kept {
		t.Errorf("%d bytes: %q", again, tail())
	}

	// A transcript that went on is, and one that lost its text or is gone, or
	// switched off, drops nothing.
	must(t, os.WriteFile(path, data, 0o600))
	said.add("assistant", []any{map[string]any{"type": "text", "text": "Seen."}})
	must(t, os.Rename(said.write(t), path))
	n = keep(sessionID, path)
	more := kept + "\nassistant: Seen."
	if got := tail(); got != more || n == 0 {
		t.Errorf("%d bytes: %q, want %q", n, got, more)
	}
	must(t, os.WriteFile(path, []byte("{}\n"), 0o600))
	for _, path := range []string{path, path + ".none", t.TempDir()} {
		_, _ = v.keepTranscript(t.Context(), s, sessionID, path)
		if got := tail(); got != more {
			t.Errorf("%s: %q, want %q", path, got, more)
		}
	}
	must(t, os.Remove(path), os.WriteFile(filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "savectx", "config.toml"), []byte("[session]\ntranscript = \"off\"\n"), 0o600))
	said.add("user", "More.")
	must(t, os.Rename(said.write(t), path))
	if n, err := v.keepTranscript(t.Context(), s, sessionID, path); n != 0 || err != nil || tail() != more {
		t.Errorf("off: %d, %v, %q", n, err, tail())
	}

	// A note that says nothing, or of text that is gone, does not keep it away.
	must(t, os.Remove(filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "savectx", "config.toml")))
	dir, err := where.state.Session(sessionID)
	must(t, err)
	for _, note := range []string{"", "{", "[]", `{"version":"x"}`} {
		must(t, os.WriteFile(filepath.Join(dir.Path, "kept.json"), []byte(note), 0o600), s.DropTranscript(t.Context(), sessionID))
		if _, err := v.keepTranscript(t.Context(), s, sessionID, path); err != nil || !strings.HasSuffix(tail(), "user: More.") {
			t.Errorf("%q: %v, %q", note, err, tail())
		}
	}
	must(t, s.DropTranscript(t.Context(), sessionID))
	if _, err := v.keepTranscript(t.Context(), s, sessionID, path); err != nil || !strings.HasSuffix(tail(), "user: More.") {
		t.Errorf("dropped: %v, %q", err, tail())
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.keepTranscript(stopped, s, sessionID, path); err == nil {
		t.Error("a run that is over goes on")
	}
}
