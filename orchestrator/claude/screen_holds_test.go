package claude

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// held are the recordings of texts pasted into the composer, with the text.
func held(t testing.TB) map[string][]recording {
	t.Helper()
	out := map[string][]recording{}
	folders, _ := filepath.Glob(filepath.Join(recorded, "holds", "*"))
	for _, folder := range folders {
		text, err := os.ReadFile(filepath.Join(folder, "text"))
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.txt"))
		if len(files) == 0 {
			t.Errorf("no screens in %s", folder)
		}
		for _, f := range files {
			out[string(text)] = append(out[string(text)], load(t, f))
		}
	}
	return out
}

// garbled are texts that a version draws wrongly, over itself and its borders,
// because it counts their columns otherwise than tmux 3.3a.
var garbled = map[string][]string{"2.1.100": {"hindi", "emoji-tone"}}

// readable tells whether a person could read the text off the screen.
func (r recording) readable() bool {
	version, _, _ := strings.Cut(r.name, "-")
	if slices.Contains(garbled[version], r.folder) {
		return false
	}
	borders := 0
	for _, l := range parseGrid(r.capture) {
		if isBorder(l) {
			borders++
		}
	}
	return borders == 2 // else the composer is higher than the screen
}

func TestHoldsWhatWasPasted(t *testing.T) {
	for text, screens := range held(t) {
		for _, r := range screens {
			s := r.read()
			if s.Holds(text) != r.readable() {
				t.Errorf("%s/%s: holds its text: %v (%s, box %v, end %v, exact %v, tail %d, hidden %d of %d)", r.folder, r.name, s.Holds(text), s.Kind, s.Box,
					s.end, s.exact, s.tail, s.Hidden, len(wrap(text, s.width-margin))-len(s.Rows))
			}
			if s.Empty() {
				t.Errorf("%s/%s is taken for empty", r.folder, r.name)
			}
			for _, wrong := range wrongs(text, visible(s, text)) {
				if wrong != text && s.Holds(wrong) {
					t.Errorf("%s/%s is taken for %q", r.folder, r.name, diff(text, wrong))
				}
			}
		}
	}
}

// visible is how many of the text's last runes are surely on the screen.
func visible(s Screen, text string) int {
	n := len([]rune(text))
	if s.Hidden > 0 {
		n = len([]rune(strings.Join(s.Rows[1:], "")))
	}
	return n
}

// wrongs are texts near the right one, changed within its last n runes.
func wrongs(text string, n int) []string {
	runes := []rune(text)
	total := len(runes)
	out := []string{text + "x", string(runes[:total-1]), text + " ", "", text + text}
	if strings.HasSuffix(text, " ") {
		out = append(out, strings.TrimRight(text, " "))
	}
	if n == total {
		out = append(out, "x"+text, string(runes[1:]), " "+text)
	}
	for i := total - n; i < total; i += 1 + n/40 {
		if runes[i] != ' ' && i > 0 {
			out = append(out, string(runes[:i])+"x"+string(runes[i:]), string(runes[:i])+"x"+string(runes[i+1:]))
		}
	}
	return out
}

// diff shows where two texts part.
func diff(text, wrong string) string {
	i := 0
	for i < len(text) && i < len(wrong) && text[i] == wrong[i] {
		i++
	}
	return text[max(0, i-30):min(len(text), i+30)] + " / " + wrong[max(0, i-30):min(len(wrong), i+30)]
}
