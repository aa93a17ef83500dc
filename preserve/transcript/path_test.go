package transcript

import (
	"fmt"
	"strings"
	"testing"
)

func call2(id, parent, message string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,"message":{"id":%q,"content":[{"type":"tool_use","id":"t%s","name":"Bash","input":{}}]}}`+"\n", id, parent, message, id)
}

func result2(id, parent, call string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,"message":{"content":[{"type":"tool_result","tool_use_id":"t%s","content":"ok"}]},"toolUseResult":{"stdout":"ok"}}`+"\n", id, parent, call)
}

func attached(id, parent string) string {
	return fmt.Sprintf(`{"type":"attachment","uuid":%q,"parentUuid":%q,"attachment":{"type":"date"}}`+"\n", id, parent)
}

func bound(id, logical, meta string) string {
	return fmt.Sprintf(`{"type":"system","subtype":"compact_boundary","uuid":%q,"parentUuid":null,"logicalParentUuid":%s,"compactMetadata":{"trigger":"auto"%s}}`+"\n", id, parentOf(logical), meta)
}

func summed(id, parent string) string {
	return fmt.Sprintf(`{"type":"user","isCompactSummary":true,"uuid":%q,"parentUuid":%q,"message":{"content":"in short"}}`+"\n", id, parent)
}

func aside(line string) string { return strings.Replace(line, "{", `{"isSidechain":true,`, 1) }

// The rows that are off the path, and those that a later compaction kept.
func TestPath(t *testing.T) {
	ab := user("a", "", "one") + answer("b", "a", "two")
	kept := `,"preservedSegment":{"headUuid":"b","anchorUuid":"s","tailUuid":"b"},"preservedMessages":{"anchorUuid":"s","uuids":["b"],"allUuids":["b"]}`
	for name, c := range map[string]struct{ text, off, kept string }{
		"straight":                                        {ab + user("c", "b", "three"), "", ""},
		"taken back":                                      {ab + user("x", "b", "wrong") + answer("y", "x", "wrong") + attached("z", "y") + user("c", "b", "right"), "x y z", ""},
		"taken back to the beginning":                     {ab + user("c", "", "again") + answer("d", "c", "yes"), "a b", ""},
		"two writers":                                     {ab + user("x", "b", "mine") + user("c", "b", "yours") + answer("y", "x", "m") + answer("d", "c", "y"), "x y", ""},
		"parallel calls":                                  {user("a", "", "go") + call2("b", "a", "m") + call2("c", "b", "m") + result2("q", "c", "c") + result2("p", "b", "b") + answer("d", "p", "done"), "", ""},
		"parallel calls, the last row":                    {user("a", "", "go") + call2("b", "a", "m") + call2("c", "b", "m") + result2("q", "c", "c") + result2("p", "b", "b"), "", ""},
		"a notice after the last row":                     {ab + attached("n", "b"), "", ""},
		"a subagent inside":                               {user("a", "", "one") + aside(user("x", "", "look")) + aside(answer("y", "x", "seen")) + answer("b", "a", "two"), "x y", ""},
		"a subagent's own file":                           {aside(user("a", "", "look")) + aside(attached("n", "a")) + aside(answer("b", "n", "seen")), "", ""},
		"a lost parent":                                   {user("a", "", "one") + answer("c", "gone", "three") + user("d", "c", "four"), "", ""},
		"a compaction":                                    {ab + bound("B", "b", "") + summed("s", "B") + user("c", "s", "three"), "", ""},
		"no logical parent":                               {ab + bound("B", "", "") + summed("s", "B") + user("c", "s", "three"), "", ""},
		"a lost logical parent":                           {ab + bound("B", "gone", "") + summed("s", "B"), "", ""},
		"a boundary is the last row":                      {ab + bound("B", "b", ""), "", ""},
		"a torn compaction, gone on":                      {ab + bound("B", "b", "") + user("c", "b", "three"), "B", ""},
		"kept by the summary's side":                      {ab + bound("B", "b", kept) + summed("s", "B") + user("c", "s", "three"), "", "b=1"},
		"going on from what was kept":                     {ab + bound("B", "b", kept) + summed("s", "B") + user("c", "b", "three"), "", "b=1"},
		"kept, of old shape":                              {ab + user("c", "b", "x") + answer("d", "c", "y") + bound("B", "d", `,"preservedSegment":{"head":"c","anchor":"s","tail":"d"}`) + summed("s", "B") + user("e", "s", "z"), "", "c=1 d=1"},
		"kept twice":                                      {ab + bound("B", "b", kept) + summed("s", "B") + bound("C", "s", strings.ReplaceAll(kept, `"s"`, `"u"`)) + summed("u", "C"), "", "b=2"},
		"summarised up to a row":                          {ab + user("c", "b", "x") + answer("d", "c", "y") + bound("B", "b", `,"preservedSegment":{"headUuid":"c","anchorUuid":"s","tailUuid":"d"},"preservedMessages":{"allUuids":["c","d"]}`) + summed("s", "B") + user("e", "s", "z"), "", "c=1 d=1"},
		"summarised from a row on":                        {ab + user("c", "b", "x") + answer("d", "c", "y") + bound("B", "b", `,"preservedSegment":{"headUuid":"a","anchorUuid":"B","tailUuid":"b"},"preservedMessages":{"allUuids":["a","b"]}`) + summed("s", "B") + user("e", "s", "z"), "", "a=1 b=1"},
		"an answer beside a boundary":                     {ab + user("c", "b", "x") + bound("B", "c", "") + answer("d", "c", "y") + summed("s", "B"), "", ""},
		"an answer beside a boundary, gone on":            {ab + user("c", "b", "x") + bound("B", "c", "") + answer("d", "c", "y") + summed("s", "B") + user("e", "d", "z"), "", ""},
		"a call beside a boundary, gone on":               {ab + user("c", "b", "x") + bound("B", "c", "") + call2("d", "c", "m") + summed("s", "B") + result2("e", "d", "d") + answer("f", "e", "z"), "", ""},
		"taken back over a compaction":                    {ab + bound("B", "b", "") + summed("s", "B") + user("x", "s", "y") + user("c", "b", "three"), "B s x", ""},
		"a summary behind its answer":                     {ab + bound("B", "b", "") + answer("d", "s", "y") + summed("s", "B"), "", ""},
		"an answer was taken back and the rest compacted": {ab + user("x", "b", "wrong") + user("c", "b", "right") + answer("d", "c", "y") + bound("B", "d", "") + summed("s", "B"), "x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			rows, stats := readAll(t, c.text, Options{})
			var off, kept []string
			for _, r := range rows {
				if r.Off {
					off = append(off, r.UUID)
				}
				if r.Kept != r.Segment {
					kept = append(kept, fmt.Sprintf("%s=%d", r.UUID, r.Kept))
				}
			}
			if got := strings.Join(off, " "); got != c.off || stats.Off != len(off) {
				t.Errorf("off: %q, want %q", got, c.off)
			}
			if got := strings.Join(kept, " "); got != c.kept {
				t.Errorf("kept: %q, want %q", got, c.kept)
			}
		})
	}
}

