package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

const snapshot = `{"version":1,"language":"en","topic":"Abandoned-cart mail","goal":"An automatic mail when a cart is left behind",
"items":[
 {"kind":"dead_end","text":"checkouts/update webhook","why":"fires dozens of times a cart","exact":["429 Too Many Requests: rate limit 75/s exceeded"]},
 {"kind":"decision","text":"Klaviyo, not Mailchimp","why":"built-in cart event","target":{"file":"docs/api.md","section":"Mail"}},
 {"kind":"correction","text":"Tests never mail real customers","quote":"never send to real customers in tests"},
 {"kind":"fact","text":"staging key sk_live_4eC39HqLyjWDarjtT1zdp7dc"}],
"next":["deploy to staging"]}`

// The one step, from inside a turn: the files are written, the line carries
// the snapshot, the compaction is proven.
func TestSaveThenCompactInsideATurn(t *testing.T) {
	for _, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := fresh(t, live.Options{Version: version, Settings: map[string]any{
				"permissions": map[string]any{"allow": []string{"Bash(savectx:*)"}, "defaultMode": "default"}}})
			s.must(os.MkdirAll(filepath.Join(s.Work, "docs"), 0o755))
			s.must(os.WriteFile(filepath.Join(s.Work, "docs", "api.md"), []byte("# Api\n\n## Mail\n\n- Mail is sent by jobs/cart.ts\n"), 0o644))
			s.must(os.WriteFile(filepath.Join(s.Root, "snapshot.json"), []byte(snapshot), 0o600))
			s.ask("save [[bash savectx save --compact --to context,handoff,memory " + filepath.Join(s.Root, "snapshot.json") + "]]")
			s.until(func() error {
				if len(s.jobs()) == 0 {
					return errors.New("no job yet")
				}
				return nil
			})
			job := s.ends(s.jobs()[0].ID, orchestrator.Compacted)
			if n := s.Boundaries(); n != 1 {
				t.Errorf("%d boundaries in the transcript, want 1", n)
			}
			compactions := s.Model.Compactions()
			if len(compactions) != 1 {
				t.Fatalf("%d compactions asked for, want 1", len(compactions))
			}
			told, _ := compactions[0].Instructions()
			for _, want := range []string{"checkouts/update webhook", "fires dozens of times a cart", "429 Too Many Requests: rate limit 75/s exceeded",
				"Klaviyo, not Mailchimp", "never send to real customers in tests"} {
				if !strings.Contains(told, want) {
					t.Errorf("the summariser was not told %q: %q", want, told)
				}
			}
			id := job.Agent.Session
			memory, err := filepath.Glob(filepath.Join(s.Config, "projects", "*", "memory", "*.md"))
			s.must(err)
			s.has(filepath.Join(s.Work, "docs", "api.md"), "- Klaviyo, not Mailchimp (why: built-in cart event)")
			s.has(filepath.Join(s.Work, "TempContext.md"), "session id: "+id, "checkouts/update webhook", "[REDACTED: ")
			s.has(filepath.Join(s.Config, "handoffs", id[:8]+".md"), "# Handoff . "+s.Work+" . ", "Next up: 1) deploy to staging", "<!-- compact: Keep: ")
			if len(memory) < 4 { // three facts at least, and the index
				t.Errorf("memory files: %v", memory)
			}
			s.hidden("sk_live_4eC39HqLyjWDarjtT1zdp7dc")
		})
	}
}

// has wants texts in a file.
func (s *sess) has(path string, texts ...string) {
	s.t.Helper()
	data, err := os.ReadFile(path)
	s.must(err)
	for _, want := range texts {
		if !strings.Contains(string(data), want) {
			s.t.Errorf("%s does not hold %q:\n%s", path, want, data)
		}
	}
}

// hidden wants a secret in no file that savectx wrote.
func (s *sess) hidden(secret string) {
	s.t.Helper()
	memory, err := filepath.Glob(filepath.Join(s.Config, "projects", "*", "memory"))
	s.must(err)
	for _, dir := range append(memory, filepath.Join(s.Root, "state"), filepath.Join(s.Config, "handoffs"), s.Work) {
		s.must(filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err == nil && strings.Contains(string(data), secret) {
				s.t.Errorf("the secret is in %s", path)
			}
			return err
		}))
	}
}

// After a save the session may be cleared in the same step; without one it may
// not.
func TestSaveThenClear(t *testing.T) { both(t, saveThenClear) }

func saveThenClear(t *testing.T, version string) {
	s := start(t, live.Options{Version: version})
	if r := s.run(append([]string{"clear"}, s.At()...)...); r.code != 2 || !strings.Contains(r.err, "nothing was saved in this session") {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	before, err := s.Record()
	s.must(err)
	file := filepath.Join(s.Root, "snapshot.json")
	s.must(os.WriteFile(file, []byte(snapshot), 0o600))
	r := s.run(append([]string{"save", "--clear", "--foreground", "--then", "begin anew [[say Begun anew.]]", "--session", before.SessionID}, append(s.At(), file)...)...)
	if r.code != 0 {
		t.Fatalf("exit %d: %s%s", r.code, r.out, r.err)
	}
	after, err := s.Record()
	s.must(err)
	if version == live.Newest && before.SessionID == after.SessionID { // 2.1.100 keeps the id in its record
		t.Error("the session is still the same")
	}
	s.until(func() error { return count(len(s.Transcripts()), 2) })
	s.rests()
	if last := s.last(); !strings.Contains(last, "begin anew") || strings.Contains(last, "Good day.") {
		t.Errorf("the follow-up was not asked in a cleared conversation:\n%s", last)
	}
	s.has(filepath.Join(s.Config, "handoffs", before.SessionID[:8]+".md"), "Klaviyo, not Mailchimp")
}

// A save of which a part fails types nothing.
func TestFailedSaveTypesNothing(t *testing.T) {
	s := start(t, live.Options{})
	r0, err := s.Record()
	s.must(err)
	s.must(os.MkdirAll(filepath.Join(s.Work, "TempContext.md"), 0o755)) // a folder in the file's place
	file := filepath.Join(s.Root, "snapshot.json")
	s.must(os.WriteFile(file, []byte(snapshot), 0o600))
	r := s.run(append([]string{"save", "--compact", "--session", r0.SessionID}, append(s.At(), file)...)...)
	if r.code != 1 || !strings.Contains(r.err, "TempContext.md") || !strings.Contains(r.err, "nothing is typed") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if len(s.jobs()) != 0 {
		t.Error("a job was made")
	}
	s.untouched("Klaviyo")
}
