// What of a prompt is the person's own, and what they pasted or quoted.

package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// longPrompt is the number of lines above which a prompt is taken to be
	// pasted but for its first and last paragraph.
	longPrompt = 30
	// longQuote is the number of code points from which words in quotation
	// marks behind a colon are somebody else's; of Chinese, Japanese and Korean
	// half as many.
	longQuote = 24
	mostLines = 2000 // of one prompt that are looked at
)

// own parts a prompt: own are its lines in the person's words, a paragraph each
// time something else stands between; pasted is everything else.
func own(text string) (said, pasted []string) {
	lines := strings.Split(apart(text), "\n")
	if len(lines) > mostLines {
		lines = append(lines[:mostLines/2:mostLines/2], lines[len(lines)-mostLines/2:]...)
	}
	first, last := edges(lines)
	logs, mail := logLines(lines), mailLines(lines)
	var fence, tag string
	for i, line := range lines {
		s := strings.TrimSpace(line)
		foreign := true
		switch {
		case fence != "":
			if strings.HasPrefix(s, fence) {
				fence = ""
			}
		case tag != "":
			if strings.HasSuffix(s, "</"+tag+">") {
				tag = ""
			}
		case strings.HasPrefix(s, "```"), strings.HasPrefix(s, "~~~"):
			fence = s[:3]
		case opensTag(s) != "":
			tag = opensTag(s)
			if strings.HasSuffix(s, "</"+tag+">") {
				tag = ""
			}
		case strings.HasPrefix(s, ">"), logs[i], mail[i]:
		case len(lines) > longPrompt && i > first && i < last:
		default:
			foreign = false
		}
		if foreign {
			pasted = append(pasted, line)
			said = append(said, "")
			continue
		}
		said = append(said, s)
	}
	return said, pasted
}

// edges are where the first paragraph ends and the last begins; of one that is
// as long as a paste only the outermost lines are taken for the person's.
func edges(lines []string) (first, last int) {
	const outer = 2 // lines
	for first = 0; first < len(lines) && strings.TrimSpace(lines[first]) != ""; first++ {
	}
	if first > longPrompt {
		first = outer - 1
	}
	for last = len(lines) - 1; last > first && strings.TrimSpace(lines[last]) != ""; last-- {
	}
	if len(lines)-last > longPrompt {
		last = len(lines) - outer
	}
	return first, last
}

// opensTag is the name of a tag, such as pasted_content, that stands alone on a
// line, or around all of it.
func opensTag(s string) string {
	if len(s) < 3 || s[0] != '<' || !letter(s[1]) || s[len(s)-1] != '>' {
		return ""
	}
	end := strings.IndexAny(s, " >")
	name := s[1:end]
	if alone := strings.IndexByte(s, '>') == len(s)-1 && !strings.HasSuffix(s, "/>"); alone || strings.HasSuffix(s, "</"+name+">") {
		return name
	}
	return ""
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func header(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	if !ok {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "from", "to", "cc", "date", "sent", "subject", "von", "an", "datum", "gesendet", "betreff", "de", "à", "envoyé", "objet",
		"para", "enviado", "asunto", "assunto", "fecha", "data", "от", "кому", "дата", "тема", "发件人", "收件人", "主题", "日期", "差出人", "宛先", "件名", "보낸 사람", "받는 사람", "제목":
		return true
	}
	return false
}

// unquoted takes out of a line what somebody else said: long quotations behind
// a colon, with the words that introduce them. Where these do not speak of
// somebody or something that says it, the person dictates, and it stays.
func unquoted(s string, l *lexicon) string {
	for {
		cut := false
		for _, q := range quotations(s) {
			before := strings.TrimRightFunc(s[:q.begin], unicode.IsSpace)
			if q.apostrophe || !(strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：")) || !long(q.inner) {
				continue
			}
			begin := 0
			if i := strings.LastIndexAny(before, ".!?。！？;"); i >= 0 {
				_, n := utf8.DecodeRuneInString(before[i:])
				begin = i + n
			}
			if l.of(s[begin:q.begin])&reported == 0 {
				continue
			}
			s = s[:begin] + " " + strings.TrimLeft(s[q.end:], ".。,， ")
			cut = true
			break
		}
		if !cut {
			return strings.TrimSpace(s)
		}
	}
}

// saidBy tells a line that is nothing but a long quotation below a line that
// speaks of who said it.
func saidBy(above, line string, l *lexicon) bool {
	if !strings.HasSuffix(above, ":") && !strings.HasSuffix(above, "：") || l.of(above)&reported == 0 {
		return false
	}
	list := quotations(line)
	return len(list) == 1 && list[0].begin == 0 && len(strings.TrimRight(line[list[0].end:], ".,。 ")) == 0 && long(list[0].inner)
}

func long(s string) bool {
	n := 0
	for _, r := range s {
		n++
		if isDense(r) {
			n++
		}
	}
	return n >= longQuote
}
