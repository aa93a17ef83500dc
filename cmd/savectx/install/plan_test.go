// Plans carried out on real files.

package install

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"savectx/orchestrator/claude"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// aPlace is a home of its own with these settings.
func aPlace(t *testing.T, settings string) Place {
	t.Helper()
	dir := t.TempDir()
	p := Place{State: filepath.Join(dir, "state"), Settings: filepath.Join(dir, "claude", "settings.json"), Skills: filepath.Join(dir, "claude", "skills")}
	must(t, os.MkdirAll(filepath.Dir(p.Settings), 0o755), os.WriteFile(p.Settings, []byte(settings), 0o640))
	return p
}

// carry writes a plan.
func carry(t *testing.T, where Place, p *Plan, err error) {
	t.Helper()
	must(t, err)
	journal := safefile.NewJournal(filepath.Join(where.State, "installs"))
	id := fmt.Sprintf("step-%d", len(mustList(t, journal)))
	must(t, p.Write(journal, id, "test"))
}

func mustList(t *testing.T, j *safefile.Journal) []*safefile.Step {
	t.Helper()
	steps, err := j.List()
	must(t, err)
	return steps
}

func put(t *testing.T, where Place) {
	t.Helper()
	p, err := Install(where, wildWish, []prompts.Skill{{Name: "save-compact", Data: []byte("Text.\n")}})
	carry(t, where, p, err)
}

func takeOut(t *testing.T, where Place) {
	t.Helper()
	p, err := Uninstall(where, nil)
	carry(t, where, p, err)
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if data, err := os.ReadFile(path); err != nil || string(data) != want {
		t.Errorf("%s holds %q, want %q (%v)", path, data, want, err)
	}
}

// TestOwnerAndMode: another user's file stays another user's, with its mode.
func TestOwnerAndMode(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file to somebody else")
	}
	where := aPlace(t, `{"model":"opus"}`)
	must(t, os.Chown(where.Settings, 12345, 23456))
	same := func() {
		t.Helper()
		info, err := os.Stat(where.Settings)
		must(t, err)
		if s := info.Sys().(*syscall.Stat_t); s.Uid != 12345 || s.Gid != 23456 || info.Mode().Perm() != 0o640 {
			t.Errorf("now of %d:%d, mode %o", s.Uid, s.Gid, info.Mode().Perm())
		}
	}
	put(t, where)
	same()
	takeOut(t, where)
	same()
	holds(t, where.Settings, `{"model":"opus"}`)
}

// TestReformatted: another program has written the file anew in its own
// fashion, and ours goes all the same.
func TestReformatted(t *testing.T) {
	where := aPlace(t, "{\n\t\"model\": \"opus\"\n}\n")
	put(t, where)
	data, err := os.ReadFile(where.Settings)
	must(t, err)
	data = bytes.ReplaceAll(data, []byte("\t"), []byte("    "))
	must(t, os.WriteFile(where.Settings, data, 0o640))
	takeOut(t, where)
	holds(t, where.Settings, "{\n    \"model\": \"opus\"\n}\n")
}

// TestChangedBetween: what a person wrote between two installations is not
// lost with the old copy.
func TestChangedBetween(t *testing.T) {
	where := aPlace(t, `{"model":"opus"}`)
	put(t, where)
	data, err := os.ReadFile(where.Settings)
	must(t, err)
	must(t, os.WriteFile(where.Settings, bytes.Replace(data, []byte("opus"), []byte("sonnet"), 1), 0o640))
	p, err := Install(where, Wanted{Hooks: wildWish.Hooks[:1]}, nil)
	carry(t, where, p, err)
	holds(t, where.BackupPath(), `{"model":"opus"}`)
	takeOut(t, where)
	holds(t, where.Settings, `{"model":"sonnet"}`)
	if _, err := os.Lstat(where.BackupPath()); err == nil {
		t.Error("the copy is still there")
	}
}

