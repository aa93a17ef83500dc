// How random a text looks.

package redact

import (
	"math"
	"strings"
)

// entropy returns Shannon's measure in bits a character.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// distinctive reports whether s is worth looking for in the rest of the text:
// it will not be there by chance.
func distinctive(s string) bool {
	return len(s) >= 8 && mixed(s) && entropy(s) > 2.5 && !strings.ContainsAny(s, " \t\r\n"+string(rune(island)))
}
