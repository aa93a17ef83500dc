// Whether a sentence says no, in the languages savectx has words for.

package dest

import (
	"slices"
	"strings"
)

// noWords make a sentence say no. Apostrophes are left out, as Fold does.
func noWords() []string {
	return []string{
		"no", "not", "never", "dont", "doesnt", "didnt", "cant", "cannot", "wont", "mustnt", "shouldnt", "isnt", "arent", "without", "avoid", "nor", "neither",
		"nunca", "jamás", "sin", "tampoco", "ne", "pas", "jamais", "aucun", "aucune", "sans", "não", "sem", "nem",
		"nicht", "nie", "niemals", "kein", "keine", "keinen", "keiner", "ohne", "не", "нет", "никогда", "нельзя", "без", "ни",
		"לא", "אל", "אין", "אסור", "בלי", "לעולם",
	}
}

// noParts do the same where words have no spaces between them.
func noParts() []string {
	return []string{"不", "别", "勿", "没", "禁", "未", "无", "ない", "ません", "禁止", "ずに", "않", "못", "금지", "말고", "마세", "없"}
}

// negative reports whether s says no.
func negative(s string) bool {
	folded := Fold(s)
	for _, f := range strings.FieldsFunc(folded, func(r rune) bool { return !wordRune(r) }) {
		if slices.Contains(noWords(), f) {
			return true
		}
	}
	return slices.ContainsFunc(noParts(), func(p string) bool { return strings.Contains(folded, p) })
}
