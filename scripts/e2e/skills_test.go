package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator"
	"savectx/prompts"
	"savectx/scripts/live"
	"savectx/scripts/loopback"
)

// withSkills puts the skills into the config folder before the client looks
// there: it does not notice a folder that comes later.
func withSkills(t *testing.T, o live.Options) live.Options {
	t.Helper()
	dir := t.TempDir()
	for _, s := range prompts.Skills() {
		if err := os.MkdirAll(filepath.Join(dir, s.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, s.Name, "SKILL.md"), s.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o.Under = []string{"bash", "-c", `cp -r "$0" "$CLAUDE_CONFIG_DIR/skills" && exec "$@"`, dir}
	return o
}

// Every skill, invoked by its name, leads to its command, and the command
// runs. Nothing is allowed but what the skills themselves ask for, so a
// permission dialog fails the test.
func TestSkillsThatWrite(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, withSkills(t, live.Options{Version: version}))
			record, err := s.Record()
			s.must(err)
			id := record.SessionID
			api, temp := filepath.Join(s.Work, "docs", "api.md"), filepath.Join(s.Work, "TempContext.md")
			handoff := filepath.Join(s.Config, "handoffs", id[:8]+".md")
			s.must(os.MkdirAll(filepath.Dir(api), 0o755))
			s.must(os.WriteFile(api, []byte("# Api\n\n## Mail\n\n- Mail is sent by jobs/cart.ts\n"), 0o644))

			s.follow("save-context", 4)
			s.has(api, "- Klaviyo, not Mailchimp (why: its built-in cart event)")
			s.has(temp, "checkouts/update webhook", "asked, NOT approved: Turning the mail on in production")

			if out := s.follow("precompact", 1); !strings.Contains(out, "/compact Keep: ") || !strings.Contains(out, "Continue where we left off.") {
				t.Errorf("the blocks are not there: %s", out)
			}
			if _, err := os.Stat(filepath.Dir(handoff)); err == nil {
				t.Error("precompact wrote something unasked")
			}

			s.follow("save", 1)
			s.has(handoff, "# Handoff . "+s.Work+" . ", "Next up: 1) deploy to staging")
			s.has(filepath.Join(s.Root, "state", "savectx", "sessions", id, "saved.json"), "it's not deployed")
			if !slices.ContainsFunc(s.Model.Requests(), func(r loopback.Request) bool { return strings.Contains(string(r.Raw), "`session_id` "+id) }) {
				t.Error("the skill does not know the session's id")
			}

			if out := s.follow("load", 1); !strings.Contains(out, "never send to real customers in tests") {
				t.Errorf("the handoff was not read: %s", out)
			}

			s.follow("promote-context", 4)
			s.has(api, "checkouts/update webhook")
			if data, _ := os.ReadFile(temp); strings.Contains(string(data), "webhook") {
				t.Errorf("the entry is still there:\n%s", data)
			}
		})
	}
}

// The two that have a line typed, and what is not done again afterwards.
func TestSkillsThatType(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, withSkills(t, live.Options{Version: version}))
			s.follow("save-compact", 1)
			s.endsOf(orchestrator.Compact, orchestrator.Compacted)
			memory, err := filepath.Glob(filepath.Join(s.Config, "projects", "*", "memory", "test-mail-address.md"))
			s.must(err)
			if len(memory) != 1 || s.Boundaries() != 1 {
				t.Errorf("%d memories, %d boundaries, want one each", len(memory), s.Boundaries())
			}

			// The client attaches the skills again: nothing of them is run once more.
			before := len(s.jobs())
			s.request("go on [[say Still here.]]")
			s.idle()
			if n := len(s.jobs()); n != before {
				t.Errorf("%d jobs after the compaction, %d before", n, before)
			}

			s.follow("save-clear", 1)
			s.endsOf(orchestrator.Clear, orchestrator.Cleared)
			s.until(func() error {
				if strings.Contains(s.Screen(), "The skill is done.") {
					return errors.New("the session is not cleared yet")
				}
				return nil
			})
			if r := s.request("new task [[say A new one.]]"); strings.Contains(string(r.Raw), "Still here.") {
				t.Error("the cleared conversation is still there")
			}
		})
	}
}

// request asks, and returns the request by which the model heard it.
func (s *sess) request(prompt string) (heard loopback.Request) {
	s.t.Helper()
	s.ask(prompt)
	s.until(func() error {
		for _, r := range slices.Backward(s.Model.Requests()) {
			if texts := r.Prompts(); r.Tools > 0 && len(texts) > 0 && texts[len(texts)-1] == prompt {
				heard = r
				return nil
			}
		}
		return errors.New("the model has not heard it yet")
	})
	return heard
}

