package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/scripts/live"
	"savectx/scripts/loopback"
)

// A fact that was kept in a project is in the first request of a new session
// there, and not again in what follows a compaction.
func TestRecallAtTheStart(t *testing.T) {
	const fact = "Tests never mail real customers"
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, func(c *live.Client) error {
			other := filepath.Join(c.Root, "other")
			if err := os.Mkdir(other, 0o700); err != nil {
				return err
			}
			kept := func(dir, text string) error {
				cmd := c.Savectx(t.Context(), program, live.Options{}, "memory", "add", "--type", "feedback", text)
				cmd.Dir = dir
				if r := finish(t, cmd); r.code != 0 {
					return errors.New(r.out + r.err)
				}
				return nil
			}
			if err := errors.Join(kept(c.Work, fact), kept(other, "The bridge is blue")); err != nil {
				return err
			}
			if !within(live.Patience, func() bool { return len(fetchedFacts(c)) == 2 }) {
				return errors.New("the facts were not fetched")
			}
			return nil
		})
		s.says("hello", "Good day.")
		s.heard("facts kept for this project", 1)
		s.heard(": "+fact, 1)
		s.heard("The bridge is blue", 0)
		s.says("and on", "Gone on.", "[[tokens 20000]]")
		s.heard(": "+fact, 1)

		s.Model.SetSummary(loopback.Summary{Text: "They said good day."})
		s.ask("/compact")
		s.until(func() error { return count(s.Boundaries(), 1) })
		s.rests()
		s.says("after it", "Smaller.")
		s.heard("facts kept for this project", 0)
		s.heard(fact, 0)

		// A fact that is removed is not in the next session.
		s.anew()
		s.says("hello again", "Good day again.")
		s.heard(": "+fact, 1)
		list := s.run("memory", "list", "--project", "work")
		id, _, _ := strings.Cut(list.out, " ")
		if r := s.run("memory", "rm", id); r.code != 0 {
			t.Fatalf("exit %d\n%s%s%s", r.code, list.out, r.out, r.err)
		}
		s.anew()
		s.says("hello once more", "Good day once more.")
		s.heard(fact, 0)
		if text := s.errands(); text != "" {
			t.Errorf("the errands said:\n%s", text)
		}
	})
}

// Nothing was fetched when the first session began: the next one has it.
func TestRecallTheNextTime(t *testing.T) {
	const fact = "The port is 8080"
	both(t, func(t *testing.T, version string) {
		s := installed(t, version, nil, func(c *live.Client) error {
			if r := finish(t, c.Savectx(t.Context(), program, live.Options{}, "memory", "add", "--project", filepath.Base(c.Work), fact)); r.code != 0 {
				return errors.New(r.out + r.err)
			}
			// As on another machine, or after two weeks: kept and not fetched.
			if !within(live.Patience, func() bool { return len(fetchedFacts(c)) == 1 }) {
				return errors.New("the facts were not fetched")
			}
			return os.RemoveAll(filepath.Join(c.Root, "state", "savectx", "recall"))
		})
		s.says("hello", "Good day.")
		s.heard(fact, 0)
		s.until(func() error {
			if len(fetchedFacts(s.Client)) == 0 {
				return errors.New("nothing was fetched")
			}
			return nil
		})
		s.anew()
		s.says("hello again", "Good day again.")
		s.heard(": "+fact, 1)
	})
}

// fetchedFacts are the files of facts that were fetched ahead.
func fetchedFacts(c *live.Client) []string {
	found, _ := filepath.Glob(filepath.Join(c.Root, "state", "savectx", "recall", "*.json"))
	return found
}

// errands is what went wrong in them.
func (s *sess) errands() string {
	data, _ := os.ReadFile(filepath.Join(s.Root, "state", "savectx", "errand.log"))
	return string(data)
}