// TestBackupOfSomebodyElse: what stands under the name of the copy and is none
// is neither written over nor deleted, through a link neither.
func TestBackupOfSomebodyElse(t *testing.T) {
	where := aPlace(t, `{"model":"opus"}`)
	other := filepath.Join(filepath.Dir(where.State), "important.txt")
	must(t, os.WriteFile(other, []byte(`{"model":"opus"}`), 0o600))
	for _, put := range []func() error{
		func() error { return os.WriteFile(where.BackupPath(), []byte(`{"old":"precious"}`), 0o600) },
		func() error { return os.WriteFile(where.BackupPath(), []byte(`{"model":"opus"}`), 0o600) },
		func() error { return os.Symlink(other, where.BackupPath()) },
		func() error { return os.Symlink("nowhere", where.BackupPath()) },
		func() error { return os.Mkdir(where.BackupPath(), 0o700) },
		func() error { return syscall.Mkfifo(where.BackupPath(), 0o600) },
	} {
		must(t, put())
		was, err := os.Lstat(where.BackupPath())
		must(t, err)
		if _, err := Install(where, wildWish, nil); !errors.Is(err, ErrBackup) {
			t.Errorf("%v: %v", was.Mode(), err)
		}
		takeOut(t, where)
		if now, err := os.Lstat(where.BackupPath()); err != nil || !os.SameFile(was, now) {
			t.Errorf("%v: it is gone (%v)", was.Mode(), err)
		}
		holds(t, where.Settings, `{"model":"opus"}`)
		holds(t, other, `{"model":"opus"}`)
		must(t, os.Remove(where.BackupPath()))
	}
	put(t, where) // and what comes in the place of ours is somebody's again
	must(t, os.Remove(where.BackupPath()), os.Symlink(other, where.BackupPath()))
	takeOut(t, where)
	holds(t, other, `{"model":"opus"}`)
}

// TestBrokenRecord counts as none.
func TestBrokenRecord(t *testing.T) {
	for _, text := range []string{"", "{", `{"version": 2}`, `{"version": 1, "settings": 3}`, "null"} {
		where := aPlace(t, `{"model":"opus"}`)
		put(t, where)
		must(t, os.WriteFile(filepath.Join(where.State, "installed.json"), []byte(text), 0o600))
		takeOut(t, where)
		holds(t, where.Settings, `{"model":"opus"}`)
	}
}

// TestLarge: 5,000 lines, and more depth than the client could have.
func TestLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("{\n  \"permissions\": {\n    \"allow\": [\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "      \"Bash(tool-%d:*)\",\n", i)
	}
	b.WriteString("      \"Bash(ls:*)\"\n    ]\n  }\n}\n")
	data := []byte(b.String())
	clean, err := Remove(data)
	must(t, err)
	lawOf(t, data, clean, wildWish)
	where := aPlace(t, string(data))
	p, err := Install(where, wildWish, nil)
	must(t, err)
	for _, f := range p.Files {
		if n := strings.Count(p.Diff(f), "\n"); !f.Whole && (n < 20 || n > 80) {
			t.Errorf("a diff of %d lines", n)
		}
	}
	deep := `{"a":` + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}"
	if _, err := Add([]byte(deep), wildWish); err == nil {
		t.Error("200,000 lists in each other are taken")
	}
}

// TestHooksOfVersions: only events the client knows, and its form.
func TestHooksOfVersions(t *testing.T) {
	p := Program{Main: "/opt/my bin/savectx"}
	beside := Program{Main: "/opt/bin/savectx", Hook: "/opt/bin/savectx-hook"}
	for _, c := range []struct {
		program Program
		version string
		hooks   int
		command string
		args    string
	}{
		{p, "2.1.332", 8, "/opt/my bin/savectx", "[hook Stop]"},
		{beside, "2.1.139", 8, "/opt/bin/savectx-hook", "[Stop]"},
		{p, "2.1.138", 8, "'/opt/my bin/savectx' hook Stop", "[]"},
		{beside, "2.1.78", 8, "/opt/bin/savectx-hook Stop", "[]"},
		{beside, "2.1.77", 7, "/opt/bin/savectx-hook Stop", "[]"},
		{beside, "2.1.75", 6, "/opt/bin/savectx-hook Stop", "[]"},
		{beside, "", 6, "/opt/bin/savectx-hook Stop", "[]"},
	} {
		hooks := c.program.Hooks(claude.ParseVersion(c.version))
		if len(hooks) != c.hooks {
			t.Errorf("%q: %d hooks, want %d", c.version, len(hooks), c.hooks)
		}
		for _, h := range hooks {
			if event, ok := claude.OurHook(h.Command, h.Args); !ok || event != h.Event || !wholly(h.Command, h.Args, h.Event) {
				t.Errorf("%q: %+v is not known as ours", c.version, h)
			}
			if h.Event == "Stop" && (h.Command != c.command || fmt.Sprint(h.Args) != c.args) {
				t.Errorf("%q: %+v", c.version, h)
			}
		}
	}
}
