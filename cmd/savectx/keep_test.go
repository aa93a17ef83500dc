// Saves to stores: what arrives, what waits, and what is taken back.

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/plan"
)

// keptSnapshot has four facts that live long, of every type, and two things
// that do not.
const keptSnapshot = `{"version": 1, "language": "en", "topic": "Abandoned-cart mail", "goal": "mail for abandoned carts", "items": [
 {"kind": "correction", "text": "Tests never mail real customers", "quote": "never send to real customers in tests"},
 {"kind": "dead_end", "text": "the update webhook", "why": "it fires dozens of times a cart", "exact": ["429 Too Many Requests"]},
 {"kind": "decision", "text": "Klaviyo and not Mailchimp", "why": "its built-in cart event"},
 {"kind": "reference", "text": "the sender lives in services/mail/send.go"},
 {"kind": "open", "text": "deploy to staging"},
 {"kind": "waiting", "text": "drop the old table", "approved": false}]}`

const keptFacts = 4

// servedShop is a project and a mem0 server for it.
type servedShop struct {
	t      *testing.T
	dir    string
	server *mem0test.Server
	env    []string
}

func serveShop(t *testing.T, o mem0test.Options) *servedShop {
	t.Helper()
	s := &servedShop{t: t, dir: t.TempDir(), server: mem0test.New(o)}
	t.Cleanup(s.server.Close)
	must(t, os.MkdirAll(filepath.Join(s.dir, ".git"), 0o755), os.WriteFile(filepath.Join(s.dir, "s.json"), []byte(keptSnapshot), 0o644))
	s.env = []string{"CLAUDE_CODE_SESSION_ID=" + sessionID, "SAVECTX_MEM0_URL=" + s.server.URL, "SAVECTX_MEM0_USER=ada", "MEM0_API_KEY=" + o.Key}
	return s
}

func (s *servedShop) run(args ...string) result {
	s.t.Helper()
	return outcome(s.t, savectx(s.t, s.dir, s.env, args...))
}

func (s *servedShop) save(args ...string) (plan.Receipt, result) {
	s.t.Helper()
	r := s.run(append([]string{"save", "--yes", "--json", "s.json"}, args...)...)
	var receipt plan.Receipt
	if err := json.Unmarshal([]byte(r.stdout), &receipt); err != nil {
		s.t.Fatalf("no receipt: %v\n%s%s", err, r.stdout, r.stderr)
	}
	return receipt, r
}

// line is the one of a destination.
func (s *servedShop) line(r plan.Receipt, name string) plan.Destination {
	s.t.Helper()
	i := slices.IndexFunc(r.Destinations, func(d plan.Destination) bool { return d.Name == name })
	if i < 0 {
		s.t.Fatalf("the receipt does not speak of %s: %+v", name, r)
	}
	return r.Destinations[i]
}

// stored are the texts on the server, which each is there once.
func (s *servedShop) stored() []string {
	s.t.Helper()
	var texts []string
	for _, m := range s.server.Stored("") {
		if m.User != "ada" || m.Metadata["project"] != filepath.Base(s.dir) && m.Metadata["mine"] == nil {
			s.t.Errorf("a memory of %q, %v: %q", m.User, m.Metadata, m.Text)
		}
		if slices.Contains(texts, m.Text) {
			s.t.Errorf("twice on the server: %q", m.Text)
		}
		texts = append(texts, m.Text)
	}
	return texts
}

func (s *servedShop) waiting() int {
	s.t.Helper()
	items, err := filepath.Glob(filepath.Join(s.dir, "state/savectx/outbox/*.json"))
	must(s.t, err)
	return len(items)
}

