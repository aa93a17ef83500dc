// A person's words, sentence by sentence.

package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
)

type sentence struct {
	text     string
	means    sense
	exact    bool // holds a number, a path, an identifier
	question bool
	empty    bool            // small talk, assent, or the introduction of something pasted
	gone     bool            // taken back later
	about    map[string]bool // its topics, once somebody asked
}

const (
	mostSentences = 60       // of one prompt
	mostPrompt    = 32 << 10 // of a prompt that is looked at, half from each end, in bytes
)

// sentences reads what a person wrote.
func sentences(text string, l *lexicon) (list []sentence, pasted []string) {
	lines, pasted := own(shortenedTo(text, mostPrompt))
	for i, line := range lines {
		if i > 0 && saidBy(lines[i-1], line, l) {
			pasted = append(pasted, line)
			lines[i] = ""
		}
	}
	for i, line := range lines {
		if line == "" {
			continue
		}
		introduces := i+1 < len(lines) && foreignNext(lines[i+1:]) && len(pasted) > 0 && (strings.HasSuffix(line, ":") || strings.HasSuffix(line, "："))
		parts := cutSentences(unquoted(line, l))
		for k, part := range parts {
			s := read(revised(part), l)
			if introduces && k == len(parts)-1 {
				s.empty = !requests(s, l) || len(split(s.text)) < few && !dense(s.text)
			}
			if n := len(list); n > 0 && list[n-1].empty && list[n-1].means&story != 0 && adds(s) == 0 {
				s.empty = true
			}
			if s.text != "" && len(list) < mostSentences {
				list = append(list, s)
			}
		}
	}
	return list, pasted
}

// adds is what a short sentence behind an anecdote says of the work: "dark
// times" says nothing.
func adds(s sentence) sense {
	if s.exact || s.question || len(split(s.text)) > few+1 || dense(s.text) {
		return ^sense(0)
	}
	return s.means & (rule | stop | fix | taste | ways | later | but | negates)
}

// shortenedTo is a text without its middle when it is longer than n bytes.
func shortenedTo(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n/2], "") + "\n\n" + strings.ToValidUTF8(text[len(text)-n/2:], "")
}

func foreignNext(lines []string) bool { return len(lines) > 0 && lines[0] == "" }

// cutSentences cuts behind full stops, but not inside of numbers, names of
// files and quotations.
func cutSentences(line string) []string { return firstSentences(line, len(line)) }

// firstSentences are at most so many of them.
func firstSentences(line string, most int) []string {
	var parts []string
	marks := quotations(line)
	begin := 0
	for i, r := range line {
		n := utf8.RuneLen(r)
		switch r {
		case '。', '！', '？':
			if i < begin || inQuotes(marks, i) {
				continue
			}
		case '.', '!', '?', ';':
			if i < begin || inQuotes(marks, i) {
				continue
			}
			if i+1 < len(line) && line[i+1] != ' ' || r == '.' && (strings.HasSuffix(line[:i], ".") || shortened(line[begin:i])) || r == ';' && !strings.ContainsAny(line[:i], " ") {
				continue
			}
			if spokenOf(line[:i], line[i+n:]) {
				continue
			}
		default:
			continue
		}
		end := i + n
		parts = append(parts, line[begin:end])
		begin = end
		if len(parts) > most { // one more: it can belong to the one before
			break
		}
	}
	if begin < len(line) && len(parts) <= most {
		parts = append(parts, line[begin:])
	}
	var whole []string
	for _, p := range parts {
		if strings.ContainsFunc(p, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			whole = append(whole, strings.TrimSpace(p))
		} else if len(whole) > 0 {
			whole[len(whole)-1] += p
		}
	}
	return whole[:min(len(whole), most)]
}

// spokenOf tells marks that are named, as in "spaces before ; : ! ?".
func spokenOf(before, after string) bool {
	after = strings.TrimLeft(after, " ")
	if after != "" && strings.IndexByte(";:!?", after[0]) >= 0 && strings.HasSuffix(before, " ") {
		return true
	}
	trimmed := strings.TrimRight(before, " ")
	return trimmed != before && trimmed != "" && strings.IndexByte(";:!?", trimmed[len(trimmed)-1]) >= 0
}

func inQuotes(marks []quotation, i int) bool {
	for _, q := range marks {
		if i > q.begin && i < q.end && !q.apostrophe {
			return true
		}
	}
	return false
}

// shortened tells abbreviations: one letter, or "z.B", "e.g", "etc".
func shortened(before string) bool {
	w := before[strings.LastIndexByte(before, ' ')+1:]
	return len(w) == 1 && letter(w[0]) || strings.EqualFold(w, "e.g") || strings.EqualFold(w, "i.e") || strings.EqualFold(w, "z.B") || strings.EqualFold(w, "vs") || strings.EqualFold(w, "approx")
}

