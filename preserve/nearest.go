// "Did you mean": the valid value closest to a mistyped one.

package preserve

import "strings"

// Nearest returns the value of valid with the smallest edit distance to s,
// letter case and "-" for "_" left aside, or "" if more than a third of s (at
// least two letters, in a word of three one) would have to change.
func Nearest(s string, valid []string) string {
	alike := strings.NewReplacer("-", "_")
	s = alike.Replace(strings.ToLower(strings.TrimSpace(s)))
	if s == "" || len(s) > 64 {
		return ""
	}
	best, bestDistance := "", min(len(s)-2, max(2, len(s)/3))+1
	for _, v := range valid {
		if d := editDistance(s, alike.Replace(v)); d < bestDistance {
			best, bestDistance = v, d
		}
	}
	return best
}

// editDistance counts the letters to put in, take out or change to turn a into
// b (Levenshtein).
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, q := range to {
			change := diagonal
			if r != q {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
