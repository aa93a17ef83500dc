// Pieces that can be pasted one after the other.

package preserve

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// The size of a piece. Claude Code 2.1.332 turns a paste of more than 800
// characters into a placeholder, and then sends the line as an ordinary prompt;
// pasted one after the other, pieces of this size stayed text up to 12,000
// characters. The bytes bind where a character has more than one of them.
const (
	ChunkRunes = 700
	ChunkBytes = 900
)

// Chunks cuts text into pieces of at most [ChunkRunes] code points and
// [ChunkBytes] bytes. Together they are the text, byte for byte. No character a
// person sees (a grapheme cluster: an emoji with its joiners, a letter with
// its marks) is cut in two, unless it alone is larger than a piece; then the
// cut is between two code points. Empty text has no pieces.
func Chunks(text string) []string {
	var chunks []string
	start, end, runes := 0, 0, 0 // the piece being filled is text[start:end]
	add := func(part string) {
		n := utf8.RuneCountInString(part)
		if end > start && (runes+n > ChunkRunes || end-start+len(part) > ChunkBytes) {
			chunks = append(chunks, text[start:end])
			start, runes = end, 0
		}
		end += len(part)
		runes += n
	}
	for rest, state := text, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if utf8.RuneCountInString(cluster) <= ChunkRunes && len(cluster) <= ChunkBytes {
			add(cluster)
			continue
		}
		for cluster != "" {
			_, n := utf8.DecodeRuneInString(cluster)
			add(cluster[:n])
			cluster = cluster[n:]
		}
	}
	if end > start {
		chunks = append(chunks, text[start:end])
	}
	return chunks
}