// revisions stand between what a person began to say and what they mean.
const revisions = "bueno, no,|bueno, no |mejor no,|хотя нет,|нет, лучше |nein, halt,|nein, halt |ach nein,|nee, doch |no wait,|wait, no,|actually no,|scratch that,|enfin non,|non attends,|na verdade não,|quer dizer, não,|不对，|不，还是|いや、|아니다, |아니, 그냥 |לא רגע,|בעצם לא,"

// revised is a sentence without the beginning that was taken back in it.
func revised(s string) string {
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return s // letters whose lower case has another length
	}
	for r := range strings.SplitSeq(revisions, "|") {
		if i := strings.LastIndex(low, r); i > 0 {
			if rest := strings.TrimSpace(s[i+len(r):]); utf8.RuneCountInString(rest) > 3 {
				return rest
			}
		}
	}
	return s
}

func read(text string, l *lexicon) sentence {
	s := sentence{text: preserve.Clean(text)}
	s.means = l.of(s.text)
	s.exact = tellsExactly(s.text)
	s.question = isQuestion(s.text, s.means, l)
	if s.means&wonders != 0 && s.means&newly != 0 {
		s.means |= asksBack // "why is it in English now"
	}
	const directive = stop | taste | ways | later
	switch {
	case l.assents(s.text):
		s.empty = true
	case s.means&besides != 0 && byTheWay(s.text, directive|fix, l):
		s.empty = true
	case s.means&story != 0:
		s.empty = !s.exact && s.means&ways == 0 && !beside(s.text, stop|taste, many, l) && !runsOn(s.text, directive|rule|fix, l)
	case s.means&talk != 0:
		s.empty = !s.exact && s.means&turns == 0 && !beside(s.text, directive|rule|fix|asksBack, several, l) && !runsOn(s.text, directive|rule|fix, l)
	case s.means&polite != 0:
		s.empty = !s.exact && !beside(s.text, directive|rule|fix|asksBack, few, l)
	case s.means&aside != 0:
		s.empty = !s.exact && s.means&(directive|rule|fix) == 0
	}
	return s
}

// byTheWay tells a sentence that says of itself that it does not matter, and
// that has none of the signs beside that.
func byTheWay(text string, signs sense, l *lexicon) bool {
	for _, clause := range clauses(text) {
		if means := l.of(clause); means&besides == 0 && (means&signs != 0 || !dense(clause) && orders(clause, l) || strings.ContainsAny(clause, "?？")) {
			return false
		}
	}
	return true
}

// Lengths of a clause, in words, or twice as many letters where words do not
// stand apart.
const (
	few     = 3
	several = 6
	many    = 1000
)

// beside tells "thanks, leave the header alone" and "sorry, it is the other
// column": beside the small talk stands a clause that has none, and that has
// one of the signs, or is long.
func beside(text string, signs sense, long int, l *lexicon) bool {
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",，、:：–—(", r) }) {
		n := len(split(clause))
		if dense(clause) {
			n = max(n, utf8.RuneCountInString(strings.TrimSpace(clause))/2)
		}
		if n < few {
			continue
		}
		if means := l.of(clause); means&(talk|story|polite) == 0 && (means&signs != 0 || n >= long) {
			return true
		}
	}
	return false
}

// runsOn tells sentences without punctuation that get to small talk only at
// their end: "... and the second page stays as it was thanks you are a star".
// Who is named behind "because" is an example, and no anecdote.
func runsOn(text string, signs sense, l *lexicon) bool {
	const enough, most = 12, 60 // words
	list := split(strings.ToLower(text))
	list = list[:min(len(list), most)]
	if len(list) < enough {
		return false
	}
	head := 0
	for head < len(list) && l.of(strings.Join(list[head:min(len(list), head+few+1)], " "))&(talk|story|polite) == 0 {
		head++
	}
	if head < several {
		return false
	}
	means := l.of(strings.Join(list[:head+1], " "))
	return head >= enough || means&(signs|reasons) != 0
}

// isQuestion: by its mark, or by its first word behind a comma or colon.
func isQuestion(text string, means sense, l *lexicon) bool {
	text = strings.TrimRight(text, " )）」»”")
	if strings.HasSuffix(text, "?") && spokenOf(strings.TrimSuffix(text, "?"), "") {
		return false
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "؟") || strings.HasSuffix(text, "か。") || strings.HasSuffix(text, "か") {
		return true
	}
	if means&asks == 0 {
		return false
	}
	for _, end := range []string{"吗", "呢", "吧？", "来着", "么", "까요", "나요", "가요", "까"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	for clause := range strings.SplitSeq(text, ":") {
		if list := split(strings.ToLower(clause)); len(list) > 2 && !dense(clause) {
			for _, p := range l.first[list[0]] {
				if p.means == asks && p.at(list) && strings.HasSuffix(text, clause) {
					return true
				}
			}
		}
	}
	return false
}
