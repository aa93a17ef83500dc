package preserve

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParseItemsText(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{" \n\t\n", nil},
		{"one", []string{"one"}},
		{"one\r\n\r\n  two  \n", []string{"one", "two"}},
		{"- one\n* two\n-three\n--- four\n*", []string{"one", "two", "-three", "--- four", "*"}},
		{"\ufeff- one", []string{"one"}},
		{"[x] ticked\n[ ] not", []string{"[x] ticked", "[ ] not"}},
		{"{not json}", []string{"{not json}"}},
		{"\u200e\nx", []string{"x"}},
		{"-  \n- ", []string{"-", "-"}},
	} {
		items, err := ParseItems([]byte(c.in), nil)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		}
		var got []string
		for _, it := range items {
			got = append(got, it.Text)
			if it.Kind != "" {
				t.Errorf("%q: plain text has kind %q", c.in, it.Kind)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestParseItemsJSON(t *testing.T) {
	no := false
	items, err := ParseItems([]byte(`[
		{"kind":"fact","text":"last in rank, first here"},
		{"kind":"waiting","text":"t","why":"w","quote":"q","exact":["a","b"],"approved":false,"origin":"implied",
		 "target":{"file":"f","section":"s"},"memory":{"type":"user","name":"n","hook":"h","store":"mem0"},"replaces":"r","done":true},
		{"kind":"correction","text":"x","why":null,"approved":null,"memory":null}
	]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Item{
		{Kind: Fact, Text: "last in rank, first here"},
		{Kind: Waiting, Text: "t", Why: "w", Quote: "q", Exact: []string{"a", "b"}, Approved: &no, Origin: "implied",
			Target: &Target{"f", "s"}, Memory: &Memory{"user", "n", "h", "mem0"}, Replaces: "r", Done: true},
		{Kind: Correction, Text: "x"},
	}
	if !reflect.DeepEqual(items, want) {
		t.Errorf("got %+v", items)
	}
	if items, err := ParseItems([]byte("[]"), nil); err != nil || len(items) != 0 {
		t.Errorf("[]: %v, %v", items, err)
	}
}

func TestParseItemsReportsEveryMistake(t *testing.T) {
	_, err := ParseItems([]byte(`[
		{"kind":"decison","text":"x"},
		{"kind":"dead-end","txt":"x","text":7},
		"just text",
		{"text":"no kind","exact":["a",1],"approved":"yes","origin":"implicit"},
		{"kind":"zzz","text":" \n","exact":"a","target":"f","memory":{"type":"users","stor":"x","store":"memo"}},
		{"kind":["a"],"text":"x","done":1,"why":{},"target":{"section":false}},
		{}
	]`), nil)
	kinds := "one of correction, dead_end, decision, waiting, open, state, investigation, architecture, reference, preference, fact"
	fields := "one of the fields kind, text, why, quote, exact, approved, origin, target, memory, replaces, done"
	want := strings.Join([]string{
		`[0].kind: expected ` + kinds + `, found "decison", did you mean "decision"?`,
		`[1].txt: expected ` + fields + `, found an unknown field, did you mean "text"?`,
		`[1].kind: expected ` + kinds + `, found "dead-end", did you mean "dead_end"?`,
		`[1].text: expected a string, found the number 7`,
		`[2]: expected an object with kind and text, found "just text"`,
		`[3].kind: expected ` + kinds + `, found nothing`,
		`[3].approved: expected true or false, found "yes"`,
		`[3].exact[1]: expected a string, found the number 1`,
		`[3].origin: expected one of requested, implied, found "implicit"`,
		`[4].kind: expected ` + kinds + `, found "zzz"`,
		`[4].text: expected the text of the item, found nothing`,
		`[4].exact: expected an array of strings, found "a"`,
		`[4].target: expected an object with file, section, found "f"`,
		`[4].memory.stor: expected one of the fields type, name, hook, store, found an unknown field, did you mean "store"?`,
		`[4].memory.type: expected one of user, feedback, project, reference, found "users", did you mean "user"?`,
		`[4].memory.store: expected one of local, session, mem0, mcp, found "memo", did you mean "mem0"?`,
		`[5].kind: expected ` + kinds + `, found an array`,
		`[5].why: expected a string, found an object`,
		`[5].done: expected true or false, found the number 1`,
		`[5].target.section: expected a string, found false`,
		`[6].kind: expected ` + kinds + `, found nothing`,
		`[6].text: expected the text of the item, found nothing`,
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestParseItemsErrors(t *testing.T) {
	many := strings.Repeat("x\n", MaxItems+1)
	for _, c := range []struct{ name, in, want string }{
		{"size", strings.Repeat("x", MaxItemsBytes+1), "larger than 1048576 bytes"},
		{"lines", many, "1001 items are more than the 1000"},
		{"objects", "[" + strings.TrimSuffix(strings.Repeat("{},", MaxItems+1), ",") + "]", "1001 items are more than the 1000"},
		{"UTF-8", "ok\nbad \xff", "line 2 of the list of items is not UTF-8"},
		{"syntax", "[{\"kind\":\"fact\",\n\"text\":x}]", "line 2 of the list of items: invalid character 'x'"},
		{"breaks off", `[{"kind":"fact"`, "breaks off before its closing ]"},
		{"more after it", "[{\"kind\":\"fact\",\"text\":\"x\"}]\n[]", "line 2 of the list of items: text after the end"},
		{"one object", `{"items":[]}`, "found one object"},
	} {
		if _, err := ParseItems([]byte(c.in), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestRankAndOrder(t *testing.T) {
	no, yes := false, true
	items := []Item{
		{Kind: Fact, Text: "fact"}, {Kind: State, Text: "state"}, {Kind: Reference, Text: "exact", Exact: []string{"x"}},
		{Kind: Open, Text: "open"}, {Kind: Decision, Text: "granted", Approved: &yes}, {Kind: State, Text: "not granted", Approved: &no},
		{Kind: DeadEnd, Text: "dead end"}, {Kind: Correction, Text: "rule 1"}, {Kind: Waiting, Text: "waiting"},
		{Kind: Preference, Text: "preference"}, {Kind: Correction, Text: "rule 2"},
	}
	var got []string
	for _, it := range Order(items) {
		got = append(got, it.Text)
	}
	want := "[rule 1 rule 2 dead end granted not granted waiting open exact state fact preference]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v", got)
	}
	if items[0].Text != "fact" {
		t.Error("Order changed its argument")
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"open", "oepn", 2}, {"état", "etat", 1}} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzParseItems(f *testing.F) {
	f.Add([]byte(`[{"kind":"fact","text":"x","memory":{"type":1}}]`))
	f.Add([]byte("- a\n* b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := ParseItems(data, nil)
		if err != nil && (len(items) > 0 || err.Error() == "") {
			t.Errorf("%d items and error %v", len(items), err)
		}
		for _, it := range items {
			if Clean(it.Text) == "" {
				t.Errorf("an item without text in %q", data)
			}
		}
	})
}
