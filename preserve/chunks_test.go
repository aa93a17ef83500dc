package preserve

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestChunks(t *testing.T) {
	family := "👩‍👩‍👧‍👦" // 7 code points, 25 bytes
	for _, c := range []struct {
		name, in string
		want     []int // bytes of each piece
	}{
		{"empty", "", nil},
		{"one", "x", []int{1}},
		{"exactly one", strings.Repeat("x", 700), []int{700}},
		{"one more", strings.Repeat("x", 701), []int{700, 1}},
		{"Chinese", strings.Repeat("字", 301), []int{900, 3}},
		{"Hebrew", strings.Repeat("א", 500), []int{900, 100}},
		{"families", strings.Repeat(family, 40), []int{36 * 25, 4 * 25}},
		{"a letter with its mark", strings.Repeat("x", 699) + "e\u0301", []int{699, 3}},
		{"a cluster larger than a piece", "x" + "e" + strings.Repeat("\u0301", 1000), []int{1 + 899, 900, 202}},
		{"not UTF-8", strings.Repeat("\xff", 800), []int{700, 100}},
	} {
		var got []int
		for _, p := range Chunks(c.in) {
			got = append(got, len(p))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: pieces of %v bytes, want %v", c.name, got, c.want)
		}
	}
}

func FuzzChunks(f *testing.F) {
	f.Add("keep", uint16(300))
	f.Add("👩‍👩‍👧‍👦e\u0301\xff", uint16(200))
	f.Add("\u0301", uint16(1500))
	f.Add("🇩🇪", uint16(250))
	f.Fuzz(func(t *testing.T, s string, n uint16) {
		text := strings.Repeat(s, int(n)%2000)
		if len(text) > 1<<16 {
			t.Skip()
		}
		chunks := Chunks(text)
		if strings.Join(chunks, "") != text {
			t.Fatal("the pieces are not the text")
		}
		cuts := map[int]bool{}
		at := 0
		for _, c := range chunks {
			if c == "" || len(c) > ChunkBytes || utf8.RuneCountInString(c) > ChunkRunes {
				t.Errorf("a piece of %d bytes, %d runes", len(c), utf8.RuneCountInString(c))
			}
			if utf8.ValidString(text) && !utf8.ValidString(c) {
				t.Error("a code point was cut")
			}
			at += len(c)
			cuts[at] = true
		}
		graphemes := uniseg.NewGraphemes(text)
		for graphemes.Next() {
			from, to := graphemes.Positions()
			if to-from > ChunkBytes || utf8.RuneCountInString(text[from:to]) > ChunkRunes {
				continue
			}
			for i := from + 1; i < to; i++ {
				if cuts[i] {
					t.Fatalf("a cut inside %+q", text[from:to])
				}
			}
		}
	})
}
