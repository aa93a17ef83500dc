// When two texts say the same: sentence by sentence, numbers and paths to the
// letter.

package memory

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var (
	// What stands before a line's text: list marks, quote marks, headings.
	lead = regexp.MustCompile(`^\s*(?:(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+|>)*`)
	// A label that this package writes. Others, such as "Never:", count.
	label = regexp.MustCompile(`^\*\*(?:(?:→ )?\d{4}-\d\d-\d\d|Why|How to apply)[:：]\*\*\s*`)
	// A sentence ends here.
	ending = regexp.MustCompile(`[.!?]["'”’)]*(?:\s+|$)|[。！？]["'”’）」』]*`)
)

// sentences splits a text into its normalised sentences.
func sentences(text string) []string {
	var out []string
	for l := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		for before := ""; before != l; {
			before = l
			l = strings.TrimSpace(l[len(lead.FindString(l)):])
			l = l[len(label.FindString(l)):]
		}
		for l != "" {
			s, rest := l, ""
			if m := ending.FindStringIndex(l); m != nil {
				s, rest = l[:m[1]], l[m[1]:]
			}
			if n := normalize(s); n != "" {
				out = append(out, n)
			} else {
				out = append(out, strings.TrimSpace(s)) // nothing but marks
			}
			l = rest
		}
	}
	return out
}

// normalize makes texts comparable that differ in nothing that counts: the
// case of plain words, white space, quotation marks, emphasis, commas and the
// full stop. Words that hold anything but letters, as numbers, paths and
// options do, stay letter for letter.
func normalize(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("，、；。！\u00a0\u3000", r):
			return ' '
		case strings.ContainsRune("“”„«»「」『』", r):
			return '"'
		}
		return r
	}, norm.NFC.String(s))
	var words []string
	for w := range strings.FieldsSeq(spaceScripts(s)) {
		t := strings.Trim(w, "\"'`()[],;‘’")
		if u := strings.TrimLeft(t, "*"); u != t && u != "" && unicode.IsLetter([]rune(u)[0]) {
			t = u
		}
		t = strings.TrimSuffix(t, "**")
		t = strings.TrimRight(t, ".,;:!…\"'`)]")
		switch {
		case t == "" && strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '*' }):
			t = w
		case t == "":
			continue
		case strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) < 0:
			t = strings.ToLower(t)
		}
		words = append(words, t)
	}
	return strings.Join(words, " ")
}

// spaceScripts puts a space between Chinese or Japanese and other letters,
// where people write one or not.
func spaceScripts(s string) string {
	var b strings.Builder
	var before rune
	for _, r := range s {
		if before != 0 && isHan(before) != isHan(r) && !unicode.IsSpace(r) && !unicode.IsSpace(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func isHan(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// enough is the weight from which a text says something of its own: letters
// and digits, Chinese ones counted twice.
const enough = 8

func weight(texts []string) int {
	n := 0
	for _, s := range texts {
		for _, r := range s {
			switch {
			case isHan(r):
				n += 2
			case unicode.IsLetter(r) || unicode.IsDigit(r):
				n++
			}
		}
	}
	return n
}

// within reports whether every one of these sentences is in all.
func within(some []string, all map[string]bool) bool {
	for _, s := range some {
		if !all[s] {
			return false
		}
	}
	return true
}

func set(texts []string) map[string]bool {
	out := make(map[string]bool, len(texts))
	for _, s := range texts {
		out[s] = true
	}
	return out
}
