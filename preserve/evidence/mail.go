// Letters of somebody else in what a person sent.

package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// greetings begin a letter, with a name behind them; those of scripts that put
	// the name before are in greetingEnds.
	greetings = `dear |hi |hello |hey |good morning|good afternoon|to whom it may concern|hi,|hello,|hallo|liebe |lieber |liebes |sehr geehrte|guten tag|guten morgen|moin |bonjour|cher |chère |chers |chères |madame,|monsieur,|hola|estimad|querid|buenos días|buenas tardes|olá|oi |prezad|car|bom dia|boa tarde|здравствуйте|добрый день|уважаем|привет|שלום|היי |לכבוד|尊敬的|各位|您好|你好|亲爱的|お世話になって|いつもお世話|拝啓|안녕하세요|안녕하십니까`
	// greetingEnds end the first line of a letter.
	greetingEnds = `您好：|您好，|你好：|你好，|您好！|様|さま|御中|各位|님께|님,|님께,`
	// closings end a letter, before the name.
	closings = `best regards|kind regards|warm regards|with best regards|with kind regards|many thanks|best wishes|all the best|yours sincerely|yours faithfully|yours truly|sincerely|regards|cheers|thank you|thanks|best|yours|mit freundlichen grüßen|mit freundlichem gruß|mit besten grüßen|freundliche grüße|viele grüße|liebe grüße|beste grüße|schöne grüße|herzliche grüße|gruß|grüße|mfg|vg|lg|cordialement|bien cordialement|bien à vous|bien à toi|amicalement|salutations|meilleures salutations|un saludo|saludos|saludos cordiales|atentamente|cordialmente|un abrazo|abraços|atenciosamente|att|um abraço|с уважением|всего доброго|בברכה|בכבוד רב|תודה|此致|敬礼|祝好|顺颂商祺|谢谢|よろしくお願いいたします|よろしくお願いします|宜しくお願いいたします|何卒よろしくお願い|敬具|감사합니다|드림`
	// helpers are greeted by the person who asks.
	helpers = " claude there ai assistant bot "
)

// mailLines tells for each line whether it is one of a letter that the person
// passes on: from a greeting or a header to the name under it. A letter with
// nothing beside it is the person's own.
func mailLines(lines []string) []bool {
	mail := make([]bool, len(lines))
	mark := func(from, to int) {
		for k := from; k <= to; k++ {
			mail[k] = true
		}
	}
	if len(lines) < 2 {
		return mail
	}
	start, headed, alone := -1, -1, true
	var under [][2]int // the closings, with the names
	for i := 0; i < len(lines) && headed < 0; i++ {
		s := strings.TrimSpace(lines[i])
		if header(s) && i+1 < len(lines) && header(strings.TrimSpace(lines[i+1])) {
			headed = i
			break
		}
		if greets(s) && (start < 0 || start != i-1) { // a name, and below it a greeting
			start = i
		}
		end := -1
		if start >= 0 {
			end = signature(lines, i)
		}
		if end >= 0 {
			mark(start, end)
			if c, _ := closes(s); len(split(s)) == len(split(c))+1 || c == "" {
				under = append(under, [2]int{i, end})
			}
			start, i = -1, end
			continue
		}
		foreign := s == "" || logLike(s) || strings.HasPrefix(s, ">") || strings.HasPrefix(s, "```") || strings.HasPrefix(s, "PS") || strings.HasPrefix(s, "P.S")
		alone = alone && (foreign || start >= 0)
	}
	if headed >= 0 { // to the name under the last of the letters, or to the end
		end := len(lines) - 1
		for i := len(lines) - 1; i > headed; i-- {
			if k := signature(lines, i); k >= 0 {
				end = k
				break
			}
		}
		mark(headed, end)
		return mail
	}
	if alone && start < 0 {
		clear(mail)
		for _, lines := range under {
			mark(lines[0], lines[1])
		}
	}
	return mail
}

