// Many at once: every save is there, whole, in one file.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/preserve/dest"
)

// TestFiftyAtOnce: fifty processes save into one project at the same time. All
// fifty entries are in one TempContext.md, each whole and once, every session
// has its handoff, and the index of the memory its one line.
func TestFiftyAtOnce(t *testing.T) {
	const saves = 50
	dir := t.TempDir()
	project := filepath.Join(dir, "shop")
	must(t, os.Mkdir(project, 0o755))
	want := map[string][]string{}
	var finish []func() result
	for i := range saves {
		topic := fmt.Sprintf("Session %02d", i)
		items := []string{fmt.Sprintf("Session %02d has found the cause of the error", i), fmt.Sprintf("Session %02d keeps the port %d", i, 5000+i)}
		want[topic] = items
		cmd := savectx(t, dir, []string{fmt.Sprintf("CLAUDE_CODE_SESSION_ID=%08d-2222-4333-8444-555555555555", i)}, "save", "-")
		cmd.Dir = project
		cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"version": 1, "language": "en", "topic": %q, "items": [{"kind": "fact", "text": %q}, {"kind": "fact", "text": %q}]}`, topic, items[0], items[1]))
		finish = append(finish, begin(t, cmd))
	}
	for _, f := range finish {
		if r := f(); r.code != exitDone || !strings.Contains(r.stdout, "✅ Saved 0 doc edits + 1 TempContext.md entry.") {
			t.Errorf("exit %d, stdout %q, stderr %q", r.code, r.stdout, r.stderr)
		}
	}
	data, err := os.ReadFile(filepath.Join(project, dest.TempContext))
	must(t, err)
	if n := strings.Count(string(data), "# TempContext\n"); n != 1 || !strings.HasPrefix(string(data), "# TempContext\n") {
		t.Errorf("%d headers", n)
	}
	blocks := dest.Blocks(data)
	if len(blocks) != saves {
		t.Errorf("%d entries, want %d", len(blocks), saves)
	}
	tags := map[string]bool{}
	for _, b := range blocks {
		items, ok := want[b.Topic]
		if !ok {
			t.Errorf("entry %q is there twice, or is nobody's", b.Topic)
			continue
		}
		delete(want, b.Topic)
		if got := strings.Join(b.Bullets, "\n"); got != "- "+items[0]+"\n- "+items[1] {
			t.Errorf("entry %q holds %q", b.Topic, got)
		}
		tags[b.Tag] = true
	}
	if len(tags) != len(blocks) {
		t.Errorf("%d tags for %d entries", len(tags), len(blocks))
	}
	handoffs, err := filepath.Glob(filepath.Join(dir, "claude/handoffs/*.md"))
	must(t, err)
	if len(handoffs) != saves {
		t.Errorf("%d handoffs, want %d", len(handoffs), saves)
	}
	index, err := os.ReadFile(filepath.Join(memoryOf(dir, "shop"), "MEMORY.md"))
	must(t, err)
	if n := strings.Count(string(index), "(HANDOFF.md)"); n != 1 {
		t.Errorf("%d lines for HANDOFF.md in %q", n, index)
	}
	files, err := readTree(dir)
	must(t, err)
	for name := range files {
		if strings.Contains(name, ".savectx-") {
			t.Errorf("left behind: %s", name)
		}
	}
}
