package claude

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// FuzzReadScreen (run it with -fuzzminimizetime=50x: captures are long) holds
// the laws of a screen: no capture panics, none is both empty and full, and a
// composer with one more letter does not hold what it held before.
func FuzzReadScreen(f *testing.F) {
	for i, r := range recordings(f) {
		if i%7 == 0 {
			f.Add(r.capture, r.x, r.y, ours)
		}
	}
	f.Add("\x1b[38;2", 2, 0, "")
	f.Add("\x1b]8;;x\x1b\\"+strings.Repeat("─", 12)+"\n❯\u00a0a\n"+strings.Repeat("─", 12), 3, 1, "a")
	f.Fuzz(func(t *testing.T, capture string, x, y int, text string) {
		s := ReadScreen(capture, x, y)
		if s.Empty() && s.Holds(text) {
			t.Fatalf("empty, and holds %q", text)
		}
		if (s.Empty() || s.Holds(text)) && !s.Box {
			t.Fatal("no composer, and yet one")
		}
		if s.Holds(text) && (s.Holds(text+"x") || s.Holds("x"+text) && s.Hidden == 0) {
			t.Fatalf("holds %q with a letter more", text)
		}
	})
}

// TestOneLetterMore draws a letter into the composer of every recording, at
// the end of each of its rows in turn: none holds the text any longer.
func TestOneLetterMore(t *testing.T) {
	for text, screens := range held(t) {
		for _, r := range screens {
			s := r.read()
			first := s.Y - len(s.Rows) + 1
			rows := strings.Split(r.capture, "\n")
			for y := first; y <= s.Y && s.Box; y++ {
				changed := slices.Clone(rows)
				changed[y] = appendLetter(rows[y])
				if ReadScreen(strings.Join(changed, "\n"), r.x, r.y).Holds(text) {
					t.Errorf("%s/%s holds its text with a letter more in row %d", r.folder, r.name, y)
				}
			}
		}
	}
}

// appendLetter puts an x behind the last visible letter of a row with SGR.
func appendLetter(row string) string {
	end, inside := 0, false
	for i, r := range row {
		switch {
		case r == 0x1b:
			inside = true
		case inside:
			inside = r != 'm'
		case !unicode.IsSpace(r):
			end = i + len(string(r))
		}
	}
	return row[:end] + "x" + row[end:]
}
