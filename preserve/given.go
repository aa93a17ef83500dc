// Lines that a person wrote: they go out as they are, if they can go out at all.

package preserve

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Given makes the line to type from a text of a person's own, with or without
// "/compact" in front, and returns it with "/compact " in front. No budget
// binds it. All errors are mistakes in the text: nothing behind /compact,
// another command, more than [MaxLine] code points.
//
// The text goes through [Clean] and is otherwise untouched, with one addition:
// a last word that would make Enter do something else than submit gets " ."
// behind it. Those are words in which "@", ":" or "#" opens a picker, and a
// "\" at the end, which continues the line (Claude Code 2.1.332).
func Given(text string) (string, error) {
	s := Clean(text)
	if rest, ok := cutCommand(s); ok {
		s = rest
	} else if name := otherCommand(s); name != "" {
		return "", fmt.Errorf("the line would be the command %s: if that is text for the summary, put /compact before it", name)
	}
	if firstVisible(s) == 0 {
		return "", errors.New("/compact alone is not sent, a summary needs to know what to keep: write it after /compact, or leave the line out for a generated one")
	}
	return bounded("line", command+closeEnd(s))
}

// Then makes the follow-up prompt that is typed after a compaction. All errors
// are mistakes in the text: nothing in it, more than [MaxLine] code points, or
// a first character by which the composer takes it for something else than a
// prompt: "!", "/", "#" or "@". Invisible characters before it do not hide it.
// The last word is treated as in [Given].
func Then(text string) (string, error) {
	s := Clean(text)
	switch first := firstVisible(s); first {
	case 0:
		return "", errors.New("the follow-up prompt is empty")
	case '!', '/', '#', '@':
		return "", fmt.Errorf("a follow-up prompt cannot begin with %c: put a word before it", first)
	}
	return bounded("follow-up prompt", closeEnd(s))
}

// cutCommand takes "/compact" and the space behind it off.
func cutCommand(s string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(s, strings.TrimSpace(command))
	if !ok {
		return s, false
	}
	if first, _ := utf8.DecodeRuneInString(rest); rest != "" && !unicode.IsSpace(first) {
		return s, false // "/compaction is slow"
	}
	return strings.TrimSpace(rest), true
}

// otherCommand returns the slash command s begins with, or "". "/etc/hosts" is
// none.
func otherCommand(s string) string {
	word, _, _ := strings.Cut(s, " ")
	name, ok := strings.CutPrefix(word, "/")
	if !ok || name == "" || strings.ContainsFunc(name, notOfCommand) {
		return ""
	}
	return word
}

func notOfCommand(r rune) bool {
	return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_:-", r)
}

// firstVisible returns the first character that a person can see, or 0.
func firstVisible(s string) rune {
	for _, r := range s {
		if !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me) {
			return r
		}
	}
	return 0
}

// closeEnd puts " ." behind a text, which is not empty, if its last word would
// keep Enter from submitting it.
func closeEnd(s string) string {
	words := strings.Fields(s)
	if opensPicker(words[len(words)-1]) || strings.HasSuffix(s, `\`) {
		return s + " ."
	}
	return s
}

// opensPicker reports whether "@", ":" or "#" begins word, or follows in it on
// something that is no part of a name, like a bracket or a Chinese character. In "a@b.org",
// "12:30" and "https://host" none does.
func opensPicker(word string) bool {
	before := ' '
	for _, r := range word {
		if strings.ContainsRune("@:#", r) && !partOfName(before) {
			return true
		}
		before = r
	}
	return false
}

func partOfName(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-./:", r))
}

// bounded returns s, or an error if it is too long for the composer.
func bounded(what, s string) (string, error) {
	if n := utf8.RuneCountInString(s); n > MaxLine {
		return "", fmt.Errorf("the %s has %d characters, %d are the most", what, n, MaxLine)
	}
	return s, nil
}