// Ids are UUIDs; another is one too.
func TestIDs(t *testing.T) {
	for _, id := range []string{"00000000-0000-4000-8000-00000000000a", strings.Repeat("a", 36), strings.Repeat("-", 36), strings.Repeat("z", 32), "x", strings.Repeat("é", 500)} {
		rows, stats := readAll(t, user(id, "", "x")+answer("b", id, "y")+user("c", "b", "z"), Options{})
		if stats.Off != 0 || stats.Broken != 0 || len(rows) != 3 {
			t.Errorf("%q: %+v", id, stats)
		}
	}
}

func TestSegments(t *testing.T) {
	rows, stats := readAll(t, user("a", "", "x")+bound("B", "a", `,"preTokens":110022,"postTokens":2904,"durationMs":72,"cumulativeDroppedTokens":9118,"preservedMessages":{"uuids":["a"]}`)+summed("s", "B")+bound("C", "s", "")+summed("u", "C"), Options{})
	want := []int{0, 1, 1, 2, 2}
	for i, r := range rows {
		if r.Segment != want[i] {
			t.Errorf("row %d is in segment %d, want %d", r.Line, r.Segment, want[i])
		}
	}
	c := rows[1].Compaction
	if stats.Segments != 2 || c == nil || c.Trigger != "auto" || c.Before != 110022 || c.After != 2904 || c.Dropped != 9118 || c.Duration.Milliseconds() != 72 || fmt.Sprint(c.Preserved) != "[a]" {
		t.Errorf("%+v, %+v", stats, c)
	}
}
