// From a locale to a language we have words in.

package prompts

import (
	"slices"
	"strings"
)

// Languages lists the languages with words, English first.
func Languages() []string {
	return []string{"en", "zh", "ja", "ko", "es", "fr", "de", "pt", "ru", "he"}
}

// Match returns the language for a BCP 47 tag ("pt-BR") or a POSIX locale
// ("zh_CN.UTF-8", "de_DE@euro"). Only the primary language counts: region and
// script are left aside. For "C", "POSIX", an empty tag or a language without
// words it returns "en" and false.
//
// This is done by hand because golang.org/x/text/language builds its tables at
// start-up, which every command would pay for.
func Match(tag string) (lang string, ok bool) {
	primary := strings.ToLower(strings.TrimSpace(tag))
	if i := strings.IndexAny(primary, "-_.@"); i >= 0 {
		primary = primary[:i]
	}
	switch primary {
	case "iw": // Hebrew before ISO 639 was revised in 1989; Java still says it
		primary = "he"
	case "cmn": // Mandarin, the language most text tagged zh is in
		primary = "zh"
	}
	if slices.Contains(Languages(), primary) {
		return primary, true
	}
	return "en", false
}
