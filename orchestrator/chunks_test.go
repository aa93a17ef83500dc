package orchestrator

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestChunks(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		pieces int
	}{
		"nothing":          {"", 0},
		"short":            {"/compact Keep it.", 1},
		"exactly one":      {strings.Repeat("a", pasteRunes), 1},
		"one more":         {strings.Repeat("a", pasteRunes+1), 2},
		"bytes bind":       {strings.Repeat("字", 301), 2},
		"one word too far": {strings.Repeat("a", 690) + " " + strings.Repeat("b", 50), 2},
	} {
		if got := chunks(c.text); len(got) != c.pieces {
			t.Errorf("%s: %d pieces, want %d", name, len(got), c.pieces)
		}
	}
	got := chunks(strings.Repeat("a", 690) + " " + strings.Repeat("b", 50))
	if got[0] != strings.Repeat("a", 690) {
		t.Errorf("the cut is not behind a word: %q", got[0][680:])
	}
	family := "👩‍👩‍👧"
	for _, piece := range chunks(strings.Repeat("x", pasteRunes-2) + family + "end") {
		if strings.HasPrefix(piece, "\u200d") || strings.HasSuffix(piece, "\u200d") {
			t.Errorf("a family was torn apart: %q", piece)
		}
	}
}

func FuzzChunks(f *testing.F) {
	f.Add(strings.Repeat("保留 e\u0301 👍🏽 ", 200))
	f.Add("\xff\xfe" + strings.Repeat("a ", 900))
	f.Fuzz(func(t *testing.T, text string) {
		pieces := chunks(text)
		if strings.Join(pieces, "") != text {
			t.Fatal("the pieces are not the text")
		}
		for _, p := range pieces {
			if p == "" || len(p) > pasteBytes || utf8.RuneCountInString(p) > pasteRunes {
				t.Fatalf("a piece of %d bytes, %d runes", len(p), utf8.RuneCountInString(p))
			}
			if utf8.ValidString(text) && !utf8.ValidString(p) {
				t.Fatal("a rune was cut")
			}
		}
	})
}