func TestFactsGoToTheServer(t *testing.T) {
	s := serveShop(t, mem0test.Options{Key: "k-1234567890"})
	receipt, r := s.save("--to", "context,mem0")
	if line := s.line(receipt, "mem0"); r.code != exitDone || line.Written != keptFacts || line.Waiting != 0 || line.Error != "" || line.Path != s.server.URL+" ada" {
		t.Errorf("exit %d, %+v\n%s", r.code, line, r.stderr)
	}
	texts := s.stored()
	if len(texts) != keptFacts {
		t.Fatalf("stored: %q", texts)
	}
	for _, part := range []string{"never send to real customers in tests", "429 Too Many Requests", "its built-in cart event", "services/mail/send.go"} {
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, part) }) {
			t.Errorf("%q is not in %q", part, texts)
		}
	}
	types := map[string]int{}
	for _, m := range s.server.Stored("ada") {
		types[fmt.Sprint(m.Metadata["type"])]++
	}
	if types["feedback"] != 1 || types["guide"] != 1 || types["decision"] != 1 || types["reference"] != 1 {
		t.Errorf("types: %v", types)
	}

	// A plan that waited goes the same way.
	snapshot := strings.Replace(keptSnapshot, "the sender lives in services/mail/send.go", "Postgres listens on port 5433", 1)
	must(t, os.WriteFile(filepath.Join(s.dir, "t.json"), []byte(snapshot), 0o644))
	planned := s.run("save", "--plan", "--json", "--to", "mem0", "t.json")
	var doc struct{ Plan string }
	must(t, json.Unmarshal([]byte(planned.stdout), &doc))
	s.run("apply", doc.Plan).want(t, exitDone, "mem0     1", "")
	if texts := s.stored(); len(texts) != keptFacts+1 {
		t.Errorf("after apply: %q", texts)
	}
	s.run("undo", doc.Plan).want(t, exitDone, "", "")

	// The same again changes nothing, and says so.
	receipt, _ = s.save("--to", "mem0")
	if line := s.line(receipt, "mem0"); line.Written != 0 || len(line.Dropped) != keptFacts || line.Dropped[0].Reason != plan.Duplicate || len(s.stored()) != keptFacts {
		t.Errorf("the second time: %+v, stored %q", line, s.stored())
	}

	// undo takes back what the first one wrote, files and facts: the second one
	// wrote nothing, so there is nothing of it to take back.
	rows := s.run("undo", "--list", "--json")
	var saves []saveRow
	must(t, json.Unmarshal([]byte(rows.stdout), &saves))
	if len(saves) != 2 || !slices.Equal(saves[1].Stores, []string{"mem0"}) || !saves[0].Undone {
		t.Fatalf("saves: %s", rows.stdout)
	}
	s.run("undo").want(t, exitDone, "removed", "")
	if left := s.stored(); len(left) != 0 {
		t.Errorf("undo leaves %q", left)
	}
}

func TestContradictionsAreShown(t *testing.T) {
	s := serveShop(t, mem0test.Options{})
	theirs := s.server.Put("ada", "Tests mail 220 customers at most, in the sandbox of the shop", map[string]any{"mine": true, "type": "feedback"})
	snapshot := func(extra string) {
		must(t, os.WriteFile(filepath.Join(s.dir, "s.json"), []byte(`{"version": 1, "topic": "Mail", "items": [
			{"kind": "preference", "text": "Tests mail 219 customers at most, in the sandbox of the shop"`+extra+`}]}`), 0o644))
	}
	snapshot("")
	receipt, r := s.save("--to", "mem0")
	line := s.line(receipt, "mem0")
	if r.code != exitDone || line.Written != 0 || len(line.Dropped) != 1 || line.Dropped[0].Reason != plan.Contradicted {
		t.Errorf("exit %d, %+v", r.code, line)
	}
	if text := strings.Join(receipt.Remarks, "\n"); !strings.Contains(text, "220 customers") || !strings.Contains(text, "savectx memory waiting") {
		t.Errorf("it does not show what stands against it: %q", text)
	}
	if texts := s.stored(); len(texts) != 1 || !strings.Contains(texts[0], "220") {
		t.Errorf("stored: %q", texts)
	}
	s.run("undo").want(t, exitDone, "", "") // it leaves the outbox as well

	snapshot(`, "replaces": "` + theirs + `"`)
	receipt, _ = s.save("--to", "mem0")
	if line := s.line(receipt, "mem0"); line.Written != 1 || len(line.Dropped) != 0 {
		t.Errorf("named: %+v", line)
	}
	if texts := s.stored(); len(texts) != 1 || !strings.Contains(texts[0], "219") {
		t.Errorf("stored: %q", texts)
	}
	s.run("undo").want(t, exitDone, "", "")
	if texts := s.stored(); len(texts) != 1 || !strings.Contains(texts[0], "220") {
		t.Errorf("undo leaves %q", texts)
	}
}

