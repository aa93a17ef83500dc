// The parts of a summary: what its headings promise, its lists and quotes.

package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// part is what a heading promises of the lines below it.
type part int

const (
	anyPart  part = iota
	messages      // the user's own messages
	requests      // what was asked for, what is to be done
	ruling        // rules, constraints, requirements
)

// partOf tells what a flattened heading promises.
func partOf(flat string) part {
	switch {
	case has(flat, person) && has(flat, heard):
		return messages
	case has(flat, ruled):
		return ruling
	case has(flat, wanted):
		return requests
	}
	return anyPart
}

// place is where in a text a line stands.
type place struct {
	part   part
	number int // of the heading, 0 without one
	indent int // of the heading
}

// next is the place of a line. It may open a part of its own: as a heading, or
// as the next one of numbered headings; a line that is indented below a heading
// or stands in its list ends nothing.
func (p place) next(raw, line, body string, isHead bool) place {
	indent := len(raw) - len(strings.TrimLeft(raw, " \t"))
	n := numbering(line)
	switch {
	case !isHead && (n == 0 || p.number == 0 || n != p.number+1 || indent > p.indent):
		return p
	case !isHead:
		body, _ = lead(line)
	}
	here := place{part: partOf(flatten(body)), number: n, indent: indent}
	within := bulleted(line) || indent > p.indent && !strings.HasPrefix(line, "#")
	if p.part != anyPart && within && here.part == anyPart {
		return p
	}
	return here
}

// lead is what stands in front of a line's first colon, if it is short.
func lead(line string) (string, bool) {
	const short = 60 // runes
	i := strings.IndexAny(line, ":：")
	if i < 0 || utf8.RuneCountInString(line[:i]) > short {
		return line, false
	}
	return line[:i], true
}

// bulleted reports whether a line begins with the mark of a list.
func bulleted(line string) bool {
	mark, _, ok := strings.Cut(line, " ")
	return ok && (mark == "-" || mark == "*" || mark == "+" || mark == "•" || mark == "・" || mark == "·")
}

// numbering is the number that a list or a heading gives a line; 0 if none.
func numbering(line string) int {
	t := strings.TrimLeft(line, "#*_ ")
	n, i := 0, 0
	for ; i < len(t) && i < 2 && digitAt(t, i); i++ {
		n = n*10 + int(t[i]-'0')
	}
	if i == 0 || i+1 >= len(t) || t[i] != '.' && t[i] != ')' || t[i+1] != ' ' {
		return 0
	}
	return n
}

// unnumbered is a line without the number that a list or a heading gives it.
func unnumbered(line string) string {
	if numbering(line) == 0 || strings.HasPrefix(line, "* ") {
		return line
	}
	i := strings.IndexAny(line, ".)")
	rest := strings.TrimSpace(line[i+1:])
	if strings.IndexFunc(rest, alnum) < 0 {
		return line
	}
	return rest
}

// quoting follows quotation marks through the sentences of a line.
type quoting struct{ end rune }

// closing is the mark that ends a quote which r begins; 0 if it begins none.
func closing(r rune) rune {
	switch r {
	case '"':
		return '"'
	case '\'':
		return '\''
	case '‘':
		return '’'
	case '“', '„', '”':
		return '”'
	case '«':
		return '»'
	case '»':
		return '«'
	case '「':
		return '」'
	case '『':
		return '』'
	}
	return 0
}

// quotes are the parts of a sentence that stand in quotation marks. One that
// goes on in the next sentence, or to the end of the line, counts as far as it goes.
func (q *quoting) quotes(s string) []string {
	var out []string
	start, before := 0, ' '
	for i, r := range s {
		if next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):]); (r == '\'' || r == '’') && q.end == r && alnum(next) {
			before = r
			continue // an apostrophe
		}
		switch {
		case q.end == 0 && !alnum(before) && closing(r) != 0:
			q.end, start = closing(r), i+utf8.RuneLen(r)
		case q.end != 0 && (r == q.end || q.end == '”' && (r == '“' || r == '"')):
			out, q.end = append(out, s[start:i]), 0
		}
		before = r
		if wide(r) || unicode.IsPunct(r) && closing(r) == 0 {
			before = ' '
		}
	}
	if q.end != 0 && start < len(s) {
		out = append(out, s[start:])
	}
	return out
}
