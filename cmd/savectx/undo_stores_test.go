package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/preserve/memory/mem0/mem0test"
)

// A save that could not be taken back whole stays the last one: the same undo
// again does not go on to the save before it.
func TestUndoStaysWithTheLastSave(t *testing.T) {
	s := serveShop(t, mem0test.Options{})
	s.save("--to", "context")
	_, r := s.save("--to", "mem0")
	r.want(t, exitDone, "", "")
	facts := s.stored()
	notes := func() string {
		data, err := os.ReadFile(filepath.Join(s.dir, "TempContext.md"))
		must(t, err)
		return string(data)
	}
	before := notes()
	f, _ := faults("away")
	s.server.Break(f)
	s.run("undo").want(t, exitFailed, "", "could not be asked")
	for range 2 {
		s.run("undo").want(t, exitFailed, "", "tries the rest; savectx undo --list")
		if notes() != before {
			t.Fatal("the save before it was taken back")
		}
	}
	s.server.Mend()
	if len(s.stored()) != len(facts) {
		t.Fatalf("%q", s.stored())
	}
	id := strings.Fields(s.run("undo", "--list").stdout)[0]
	s.run("undo", id).want(t, exitDone, "removed", "")
	if left := s.stored(); len(left) != 0 {
		t.Errorf("left: %q", left)
	}
	s.run("undo").want(t, exitDone, "TempContext.md", "")
}

// What was changed since is left alone, once and for all, and keeps nobody from
// the saves before it.
func TestUndoLeavesWhatWasChanged(t *testing.T) {
	s := serveShop(t, mem0test.Options{})
	s.save("--to", "context")
	s.save("--to", "mem0")
	m := s.server.Stored("ada")[0]
	req, err := http.NewRequest(http.MethodPut, s.server.URL+"/memories/"+m.ID, strings.NewReader(`{"text": "Mail goes out on Mondays"}`))
	must(t, err)
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	res.Body.Close()
	r := s.run("undo")
	r.want(t, exitFailed, "", "it was changed since: it is left alone")
	if strings.Contains(r.stderr, "tries it again") {
		t.Errorf("told to try again: %s", r.stderr)
	}
	if left := s.stored(); len(left) != 1 || left[0] != "Mail goes out on Mondays" {
		t.Errorf("left: %q", left)
	}
	s.run("undo").want(t, exitDone, "TempContext.md", "")
	if _, err := os.Stat(filepath.Join(s.dir, "TempContext.md")); !os.IsNotExist(err) {
		t.Errorf("TempContext.md: %v", err)
	}
}