// What the server takes the facts for is another project's: the receipt says so,
// and nobody is told to decide between the two.
func TestAnotherProjectsIsInTheReceipt(t *testing.T) {
	s := serveShop(t, mem0test.Options{NearDuplicates: true})
	must(t, os.WriteFile(filepath.Join(s.dir, "s.json"), []byte(`{"version": 1, "topic": "Mail", "items": [{"kind": "preference", "text": "Tests mail 219 customers at most"}]}`), 0o644))
	s.save("--to", "mem0")
	written := s.stored()
	s.run("undo").want(t, exitDone, "removed", "")
	s.server.Put("ada", written[0], map[string]any{"project": "depot", "type": "feedback"})
	receipt, r := s.save("--to", "mem0")
	if line := s.line(receipt, "mem0"); r.code != exitDone || line.Written != 0 || len(line.Dropped) != 1 {
		t.Errorf("exit %d, %+v", r.code, line)
	}
	if text := strings.Join(receipt.Remarks, "\n"); !strings.Contains(text, `project "depot"`) || strings.Contains(text, "mem0: mem0") || strings.Contains(text, "memory waiting") {
		t.Errorf("remarks: %q", text)
	}
}

// At a terminal the person decides, and undo brings back what gave way.
func TestContradictionDecided(t *testing.T) {
	for key, want := range map[string]string{"y": "219", "n": "220"} {
		t.Run(key, func(t *testing.T) {
			s := serveShop(t, mem0test.Options{})
			s.server.Put("ada", "Tests mail 220 customers at most, in the sandbox of the shop", map[string]any{"mine": true, "type": "feedback"})
			must(t, os.WriteFile(filepath.Join(s.dir, "s.json"), []byte(`{"version": 1, "topic": "Mail", "items": [
				{"kind": "preference", "text": "Tests mail 219 customers at most, in the sandbox of the shop"}]}`), 0o644))
			p := installing(t, s.dir, savectx(t, s.dir, s.env, "save", "--to", "mem0", "s.json"))
			p.sees("Approve and write?")
			p.types(enter)
			p.sees("Put the new one in its place?")
			p.types(key)
			p.ends(exitDone)
			if texts := s.stored(); len(texts) != 1 || !strings.Contains(texts[0], want) || s.waiting() != 0 {
				t.Errorf("stored: %q, waiting %d", texts, s.waiting())
			}
			s.run("memory", "waiting").want(t, exitNothing, "", "nothing waits")
			s.run("undo").want(t, exitDone, "", "")
			if texts := s.stored(); len(texts) != 1 || !strings.Contains(texts[0], "220") {
				t.Errorf("undo leaves %q", texts)
			}
		})
	}
}

