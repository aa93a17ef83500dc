// How good the generated list is, and how fast.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"savectx/preserve/evidence"
	"savectx/preserve/evidence/evidencetest"
)

// preserve prints how fast a list is made of a transcript of n MiB, beside wc
// and jq on the same file, and how good the lists of the marked sessions are.
func (r rig) preserve(ctx context.Context, n int) error {
	dir, err := os.MkdirTemp("", "savectx-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "large.jsonl")
	if err := writeSession(path, n<<20); err != nil {
		return err
	}
	if err := speed(ctx, path, n); err != nil {
		return err
	}
	for _, sets := range [][]string{{"open"}, {"held"}, {"open", "held"}} {
		if err := quality(sets...); err != nil {
			return err
		}
	}
	return nil
}

func speed(ctx context.Context, path string, n int) error {
	var took []time.Duration
	items := 0
	for range 5 {
		start := time.Now()
		list, err := evidence.Read(path, evidence.Options{})
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
		items = len(list)
	}
	_, peak, err := usage(os.Getpid())
	if err != nil {
		return err
	}
	fmt.Printf("list of a transcript of %d MiB, %d items\n  savectx  %s; peak of the process %.0f MiB\n", n, items, spread(took), float64(peak)/1024)
	for _, args := range [][]string{{"wc", "-l"}, {"jq", "-c", "select(.type==\"user\")"}} {
		if _, err := exec.LookPath(args[0]); err != nil {
			fmt.Printf("  %-8s not installed\n", args[0])
			continue
		}
		start := time.Now()
		if err := exec.CommandContext(ctx, args[0], append(args[1:], path)...).Run(); err != nil {
			return err
		}
		fmt.Printf("  %-8s %s\n", args[0], time.Since(start).Round(time.Millisecond))
	}
	return nil
}

// quality prints the figures of sets: of all of them, and of each language.
// What is missed is not printed: nobody tunes by the held set.
func quality(sets ...string) error {
	var sessions []evidencetest.Session
	for _, set := range sets {
		more, err := evidencetest.Load(filepath.Join("preserve", "testdata", "sessions", set))
		if err != nil {
			return err
		}
		sessions = append(sessions, more...)
	}
	var all evidencetest.Figures
	each := map[string]*evidencetest.Figures{}
	items := 0
	for _, s := range sessions {
		list, err := s.Find()
		if err != nil {
			return err
		}
		items += len(list)
		all.Measure(s, list)
		if each[s.Language] == nil {
			each[s.Language] = &evidencetest.Figures{}
		}
		each[s.Language].Measure(s, list)
	}
	fmt.Printf("%s: %d sessions, %d items\n  recall     corrections %s, dead ends %s, exact strings %s (as strings of their own %s)\n  precision  matches a mark %s, is no marked mistake %s; of the same kind %s\n",
		strings.Join(sets, " and "), len(sessions), items, all.Corrections, all.DeadEnds, all.Exact, all.Strings, all.Matched, all.NotJunk, all.Kinds)
	if slices.Contains(sets, "held") {
		return nil
	}
	var langs []string
	for l := range each {
		langs = append(langs, l)
	}
	slices.Sort(langs)
	for _, l := range langs {
		f := each[l]
		fmt.Printf("  %s         corrections %s, dead ends %s, exact strings %s, precision %s\n", l, f.Corrections, f.DeadEnds, f.Exact, f.Matched)
	}
	return nil
}

// writeSession writes a transcript of about size bytes as a client would:
// prompts, answers, commands with long outputs, failures, edits and
// compactions.
func writeSession(path string, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	code := strings.Repeat("\tif err := run(\"a b\", `c`); err != nil {\n\t\treturn fmt.Errorf(\"run: %w\", err)\n\t}\n", 30)
	prose := strings.Repeat("The parser now skips what it doesn't know, and says so; 14 places in src/parser.rs are left. ", 8)
	parent := "null"
	for n, written := 1, 0; written < size; n++ {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012x"`, n)
		k, err := fmt.Fprintf(w, `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/person/project","sessionId":"00000000-0000-4000-8000-000000000000","version":"2.1.332","gitBranch":"main",%s,"uuid":%s,"timestamp":"2026-11-30T11:00:00.000Z"}`+"\n", parent, sessionRow(n, prose, code), id)
		if err != nil {
			return err
		}
		written += k
		parent = id
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func sessionRow(n int, prose, code string) string {
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	const turn, step, segment = 40, 4, 2000 // rows
	switch {
	case n%segment == segment-1:
		return `"type":"system","subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":150000}`
	case n%turn == 1:
		return `"type":"user","origin":{"kind":"human"},"promptSource":"typed","message":{"role":"user","content":` + quote(fmt.Sprintf("Thanks. Never write more than %d rows at once, the disk of host-%d is slow. Then look at src/part%d.rs again.", n, n%7, n)) + `}`
	case n%step == 2:
		return fmt.Sprintf(`"type":"assistant","message":{"id":"msg_%d","model":"m","role":"assistant","content":[{"type":"text","text":%s}],"usage":{"input_tokens":1}}`, n, quote(prose))
	case n%step == 3:
		input := `{"command":` + quote(fmt.Sprintf("cargo test part%d", n%50)) + `}`
		name := "Bash"
		if n%turn == 7 {
			name, input = "Edit", `{"file_path":`+quote(fmt.Sprintf("/home/person/project/src/part%d.rs", n%300))+`,"old_string":`+quote(code)+`,"new_string":`+quote(code)+`}`
		}
		return fmt.Sprintf(`"type":"assistant","message":{"id":"msg_%d","model":"m","role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":%q,"input":%s}],"usage":{"input_tokens":1}}`, n, n, name, input)
	case n%step == 0 && n%turn == 12:
		return fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%d","type":"tool_result","is_error":true,"content":%s}]},"toolUseResult":"Error"`, n-1, quote(fmt.Sprintf("Exit code 101\n%serror[E0%d]: part %d cannot be moved", code, n%900, n%50)))
	case n%step == 0:
		out := quote(strings.Repeat(code, 1+n%7))
		return fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%d","type":"tool_result","content":%s}]},"toolUseResult":{"stdout":%s,"stderr":"","interrupted":false}`, n-1, out, out)
	}
	return `"type":"attachment","attachment":{"type":"todo_reminder","content":` + quote(prose) + `}`
}
