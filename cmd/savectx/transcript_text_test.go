package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/preserve/memory/store"
	seeds "savectx/preserve/redact/planted"
	"savectx/preserve/transcript"
)

// textOf are the turns of a transcript, one "role: text" each.
func textOf(t *testing.T, path string) (list []string) {
	t.Helper()
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	turns, size, err := v.sessionTurns(path)
	must(t, err)
	n := 0
	for _, turn := range turns {
		list = append(list, turn.Role+": "+turn.Text)
		n += len(turn.Text)
		if turn.Text == "" || !utf8.ValidString(turn.Text) || strings.ContainsFunc(turn.Text, func(r rune) bool { return r != '\n' && r != '\t' && drives(r) }) {
			t.Errorf("%s: turn %q", path, turn)
		}
	}
	if int64(n) != size || n > turnsMost {
		t.Errorf("%s: %d bytes, said to be %d", path, n, size)
	}
	return list
}

// What the person and the model said in real and in invented sessions is there,
// in its order, and nothing of what the client added.
func TestTurnsOfRealTranscripts(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../preserve/transcript/testdata/*.jsonl", "../../preserve/testdata/sessions/open/*.jsonl"} {
		found, err := filepath.Glob(pattern)
		must(t, err)
		paths = append(paths, found...)
	}
	if len(paths) < 80 {
		t.Fatalf("only %d transcripts", len(paths))
	}
	for _, path := range paths {
		list := textOf(t, path)
		all := strings.Join(list, "\n")
		for _, not := range []string{"<system-reminder>", "<command-name>", "<local-command", "<bash-", "Caveat: The messages below", "This session is being continued from"} {
			if strings.Contains(all, not) {
				t.Errorf("%s: %q is in it", path, not)
			}
		}
		at, boundaries := 0, 0
		_, err := transcript.Read(path, transcript.Options{}, func(r *transcript.Row) error {
			role, text := "", r.Text
			switch {
			case r.Off || r.Twice || r.Sidechain:
			case r.Kind == transcript.Boundary:
				boundaries++
			case (r.Kind == transcript.Prompt || r.Kind == transcript.Queued) && r.Who == transcript.Person:
				role = turnUser
			case r.Kind == transcript.Answer || r.Kind == transcript.ToolCall:
				role = turnModel
			}
			text, _ = plainLines(text)
			if role == "" || strings.TrimSpace(text) == "" {
				return nil
			}
			want := role + ": " + strings.TrimSpace(text)
			i := slices.Index(list[at:], want)
			if i < 0 && !strings.Contains(all, "[REDACTED") {
				t.Errorf("%s: line %d is not in its place: %q", path, r.Line, want)
			}
			at += i + 1
			return nil
		})
		must(t, err)
		if n := strings.Count(all, "system: [compacted]"); n != boundaries {
			t.Errorf("%s: %d compactions, want %d", path, n, boundaries)
		}
	}
}

func TestTurnsOfTools(t *testing.T) {
	list := textOf(t, "../../preserve/transcript/testdata/real-2.1.332-tools.jsonl")
	for _, want := range []string{
		"tool: Bash command: cat missing.txt description: Second",
		"result: Exit code 1\ncat: missing.txt: No such file or directory",
		"tool: Write file_path: /home/person/project/notes.md content: # Notes - one",
	} {
		if !slices.Contains(list, want) {
			t.Errorf("%q is not in %q", want, list)
		}
	}
	questions := textOf(t, "../../preserve/transcript/testdata/real-2.1.100-questions.jsonl")
	for _, want := range []string{"user: Which colour: Blue", "user: Which way: straight on, as I said", "user: [refused]", "user: [interrupted]"} {
		if !slices.Contains(questions, want) {
			t.Errorf("%q is not in %q", want, questions)
		}
	}
	plan := textOf(t, "../../preserve/transcript/testdata/real-2.1.100-plan.jsonl")
	for _, want := range []string{"assistant: 1. Look.\n2. Change one file.", "user: [refused] smaller steps first", "user: [plan approved]"} {
		if !slices.Contains(plan, want) {
			t.Errorf("%q is not in %q", want, plan)
		}
	}
}

// talk writes rows one below the other.
type talk []map[string]any

func (s *talk) add(kind string, content any) {
	*s = append(*s, map[string]any{"type": kind, "message": map[string]any{"role": kind, "content": content}})
}

func (s *talk) ran(tool string, input map[string]any, output any, failed bool) {
	id := fmt.Sprintf("toolu_%d", len(*s))
	s.add("assistant", []any{map[string]any{"type": "thinking", "thinking": "UNSAID"}, map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}})
	s.add("user", []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": output, "is_error": failed}})
}

func (s talk) write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	f, err := os.Create(path)
	must(t, err)
	parent := any(nil)
	for i, row := range s {
		id := fmt.Sprintf("00000000-0000-4000-8000-%012x", i+1)
		row["uuid"], row["parentUuid"], row["version"], row["timestamp"] = id, parent, "2.1.332", "2026-11-30T11:00:00.000Z"
		parent = id
		data, err := json.Marshal(row)
		must(t, err)
		_, err = f.Write(append(data, '\n'))
		must(t, err)
	}
	must(t, f.Close())
	return path
}

func TestTurnsAreShort(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("one of many lines\n", n) }
	var s talk
	s.add("user", "Go.<system-reminder>UNSAID</system-reminder>")
	s.add("user", []any{map[string]any{"type": "image", "source": map[string]any{"data": "UNSAID"}}, map[string]any{"type": "text", "text": "Look \x1b[31mred\x1b[0m\n\n\tthere"}})
	s.ran("Bash", map[string]any{"description": "List", "command": "ls\n-la"}, lines(5), false)
	s.ran("Read", map[string]any{"file_path": "/a/b", "offset": 3}, "<system-reminder>UNSAID</system-reminder>"+lines(100)+"<system-reminder>UNSAID</system-reminder>", false)
	s.ran("Bash", map[string]any{"command": strings.Repeat("echo word; ", 100)}, []any{map[string]any{"type": "text", "text": "a\n<system-reminder>\nUNSAID\n</system-reminder>\nb"}, map[string]any{"type": "image", "source": "UNSAID"}}, false)
	s.ran("Bash", nil, "E1 "+lines(60)+"E2", true)
	s.ran("Bash", nil, "E3 "+lines(300)+"E4", true)
	s.ran("Bash", nil, "E5 "+lines(3000)+"E6", true)
	got := textOf(t, s.write(t))
	if strings.Contains(strings.Join(got, "\n"), "UNSAID") {
		t.Errorf("%q", got)
	}
	for i, want := range []string{
		"user: Go.", "user: Look red\n\tthere", "tool: Bash command: ls -la description: List", "result: " + strings.TrimSpace(lines(5)),
		"tool: Read file_path: /a/b", "", "", "result: a\nb", "tool: Bash", "result: E1 " + strings.TrimSpace(lines(60)) + "\nE2",
	} {
		if want != "" && got[i] != want {
			t.Errorf("%d: %q, want %q", i, got[i], want)
		}
	}
	for i, most := range map[int]int{5: resultMost, 6: callMost, 11: 2*resultMost + 1, 13: resultMost, 14: resultMost} {
		if n := utf8.RuneCountInString(got[i]); n > most+len("result: ") || n < most*8/10 || !strings.Contains(got[i], "…") {
			t.Errorf("%d has %d characters: %q", i, n, got[i])
		}
	}
	for i, want := range map[int][2]string{11: {"E3", "E4"}, 13: {"E5", "…"}, 14: {"…", "E6"}} {
		if i < len(got) && !(strings.HasPrefix(got[i], "result: "+want[0]) && strings.HasSuffix(got[i], want[1])) {
			t.Errorf("%d: %q", i, got[i])
		}
	}
}

// Of more than 4 MiB the newest is kept, and memory is bounded.
func TestTurnsKeepTheNewest(t *testing.T) {
	var s talk
	for i := range 400 {
		s.add("user", fmt.Sprintf("prompt %d %s", i, strings.Repeat("word ", 4000)))
		s.add("assistant", []any{map[string]any{"type": "text", "text": fmt.Sprintf("answer %d", i)}})
	}
	got := textOf(t, s.write(t))
	first := 400 - (len(got)+1)/2
	if len(got) < 300 || len(got) > 500 || got[len(got)-1] != "assistant: answer 399" {
		t.Fatalf("%d turns, the last %.50q", len(got), got[len(got)-1])
	}
	if want := fmt.Sprintf("answer %d", first); !strings.Contains(got[0]+got[1], want) || len(strings.Join(got, "")) < turnsMost*9/10 {
		t.Errorf("the first of %d are %.40q, %.40q, want %q", len(got), got[0], got[1], want)
	}
	for name, rows := range map[string]string{"empty": "", "no rows": "x\n{\n", "a torn row": `{"type":"user","mess`} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		must(t, os.WriteFile(path, []byte(rows), 0o600))
		if got := textOf(t, path); len(got) != 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// No secret is in a turn, whichever row it stood in and wherever its text was
// cut.
func TestTurnsHideSecrets(t *testing.T) {
	all := seeds.All()
	hidden := hidden{t, all}
	var s talk
	for i, p := range all {
		switch i % 6 {
		case 0:
			s.add("user", "Try this:\n"+p.Text)
		case 1:
			s.add("assistant", []any{map[string]any{"type": "text", "text": "It says:\n" + p.Text + "\nand stops."}})
		case 2:
			s.ran("Bash", map[string]any{"command": p.Text}, "ok", false)
		case 3:
			s.ran("Bash", map[string]any{"command": "cat x"}, p.Text, false)
		case 4:
			s.ran("Bash", map[string]any{"command": "cat x"}, []any{map[string]any{"type": "text", "text": "failed:\n" + p.Text}}, true)
		case 5:
			s.ran("Write", map[string]any{"file_path": "/x", "content": p.Text}, "<tool_use_error>"+p.Text+"</tool_use_error>", true)
		}
	}
	hidden.in("the turns", strings.Join(textOf(t, s.write(t)), "\n"))
}

// The same where texts are cut: by the reading of long results, before the
// cleaning, and behind it.
func TestTurnsHideSecretsAtCuts(t *testing.T) {
	all := seeds.All()
	for _, fill := range []string{"a line of a log, with words\n", "words of one line without an end ", "日志里的一行，没有空格\n"} {
		for _, c := range []struct {
			failed bool
			length int // bytes of the whole text
			cuts   []int
		}{
			{false, 900, []int{resultMost}},
			{false, 6 << 10, []int{resultMost, doneSource * 3 / 4, 6<<10 - doneSource/4}},
			{true, 5 << 10, []int{resultMost, 5<<10 - resultMost}},
			{true, 40 << 10, []int{resultMost, failedSource * 3 / 4, 40<<10 - failedSource/4, 40<<10 - resultMost}},
		} {
			var s talk
			var used []seeds.Secret
			for i, p := range all {
				if every := 3; i%every != c.length%every || testing.Short() && i%17 != 0 {
					continue
				}
				used = append(used, p)
				cut := c.cuts[i%len(c.cuts)]
				at := max(0, cut-i*13%(len(p.Text)+120))
				text := strings.Repeat(fill, c.length/len(fill)+1)
				at = min(at, c.length)
				for !utf8.RuneStart(text[at]) {
					at--
				}
				text = text[:at] + "\n" + p.Text + "\n" + text[at:c.length-c.length%len(fill)+len(fill)]
				s.ran("Bash", map[string]any{"command": text}, text, c.failed)
			}
			hidden{t, used}.in(fmt.Sprintf("%.10q failed %v, %d bytes", fill, c.failed, c.length), strings.Join(textOf(t, s.write(t)), "\n"))
		}
	}
}

// A secret that only one row tells is in no other one either.
func TestTurnsHideWhatOneOfThemTells(t *testing.T) {
	var s talk
	s.add("user", "Look into the settings, then use Tr0ub4dor-and-3x for the login. The build is 20261130a.")
	s.ran("Bash", map[string]any{"command": "cat .env"}, "HOST=db\nDB_PASSWORD=Tr0ub4dor-and-3x\nBUILD=20261130a\n", false)
	s.ran("Bash", map[string]any{"command": "git clone https://ci:9fQw77zLk2@git.test.invalid/team/app"}, "ok", false)
	s.add("assistant", []any{map[string]any{"type": "text", "text": "I typed Tr0ub4dor-and-3x there, and “9fQw77zLk2” here: https://git.test.invalid/team/app"}})
	got := strings.Join(textOf(t, s.write(t)), "\n")
	for _, not := range []string{"Tr0ub4dor", "9fQw77zLk2"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in %s", not, got)
		}
	}
	for _, want := range []string{"use [REDACTED] for the login. The build is 20261130a.", "BUILD=20261130a", "“[REDACTED]” here: https://git.test.invalid/team/app"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// BenchmarkSessionTurns reads a transcript of about 100 MiB, as the goal for it
// says; SAVECTX_BENCH_TRANSCRIPT names another.
func BenchmarkSessionTurns(b *testing.B) {
	path := os.Getenv("SAVECTX_BENCH_TRANSCRIPT")
	if path == "" {
		b.Skip("SAVECTX_BENCH_TRANSCRIPT names no transcript")
	}
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	var turns []store.Turn
	for b.Loop() {
		if turns, _, err = v.sessionTurns(path); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(turns)), "turns")
}