// greets tells the first line of a letter, with what follows on it.
func greets(s string) bool {
	const widest, words = 60, 6 // bytes of a greeting
	low := strings.ToLower(s[:min(len(s), 2*widest)])
	for end := range strings.SplitSeq(greetingEnds, "|") {
		if len(s) <= widest && strings.HasSuffix(strings.TrimRight(low, "，,：: "), strings.TrimRight(end, "，,：:！")) && dense(s) && !strings.ContainsAny(s, "。？") {
			return true
		}
	}
	for p := range strings.SplitSeq(greetings, "|") {
		if !strings.HasPrefix(low, p) {
			continue
		}
		end := strings.IndexFunc(low, func(r rune) bool { return strings.ContainsRune(",!:，：！、。.", r) })
		if end < 0 {
			end = len(low)
		}
		list := split(low[:end])
		if end > widest || len(list) > words || end == len(low) && len(list) > words/2 {
			continue
		}
		if len(list) > 1 && strings.Contains(helpers, " "+list[len(list)-1]+" ") {
			return false
		}
		return len(list) > 1 || end == len(low)-1 || dense(s)
	}
	return false
}

// signature is the last line of the letter whose closing stands on line i, or
// -1.
func signature(lines []string, i int) int {
	name, ok := closes(strings.TrimSpace(lines[i]))
	if !ok {
		return -1
	}
	end := i
	if name == "" {
		for k := i + 1; k < len(lines) && k <= i+2; k++ {
			if s := strings.TrimSpace(lines[k]); s != "" {
				if _, again := closes(s); again { // 此致, and below it 敬礼
					return signature(lines, k)
				}
				if !nameUnder(s) {
					break
				}
				end, name = k, s
				break
			}
		}
	}
	if name == "" {
		return -1
	}
	for end+1 < len(lines) && contact(strings.TrimSpace(lines[end+1])) {
		end++
	}
	return end
}

// closes tells lines that are a closing, or end with one, and the name that
// stands behind it.
func closes(s string) (name string, ok bool) {
	const widest = 80 // bytes of a closing and a name
	if len(s) > widest {
		s = strings.ToValidUTF8(s[len(s)-widest:], "")
	}
	low := strings.ToLower(s)
	if len(low) != len(s) {
		low = s
	}
	for p := range strings.SplitSeq(closings, "|") {
		i := strings.LastIndex(low, p)
		if i < 0 {
			continue
		}
		before := strings.TrimRight(s[:i], " ")
		if before != "" && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "!") && !strings.HasSuffix(before, "?") && !strings.HasSuffix(before, "。") && !strings.HasSuffix(before, "！") && !strings.HasSuffix(before, "，") {
			continue
		}
		rest := strings.TrimSpace(s[i+len(p):])
		cut := strings.TrimLeft(rest, ",，.。!！–—- ")
		if cut == "" || cut != rest && nameUnder(cut) || dense(p) && nameUnder(cut) || strings.Contains(p, " ") && nameUnder(cut) {
			return cut, true
		}
	}
	return "", false
}

// nameUnder tells a few words that can be a name under a letter.
func nameUnder(s string) bool {
	const most, mostDense, words = 40, 8, 4 // bytes, code points
	if s == "" || strings.ContainsAny(s, "?？。:：;") || len(s) > most {
		return false
	}
	if dense(s) {
		return utf8.RuneCountInString(s) <= mostDense && !strings.ContainsAny(s, "译下请吗翻訳て해줘")
	}
	list := strings.Fields(s)
	if len(list) > words {
		return false
	}
	for _, w := range list {
		r, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(r) && len(w) > len("von") && len(list) > 1 || unicode.IsLower(r) && len(list) == 1 {
			return false
		}
	}
	return true
}

// contact tells lines under a name: a number, an address.
func contact(s string) bool {
	return s != "" && (strings.HasPrefix(s, "+") || strings.HasPrefix(s, "Tel") || strings.Contains(s, "@") && !strings.Contains(s, " ") || strings.HasPrefix(s, "http") || strings.HasPrefix(s, "www."))
}

// apart puts a letter that begins behind a colon on a line of its own:
// "translate that: Dear team, ...".
func apart(text string) string {
	if !strings.Contains(text, ": ") && !strings.Contains(text, "：") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, colon := range []string{": ", "："} {
			before, after, ok := strings.Cut(line, colon)
			if ok && before != "" && len(after) > 0 && greets(strings.TrimSpace(after)) {
				lines[i] = before + strings.TrimRight(colon, " ") + "\n" + after
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}
