// Runs that are killed after each of their files, and what comes then.

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"savectx/preserve/safefile"
	"savectx/prompts"
)

var someSkills = []prompts.Skill{{Name: "save", Data: []byte("Save.\n")}, {Name: "load", Data: []byte("Load.\n")}}

// cut carries a plan out as far as its first n files, as a run that is killed.
func cut(t *testing.T, where Place, p *Plan, n int) {
	t.Helper()
	about, err := json.Marshal(note{"test", p.place})
	must(t, err)
	j := safefile.NewJournal(where.Journal())
	step, err := j.Begin(fmt.Sprintf("cut-%d", len(mustList(t, j))), about, p.Changes)
	must(t, err)
	for i := range n {
		if p.record && i == len(p.Changes)-1 {
			p.tidy()
		}
		must(t, step.Write(i))
	}
}

// inFolder are the files of the place, without the state.
func inFolder(t *testing.T, where Place) map[string]string {
	t.Helper()
	out := map[string]string{}
	must(t, filepath.WalkDir(filepath.Dir(where.Settings), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			data, err := os.ReadFile(path)
			out[path] = string(data)
			return err
		}
		if err == nil {
			out[path] = ""
		}
		return err
	}))
	return out
}

func installs(t *testing.T, where Place) *Plan {
	t.Helper()
	p, err := Install(where, wildWish, someSkills)
	must(t, err)
	return p
}

func uninstalls(t *testing.T, where Place) *Plan {
	t.Helper()
	p, err := Uninstall(where, someSkills)
	must(t, err)
	return p
}

const wasThere = "{\n\t\"model\": \"opus\"\n}\n"

// TestCutShort: whatever was cut short, either command brings what it brings.
func TestCutShort(t *testing.T) {
	for _, first := range []string{"install", "uninstall"} {
		for n := range 6 {
			for _, then := range []string{"install", "uninstall"} {
				where := aPlace(t, wasThere)
				before := inFolder(t, where)
				carry(t, where, installs(t, where), nil)
				after := inFolder(t, where)
				p := uninstalls(t, where)
				if first == "install" {
					carry(t, where, p, nil)
					p = installs(t, where)
				}
				if len(p.Changes) != 5 {
					t.Fatalf("%s: %d files", first, len(p.Changes))
				}
				cut(t, where, p, n)
				// With all but the record in place, the run counts as ended.
				if first == "install" && n < 4 && !installs(t, where).CutShort {
					t.Errorf("%s cut after %d: nothing is said", first, n)
				}
				p, want := installs(t, where), after
				if then == "uninstall" {
					p, want = uninstalls(t, where), before
				}
				carry(t, where, p, nil)
				if got := inFolder(t, where); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s cut after %d files, then %s:\n%q\nwant\n%q", first, n, then, got, want)
				}
				if where.UnderWay() {
					t.Errorf("%s cut after %d files, then %s: it is not over", first, n, then)
				}
				if n := len(installs(t, where).Changes); then == "install" && n != 0 {
					t.Errorf("then there are still %d changes", n)
				}
			}
		}
	}
}

// TestCutShortElsewhere: a run that was killed is nobody's business at another
// place, and of its own place only what still is as it wrote it.
func TestCutShortElsewhere(t *testing.T) {
	where := aPlace(t, wasThere)
	dir := t.TempDir()
	other := Place{where.State, filepath.Join(dir, ".claude", "settings.local.json"), filepath.Join(dir, ".claude", "skills"), true}
	cut(t, where, installs(t, where), 4)
	edited := bytes.Replace([]byte(inFolder(t, where)[where.Settings]), []byte("opus"), []byte("mine"), 1)
	must(t, os.WriteFile(where.Settings, edited, 0o600))
	mine := inFolder(t, where)
	for _, p := range []*Plan{uninstalls(t, other), installs(t, other)} {
		if p.CutShort {
			t.Error("the other place is told of it")
		}
		carry(t, other, p, nil)
		if got := inFolder(t, where); fmt.Sprint(got) != fmt.Sprint(mine) {
			t.Errorf("%q, want %q", got, mine)
		}
	}
	must(t, os.WriteFile(filepath.Join(where.Skills, "save", "SKILL.md"), []byte("Mine.\n"), 0o600))
	carry(t, where, uninstalls(t, where), nil)
	holds(t, where.Settings, "{\n\t\"model\": \"mine\"\n}\n")
	holds(t, filepath.Join(where.Skills, "save", "SKILL.md"), "Mine.\n")
	if _, err := os.Lstat(filepath.Join(where.Skills, "load")); err == nil {
		t.Error("a skill is left")
	}
	if where.UnderWay() {
		t.Error("it is not over")
	}
}

// TestTakenBackOnce: a file that cannot be written takes the others back, and
// one that somebody changed meanwhile does not keep the step open for ever.
func TestTakenBackOnce(t *testing.T) {
	where := aPlace(t, wasThere)
	p := installs(t, where)
	must(t, os.MkdirAll(filepath.Join(where.Skills, "load"), 0o700))
	j := safefile.NewJournal(where.Journal())
	about, err := json.Marshal(note{"test", p.place})
	must(t, err)
	step, err := j.Begin("s", about, p.Changes)
	must(t, err)
	must(t, step.Write(0), step.Write(1), step.Write(2))
	must(t, os.WriteFile(p.Changes[2].Path, []byte("Mine.\n"), 0o600))
	must(t, takeBack(step))
	holds(t, where.Settings, wasThere)
	holds(t, p.Changes[2].Path, "Mine.\n")
	if where.UnderWay() {
		t.Error("it is not over")
	}
}

// TestLinkMoved: a link that has got another target after the plan was shown.
func TestLinkMoved(t *testing.T) {
	where := aPlace(t, wasThere)
	dir := filepath.Dir(filepath.Dir(where.Settings))
	must(t, os.Mkdir(filepath.Join(dir, "one"), 0o700), os.Mkdir(filepath.Join(dir, "two"), 0o700), os.Symlink("../one", where.Skills))
	p := installs(t, where)
	must(t, os.Remove(where.Skills), os.Symlink("../two", where.Skills))
	if err := p.Write(safefile.NewJournal(where.Journal()), "s", "test"); !errors.Is(err, safefile.ErrChanged) {
		t.Error(err)
	}
	holds(t, where.Settings, wasThere)
	if entries, err := os.ReadDir(filepath.Join(dir, "two")); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
