// Texts to keep.

package mem0test

import (
	"crypto/sha256"
	"strings"
)

// Text is made of invented words. It has none in common with those of other
// seeds: what differs in a number only would rightly be taken for a
// contradiction.
func Text(seed string) string {
	var words []string
	sum := sha256.Sum256([]byte(seed))
	for i := 0; i < 24; i += 4 {
		var w strings.Builder
		for _, b := range sum[i : i+4] {
			w.WriteByte("bdfgklmnprstvz"[b%14])
			w.WriteByte("aeiou"[b/14%5])
		}
		words = append(words, w.String())
	}
	return strings.Join(words, " ")
}
