// How long a long session takes to judge.

package audit

import (
	"strings"
	"testing"

	"savectx/preserve"
)

// BenchmarkJudge judges 100 items against a summary and a tail of about 60 KB.
func BenchmarkJudge(b *testing.B) {
	items, text, _ := large()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Judge(items, []string{text})
	}
}

// BenchmarkInvented looks for inventions in it.
func BenchmarkInvented(b *testing.B) {
	_, text, said := large()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Invented(text, said, "en")
	}
}

func large() (items []preserve.Item, text string, said []string) {
	t := &testing.T{}
	var all strings.Builder
	for _, s := range scenes(t, "cases") {
		items, said = append(items, s.Items...), append(said, s.Said...)
		all.WriteString(s.Summary + "\n\n")
	}
	const size = 60_000
	return items, strings.Repeat(all.String(), 1+size/all.Len()), said
}