// TestServerAway: everything else is saved, the receipt says what waits, and
// what waited arrives once.
func TestServerAway(t *testing.T) {
	elsewhere := mem0test.New(mem0test.Options{})
	t.Cleanup(elsewhere.Close)
	for name, fault := range map[string]mem0test.Fault{
		"dropped":        {Drop: true, Times: -1},
		"dropped, done":  {Drop: true, Done: true, Times: -1},
		"garbage":        {Status: 200, Body: "<html>It works!</html>", Times: -1},
		"half an answer": {Half: true, Done: true, Times: -1},
		"redirect":       {Redirect: elsewhere.URL, Times: -1},
		"401":            {Status: 401, Body: `{"detail":"no"}`, Times: -1},
		"429 storm":      {Status: 429, Times: -1, Header: map[string]string{"Retry-After": "1"}},
		"500":            {Status: 500, Times: -1},
		"hangs":          {Hang: true, Times: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveShop(t, mem0test.Options{Key: "k-1234567890"})
			s.server.Break(fault)
			receipt, r := s.save("--to", "context,session,mem0")
			line := s.line(receipt, "mem0")
			if r.code != exitDone || line.Waiting != keptFacts || line.Written != 0 || line.Error != "" {
				t.Errorf("exit %d, %+v\n%s", r.code, line, r.stderr)
			}
			if s.line(receipt, "context").Written == 0 || s.line(receipt, "session").Written != 1 {
				t.Errorf("not everything else was saved: %+v", receipt)
			}
			if !strings.Contains(strings.Join(receipt.Remarks, "\n"), "mem0: ") {
				t.Errorf("no reason: %q", receipt.Remarks)
			}
			if text := r.stdout + r.stderr; strings.Contains(text, "k-1234567890") {
				t.Errorf("the key: %s", text)
			}
			if s.waiting() != keptFacts {
				t.Errorf("%d wait", s.waiting())
			}
			s.server.Mend()
			s.run("memory", "waiting", "--deliver").want(t, exitDone, "", "")
			if texts := s.stored(); len(texts) != keptFacts || s.waiting() != 0 {
				t.Errorf("after it is back: %q, waiting %d", texts, s.waiting())
			}
			if texts := elsewhere.Stored(""); len(texts) > 0 || len(elsewhere.Requests()) > 0 {
				t.Errorf("something went elsewhere: %v, %v", texts, elsewhere.Requests())
			}
		})
	}
}

// TestKeepKilled kills a save to files and stores at random moments. apply
// brings it to its end, each fact once; undo leaves nothing.
func TestKeepKilled(t *testing.T) {
	s := serveShop(t, mem0test.Options{})
	began := time.Now()
	s.save("--to", "context,session,mem0")
	took := time.Since(began)
	s.run("undo").want(t, exitDone, "", "")
	if left := s.stored(); len(left) != 0 {
		t.Fatalf("undo leaves %q", left)
	}
	limit := killTime
	if testing.Short() {
		limit = killTimeShort
	}
	counts := map[string]int{}
	end := time.Now().Add(limit)
	for i := 0; time.Now().Before(end); i++ {
		must(t, os.RemoveAll(filepath.Join(s.dir, "state")), os.RemoveAll(filepath.Join(s.dir, "TempContext.md")))
		cmd := savectx(t, s.dir, s.env, "save", "--yes", "--to", "context,session,mem0", "s.json")
		must(t, cmd.Start())
		after := time.Duration(rand.Int64N(int64(took * 5 / 4)))
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
		steps, err := filepath.Glob(filepath.Join(s.dir, "state/savectx/journal/*/step"))
		must(t, err)
		if len(steps) == 0 {
			if left := s.stored(); len(left) != 0 {
				t.Fatalf("killed after %v: nothing in the journal, and yet %q", after, left)
			}
			counts["before"]++
			continue
		}
		id := filepath.Base(filepath.Dir(steps[0]))
		if i%2 == 0 {
			counts["applied"]++
			s.run("apply", id)
			s.run("memory", "waiting", "--deliver")
			if texts := s.stored(); len(texts) != keptFacts || s.waiting() != 0 {
				t.Fatalf("killed after %v: apply leaves %q, waiting %d", after, texts, s.waiting())
			}
			s.run("load", sessionID).want(t, exitDone, "Goal: mail for abandoned carts", "")
		} else {
			counts["undone"]++
		}
		s.run("undo", id).want(t, exitDone, "", "")
		if texts := s.stored(); len(texts) != 0 || s.waiting() != 0 {
			gave, _ := os.ReadFile(filepath.Join(s.dir, "state/savectx/gave", id+".json"))
			t.Fatalf("killed after %v: undo leaves %q, waiting %d; what it gave: %s", after, texts, s.waiting(), gave)
		}
		s.run("load", sessionID).want(t, exitNothing, "", "")
		if _, err := os.Stat(filepath.Join(s.dir, "TempContext.md")); err == nil {
			t.Fatalf("killed after %v: undo leaves TempContext.md", after)
		}
	}
	t.Logf("%v", counts)
	if counts["applied"] == 0 || counts["undone"] == 0 {
		t.Errorf("no save was killed once its journal had it: %v", counts)
	}
}
