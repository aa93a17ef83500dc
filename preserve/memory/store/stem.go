// Endings of inflected words.

package store

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// stem cuts an s and then the longest known ending of a folded word of n
// letters, of whatever language, so long as three letters stay. It is wrong now
// and then; as text and question are cut alike, that costs a few places in the
// ranking.
func stem(w string, n int) string {
	list := latinEndings
	if n > 3 && strings.HasSuffix(w, "s") {
		w, n = w[:len(w)-1], n-1
	}
	if r, _ := utf8.DecodeRuneInString(w); r >= 0x400 && r < 0x530 {
		list = cyrillicEndings
	}
	for _, e := range list()[w[len(w)-1]] {
		if strings.HasSuffix(w, e.text) && n-e.runes >= e.keep {
			return undouble(w[:len(w)-len(e.text)])
		}
	}
	return undouble(w)
}

// undouble makes "runn" to "run".
func undouble(w string) string {
	if k := len(w); k > 3 && w[k-1] == w[k-2] && w[k-1] < utf8.RuneSelf {
		return w[:k-1]
	}
	return w
}

// ending is cut when at least keep letters stay.
type ending struct {
	text        string
	runes, keep int
}

var latinEndings = sync.OnceValue(func() *[256][]ending {
	return endings(
		// English, German, French and Spanish, without accents.
		4, "izations ization isation ational aciones amientos amiento imiento erungen ierung ierungen ationen ements ations ations ingly",
		4, "ation ement ments ition ungen lichen liche licher iendo acion ados adas aron ieron aient erons eront ables ibles mente keiten heiten",
		4, "ment ness ings ably ung lich ando able ible ions iert ieren iere ier keit heit aban amos emos eras eaux euse eurs idos idas ant ait ees ence ance ency ancy",
		3, "ying ied ies ing ers ion eur ado ada ido ida est ern ens ent ive ity era",
		3, "ed er ie es en em ly or os as ar ir re al et ez",
		3, "e n t y o a i",
	)
})

var cyrillicEndings = sync.OnceValue(func() *[256][]ending {
	return endings(
		4, "ированием ирования ирование ировать ировали ировал ирован ениями ениях ностью ности ность остей ающий ующий",
		4, "ением ении ений ение ения ываем ывает ывать овать овали ались ились аться иться ается ится ками ками",
		3, "ами ями ого его ому ему ыми ими ает яет ают яют ует уют ать ять ить еть ала али ило ила или ано ана аны ено ена ены ной ную ных ный ная ное ные ции ция цию ках кой кам",
		3, "ов ев ей ой ый ий ая яя ое ее ые ие ых их ам ям ах ях ом ем ым им ую юю ок ек ку ка ки ке ть ет ит ут ют ал ил ан ен но на ны",
		3, "у ю а я о е ы и ь й л н",
	)
})

// endings reads pairs of what must stay and the endings. They are found by
// their last byte, the longest first.
func endings(pairs ...any) *[256][]ending {
	var table [256][]ending
	for i := 0; i < len(pairs); i += 2 {
		for _, e := range strings.Fields(pairs[i+1].(string)) {
			e = strings.TrimSuffix(normal(e), "s") // as it stands in a word when the s is gone
			last := e[len(e)-1]
			table[last] = append(table[last], ending{e, utf8.RuneCountInString(e), pairs[i].(int)})
		}
	}
	for _, list := range table {
		slices.SortStableFunc(list, func(a, b ending) int { return b.runes - a.runes })
	}
	return &table
}