// follow invokes a skill, says yes to its questions, waits until so many of its
// steps have answered, and returns what they answered.
func (s *sess) follow(name string, steps int) string {
	s.t.Helper()
	n := len(s.Model.Requests())
	s.ask("/" + name + " now")
	return s.followed(name, steps, n)
}

// followed is follow for a skill that was invoked after n requests.
func (s *sess) followed(name string, steps, n int) string {
	s.t.Helper()
	var results []string
	s.until(func() error {
		screen := s.Screen()
		if strings.Contains(screen, "Do you want to proceed?") && !strings.Contains(screen, "Use skill ") {
			s.t.Fatalf("%s needs a permission:\n%s", name, screen)
		}
		if strings.Contains(screen, loopback.Question) && strings.Contains(screen, approve) {
			s.accept(approve)
		}
		results = nil
		for _, r := range s.Model.Requests()[n:] {
			if got, ok := r.Followed(); ok {
				results = got
			}
		}
		if len(results) < steps {
			return fmt.Errorf("%s: %d steps have answered, want %d", name, len(results), steps)
		}
		return nil
	})
	s.idle()
	return strings.Join(results, "\n")
}

// approve is the first choice of the question, while it is open.
const approve = "❯ 1. Approve"

// accept takes a dialog's first choice. The client can lose a key that comes
// right after a dialog has opened (2.1.332); another dialog is not answered.
func (s *sess) accept(shown string) {
	s.t.Helper()
	const taken = 3 * time.Second // after that the key is taken to be lost
	s.until(func() error {
		if !strings.Contains(s.Screen(), shown) {
			return nil
		}
		s.must(s.Keys("Enter"))
		if within(taken, func() bool { return !strings.Contains(s.Screen(), shown) }) {
			return nil
		}
		return errors.New("the dialog is still open: " + shown)
	})
}

// endsOf waits for the end of the newest job of that command.
func (s *sess) endsOf(command string, want orchestrator.State) {
	s.t.Helper()
	var id string
	s.until(func() error {
		for _, j := range s.jobs() {
			if j.Command == command {
				id = j.ID
				return nil
			}
		}
		return errors.New("no job yet")
	})
	s.ends(id, want)
}

// When Claude takes up a skill by itself, as a note of a hook asks, the client
// asks once for the skill, and for nothing after that.
func TestSkillTakenUpByClaude(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := start(t, withSkills(t, live.Options{Version: version}))
			s.ask("[[skill precompact handoff]]")
			s.shows(`Use skill "precompact"?`)
			s.accept(`Use skill "precompact"?`)
			if out := s.followed("precompact", 1, 0); !strings.Contains(out, "Continue where we left off.") {
				t.Errorf("the blocks are not there: %s", out)
			}
		})
	}
}

// What the skills name is what the program has.
func TestSkillsNameCommandsThatExist(t *testing.T) {
	code := regexp.MustCompile("(?m)^savectx [^\n]*|`savectx [^`\n]*`")
	flag := regexp.MustCompile(`--[a-z-]+`)
	for _, s := range prompts.Skills() {
		calls := 0
		for _, line := range code.FindAllString(string(s.Data), -1) {
			for part := range strings.SplitSeq(strings.Trim(line, "`"), " && ") {
				calls++
				help, named := helpOf(t, strings.Fields(part)[1:])
				if !named {
					t.Errorf("%s: no such command: %q", s.Name, part)
				}
				for _, f := range flag.FindAllString(part, -1) {
					if !regexp.MustCompile(`(?m)^   ` + f + `[ ,]`).MatchString(help) {
						t.Errorf("%s: %q: there is no flag %s", s.Name, part, f)
					}
				}
			}
		}
		if calls == 0 {
			t.Errorf("%s calls nothing", s.Name)
		}
	}
}

// helpOf is the help of the command that words begin with, and whether they
// name one to its end.
func helpOf(t *testing.T, words []string) (help string, named bool) {
	t.Helper()
	var command []string
	for {
		out, err := exec.Command(program, append(command, "--help")...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
		_, list, more := strings.Cut(string(out), "COMMANDS:\n")
		if !more {
			return string(out), true
		}
		n := len(command)
		if n == len(words) || !regexp.MustCompile(`(?m)^   `+regexp.QuoteMeta(words[n])+` `).MatchString(list) {
			return string(out), false
		}
		command = append(command, words[n])
	}
}
