// How much of a text other texts say, word by word.

package audit

import "slices"

// field is one page as one subject sees it: which unit says which of its words.
// A word of the page is compared once, however often it stands there.
type field struct {
	subject
	units  []unit
	scores [][]float64 // by word of the subject, then unit
	exact  [][]bool    // by exact string, then unit
}

func newField(s subject, pg page) field {
	f := field{subject: s, units: pg.units}
	for _, w := range s.words {
		row := make([]float64, len(pg.units))
		for i, x := range pg.vocabulary {
			if score := alike(w, x); score > 0 {
				for _, u := range pg.postings[i] {
					row[u] = max(row[u], score)
				}
			}
		}
		f.scores = append(f.scores, row)
	}
	for _, e := range s.exact {
		row := make([]bool, len(pg.units))
		for u := range pg.units {
			row[u] = holds(pg.units[u].text, e)
		}
		f.exact = append(f.exact, row)
	}
	f.shorten()
	return f
}

// prose are the windows that say a part of the subject.
func (s subject) prose(p int, f field) []window {
	var out []window
	if len(s.words) == 0 {
		return nil
	}
	alone := make([]float64, len(f.units))
	for i := range f.units {
		alone[i] = f.found(i, i+1)
	}
	for i := range f.units {
		last := 0.0
		for n := 1; n <= max(2, s.long+1) && i+n <= len(f.units); n++ {
			if n > max(1, s.long) && slices.Max(alone[i:i+n]) >= shareOne {
				break // one of them says it, the others speak of something else
			}
			share := f.found(i, i+n)
			if share <= last || share < shareNear {
				continue
			}
			last = share
			out = append(out, window{page: p, from: i, to: i + n, share: share})
		}
	}
	return out
}

// found is the share of the item that some units say. Exact strings count as
// hard words; hard words alone do not make it smaller, since they are asked for
// later.
func (f field) found(from, to int) float64 {
	total, all, softTotal, soft := f.sums(from, to)
	share := ratio(all, total)
	for _, row := range f.exact {
		total += hardWeight
		if slices.Contains(row[from:to], true) {
			all += hardWeight
		}
	}
	if len(f.exact) > 0 {
		share = max(share, ratio(all, total))
	}
	if softTotal >= 1 {
		share = max(share, ratio(soft, softTotal))
	}
	return share
}

// plain is the share of the words alone.
func (f field) plain(from, to int) float64 {
	total, all, _, _ := f.sums(from, to)
	return ratio(all, total)
}

// sums are the weights of all words and of those that some units say, and the
// same without hard words.
func (f field) sums(from, to int) (total, all, softTotal, soft float64) {
	for i, w := range f.words {
		got := slices.Max(f.scores[i][from:to])
		if got == 0 && w.han && hanIn(f.units[from:to], w.runes) {
			got = hanApart
		}
		total, all = total+w.weight, all+got*w.weight
		if !w.hard {
			softTotal, soft = softTotal+w.weight, soft+got*w.weight
		}
	}
	return total, all, softTotal, soft
}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// hanApart is what two Chinese characters count that a text has, but not side
// by side.
const hanApart = 0.6

// hanIn reports whether some units have the first and the last of runes.
func hanIn(units []unit, runes []rune) bool {
	first, last := false, false
	for _, u := range units {
		first = first || slices.Contains(u.han, runes[0])
		last = last || slices.Contains(u.han, runes[len(runes)-1])
	}
	return first && last
}

// distinct drops words that say the same again.
func distinct(words []word) []word {
	var out []word
	for _, w := range words {
		if inWordsOf(w, out) == 0 {
			out = append(out, w)
		}
	}
	return out
}

// share is the part of words, by weight, that some units say. Headings count.
func share(words []word, units []unit) float64 {
	total, found := 0.0, 0.0
	for _, w := range words {
		total += w.weight
		best := 0.0
		for _, u := range units {
			best = max(best, inWordsOf(w, u.words), inWordsOf(w, u.headWords))
		}
		if best == 0 && w.han && hanIn(units, w.runes) {
			best = hanApart
		}
		found += best * w.weight
	}
	return ratio(found, total)
}

func inWordsOf(w word, in []word) float64 {
	best := 0.0
	for _, x := range in {
		if best = max(best, alike(w, x)); best == 1 {
			break
		}
	}
	return best
}
