package preserve

import (
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/prompts"
)

func listed(t *testing.T) ([]Item, prompts.Words) {
	t.Helper()
	w, err := prompts.Load("en")
	if err != nil {
		t.Fatal(err)
	}
	return []Item{
		{Kind: Correction, Text: "Tests never mail real customers", Quote: "never send to real customers"},
		{Kind: DeadEnd, Text: "the update webhook", Why: "dozens of times a cart", Exact: []string{"429 Too Many Requests"}},
		{Kind: State, Text: "jobs/cart.ts is half done"},
	}, w
}

func TestList(t *testing.T) {
	items, w := listed(t)
	text, dropped := List(items, w, 9000, "")
	want := w.Line.Intro + `
- User's rule: Tests never mail real customers (user's words: “never send to real customers”).
- Tried and dropped: the update webhook (why: dozens of times a cart) (exactly: "429 Too Many Requests").
- State: jobs/cart.ts is half done.`
	if text != want || dropped != 0 {
		t.Errorf("%s\ndropped %d", text, dropped)
	}
	text, dropped = List(items, w, utf8.RuneCountInString(want)-20, "")
	if strings.Contains(text, "cart.ts") || dropped != 1 || !strings.Contains(text, "429 Too Many Requests") {
		t.Errorf("with less room: %s\ndropped %d", text, dropped)
	}
	if text, dropped := List(items, w, 10, ""); text != "" || dropped != 3 {
		t.Errorf("without room: %q, dropped %d", text, dropped)
	}
	if text, _ := List(nil, w, 9000, ""); text != "" {
		t.Errorf("nothing: %q", text)
	}
}

// What the typed line says already is not said again; a part of it that is
// missing, or another number, is.
func TestParagraphSaysOnlyTheRest(t *testing.T) {
	items, w := listed(t)
	line, err := Compose(items[:2], w, Budget{}, "")
	if err != nil {
		t.Fatal(err)
	}
	text, dropped := Paragraph(items, w, "Also kept: ", 9000, line.Text)
	if text != "Also kept: State: jobs/cart.ts is half done." || dropped != 0 {
		t.Errorf("%q, dropped %d", text, dropped)
	}
	said := strings.Replace(line.Text, "429", "428", 1)
	if text, _ := Paragraph(items[:2], w, "Also kept: ", 9000, said); !strings.Contains(text, "429") || strings.Contains(text, "customers") {
		t.Errorf("another number: %q", text)
	}
	if text, _ := Paragraph(items[:2], w, "Also kept: ", 9000, line.Text); text != "" {
		t.Errorf("all said: %q", text)
	}
}

// A part of another word, number or clause says nothing.
func TestSaidAsAClause(t *testing.T) {
	_, w := listed(t)
	for said, texts := range map[string][]string{
		"The port is 8080.":                   {"The port is 80", "port is 8080"},
		"never send to real customers":        {"send to real customers"},
		"Send to real customers in tests":     {"Send to real customers"},
		"It fails; the port is 80, they said": {"It fails; the port"},
	} {
		for _, text := range texts {
			if got, _ := Paragraph([]Item{{Kind: Fact, Text: text}}, w, "", 900, said); got == "" {
				t.Errorf("%q counts as said in %q", text, said)
			}
		}
	}
	for said, text := range map[string]string{
		"It fails; the port is 80, they said": "the port is 80",
		"Fact: The port is 80 (exactly: x).":  "The port is 80",
		"端口是 80。不要发给客户。":                      "不要发给客户",
	} {
		if got, _ := Paragraph([]Item{{Kind: Fact, Text: text}}, w, "", 900, said); got != "" {
			t.Errorf("%q does not count as said in %q", text, said)
		}
	}
}
