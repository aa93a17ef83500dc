// Words and lengths that several destinations look at.

package dest

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
)

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// Fold is a text as it is compared: one line, lower case, single spaces, no
// punctuation at its ends and no marks of Markdown.
func Fold(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '`', '*', '_', '\\', '“', '”', '"', '\'', '‘', '’':
			return -1
		}
		return r
	}, strings.ToLower(preserve.Clean(s)))
	return strings.Trim(strings.Join(strings.Fields(s), " "), ".!?。！？…:;, -")
}

// shorten cuts a title at a word, to at most limit characters, the sign of the
// cut included.
func shorten(s string, limit int) string {
	s = preserve.Clean(s)
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// linesOf are the lines of a document without their ends, as package markdown
// counts them.
func linesOf(src []byte) []string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(src))
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// clip cuts a text to about most words, as [preserve.Words] counts, where a word
// ends if there are spaces.
func clip(s string, most int) string {
	if preserve.Words(s) <= most && utf8.RuneCountInString(s) <= most*longWord {
		return s
	}
	runes := []rune(s)
	n := sort.Search(min(len(runes), most*longWord), func(n int) bool { return preserve.Words(string(runes[:n+1])) > most })
	cut := string(runes[:n])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// longWord is how many characters a word may have on average.
const longWord = 20

func cleanAll(list []string) []string {
	var out []string
	for _, s := range list {
		if s = preserve.Clean(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// tellingWords are the words of four letters or more, and every pair of
// neighbouring characters of scripts that put no spaces between words.
func tellingWords(s string) map[string]bool {
	out := map[string]bool{}
	for _, f := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !wordRune(r) }) {
		runes := []rune(f)
		wide := slices.ContainsFunc(runes, isWide)
		if !wide && len(runes) >= 4 {
			out[f] = true
		}
		for i := 0; wide && i+1 < len(runes); i++ {
			out[string(runes[i:i+2])] = true
		}
	}
	return out
}

// isWide reports whether r is of a script that puts no spaces between words.
func isWide(r rune) bool {
	return r >= 0x1100 && preserve.Words(string([]rune{r, r, r})) > 1
}
