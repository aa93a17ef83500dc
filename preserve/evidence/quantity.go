// Numbers with what belongs to them: units, dates, times of day, names.

package evidence

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// span is a stretch of a text that must not change by a letter.
type span struct {
	begin, end int  // in bytes
	digit      bool // holds one
	unit       bool // a number with a unit
	clock      bool // a time of day, or a duration
	calendar   bool // the name of a day, a month or a time zone, or with one
	long       bool // a number that stands for something without a unit
}

// plain tells a number with nothing that belongs to it.
func (s span) plain() bool { return s.digit && !s.unit && !s.clock && !s.calendar }

// behind tells whether a plain number is the begin of w and stands right behind
// the word before it.
func (s span) behind(before, w word) bool {
	return s.plain() && s.begin == w.begin && s.begin-before.end == 1
}

// word is one of a text, without the punctuation around it.
type word struct {
	text       string
	begin, end int // in bytes
}

// wordsOf parts a text at spaces and at the punctuation of scripts that put no
// space behind it.
func wordsOf(text string) []word {
	var list []word
	add := func(begin, end int) {
		if w := text[begin:end]; w != "" {
			core := bare(w)
			at := begin + max(0, strings.Index(w, core))
			list = append(list, word{core, at, at + len(core)})
		}
	}
	begin := 0
	for i, r := range text {
		if unicode.IsSpace(r) || r >= 0x3000 && strings.ContainsRune("，。、；：！？「」『』（）《》", r) {
			add(begin, i)
			begin = i + utf8.RuneLen(r)
		}
	}
	add(begin, len(text))
	return list
}

// names of what goes with a number.
type quantityNames struct {
	unit, clock, calendar, label map[string]bool
	dense                        []string // longest first
}

var namesOfQuantities = sync.OnceValue(func() *quantityNames {
	set := func(text string) map[string]bool {
		m := map[string]bool{}
		for w := range strings.FieldsSeq(text) {
			m[w] = true
		}
		return m
	}
	q := &quantityNames{unit: set(units), clock: set(clockUnits), calendar: set(daysAndMonths + zones), label: set(labels)}
	q.dense = strings.Fields(denseUnits)
	return q
})

// spans are the numbers of a text with what belongs to them, and the names of
// days, in their order.
func spans(text string, list []word) []span {
	q := namesOfQuantities()
	var found []span
	for i := 0; i < len(list); i++ {
		w := list[i]
		switch low := strings.ToLower(w.text); {
		case w.text == "" || len(w.text) > longestWord || strings.Contains(w.text, "://"):
		case strings.ContainsFunc(w.text, isDense):
			found = append(found, q.inDense(w)...)
		case digits(w.text) && !isPath(w.text) && !isOption(w.text):
			s, used := q.number(text, list[i:])
			found = append(found, s)
			i += used - 1
		case q.calendar[low]:
			found = append(found, span{begin: w.begin, end: w.end, calendar: true})
		}
	}
	return q.joined(text, found)
}

// number takes the number at the begin of list, with groups of thousands and a
// unit; used is how many words that are.
func (q *quantityNames) number(text string, list []word) (s span, used int) {
	w := list[0]
	s, used = span{begin: w.begin, end: w.end, digit: true}, 1
	for used < len(list) && len(list[used-1].text) <= 3 && allDigits(list[used-1].text) && len(list[used].text) >= 3 && allDigits(list[used].text[:3]) &&
		(len(list[used].text) == 3 || strings.IndexByte(",.", list[used].text[3]) >= 0) && list[used].begin-s.end <= 3 && blank(text[s.end:list[used].begin]) && (used == 1 || s.long) {
		s.end, s.long = list[used].end, true
		used++
	}
	number := text[s.begin:s.end]
	s.long = s.long || countDigits(number) >= 4
	tail := strings.ToLower(strings.TrimLeft(number, "+-±<>~≤≥0123456789.,:/ \u00a0\u202f"))
	switch {
	case strings.Count(number, ":") > 0 && tail == "", tail == "h", tail == "am", tail == "pm", q.clock[tail] && tail != "":
		s.clock = true
	case tail != "" && utf8.RuneCountInString(tail) <= 10 && !digits(tail):
		s.unit = true
		return s, used
	}
	if used < len(list) && blank(text[s.end:list[used].begin]) {
		next := list[used]
		unit := strings.ToLower(next.text)
		switch {
		case q.calendar[unit]:
		case q.clock[unit]:
			s.end, s.clock, s.unit = next.end, true, true
			used++
		case q.unit[unit] || q.unit[next.text]:
			s.end, s.unit = next.end, true
			used++
		default:
			if n := q.denseUnit(next.text); n > 0 {
				s.end, s.unit = next.begin+n, true
				s.clock = clockSign(next.text[:n])
			}
		}
	}
	return s, used
}

// joined puts dates and times that stand side by side together: "wed 06:00
// utc", "25 de octubre", "3 h 12 min", "12월 5일 오후 8시".
func (q *quantityNames) joined(text string, list []span) []span {
	var out []span
	for _, s := range list {
		if len(out) > 0 {
			last := &out[len(out)-1]
			timely := func(s span) bool { return s.clock || s.calendar }
			plainNumber := func(s span) bool { return s.digit && !s.unit && s.end-s.begin <= 4 }
			fits := timely(*last) && timely(s) || s.clock && dateLike(text[last.begin:last.end]) || last.calendar && plainNumber(s) || s.calendar && plainNumber(*last)
			if fits && s.begin >= last.end && between(text[last.end:s.begin]) {
				last.end = s.end
				last.digit, last.unit, last.clock, last.calendar, last.long = last.digit || s.digit, last.unit || s.unit, last.clock || s.clock, last.calendar || s.calendar, last.long || s.long
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// between tells what stands between the parts of a date or a time.
func between(gap string) bool {
	if len(gap) > 14 {
		return false
	}
	gap = strings.TrimFunc(gap, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.()（）", r) })
	switch strings.ToLower(gap) {
	case "", "de", "del", "of", "the", "at", "um", "den", "der", "à", "a las", "às", "a", "le", "el", "в", "к", "ב", "ה",
		"月", "火", "水", "木", "金", "土", "日", "월", "화", "수", "목", "금", "토", "일", "一", "二", "三", "四", "五", "六", "の", "午前", "午後", "夜", "朝", "上午", "下午", "早上", "晚上", "凌晨", "中午", "오전", "오후", "밤", "아침", "새벽":
		return true
	}
	return false
}

// dateLike tells "12/4", "2026-12-04", "4.12.".
func dateLike(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '-' || r == '.' })
	if len(parts) < 2 || len(parts) > 3 || s == "" || s[0] == '-' {
		return false
	}
	for _, p := range parts {
		if !allDigits(p) || len(p) > 4 {
			return false
		}
	}
	return true
}

func blank(gap string) bool { return gap != "" && strings.TrimSpace(gap) == "" }

func countDigits(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}

// inDense takes the numbers and the days out of a run of Chinese, Japanese or
// Korean text, each number with the unit behind it: "2MB", "15分", "8시".
func (q *quantityNames) inDense(one word) []span {
	w := one.text
	part := func(r rune) bool {
		return !isDense(r) && (!unicode.IsPunct(r) || strings.ContainsRune(".,:/-%@_", r))
	}
	var list []span
	for i := 0; i < len(w); {
		if n := max(denseDay(w[i:]), spelledHour(w[i:])); n > 0 {
			list = append(list, span{begin: one.begin + i, end: one.begin + i + n, calendar: true})
			i += n
			continue
		}
		end := i
		for end < len(w) {
			r, n := utf8.DecodeRuneInString(w[end:])
			if !part(r) {
				break
			}
			end += n
		}
		if end == i {
			_, n := utf8.DecodeRuneInString(w[i:])
			i += n
			continue
		}
		cut := strings.TrimRight(w[i:end], ".,:/-@_")
		trimmed := strings.TrimLeft(cut, ".,:/")
		begin := i + len(cut) - len(trimmed)
		s := span{begin: one.begin + begin, end: one.begin + i + len(cut), digit: digits(trimmed), long: countDigits(trimmed) >= 4}
		last := byte(0)
		if trimmed != "" {
			last = trimmed[len(trimmed)-1]
		}
		if last >= '0' && last <= '9' && i+len(cut) == end && !letter(trimmed[0]) {
			if n := q.denseUnit(w[end:]); n > 0 {
				s.end, s.unit, s.clock = one.begin+end+n, true, clockSign(w[end:end+n])
				end += n
			}
			s.clock = s.clock || strings.Contains(trimmed, ":")
		} else if last == '%' || digits(trimmed) && ascii(trimmed) {
			s.unit = true
		}
		if s.digit {
			list = append(list, s)
		}
		i = max(end, i+1)
	}
	return list
}

// denseUnit is how many bytes of a run of text behind a number belong to it: a
// unit that is known, or else one ideograph.
func (q *quantityNames) denseUnit(rest string) int {
	for _, u := range q.dense {
		if strings.HasPrefix(rest, u) {
			return len(u)
		}
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case strings.ContainsRune("万億亿千百萬만억", r):
		if more, m := utf8.DecodeRuneInString(rest[n:]); unicode.In(more, unicode.Han, unicode.Hangul) {
			return n + m
		}
		return n
	case unicode.Is(unicode.Han, r) && !strings.ContainsRune("的是和与在到了也都就还以前后の", r):
		return n
	}
	return 0
}

// clockSign tells units of time.
func clockSign(unit string) bool {
	return unit != "" && strings.Contains(" 年 月 日 号 點 点 点半 点钟 時 时 時半 分 分钟 秒 小时 小時 天 周 時間 週間 년 월 일 시 시간 분 초 ", " "+unit+" ")
}

// denseDay is how many bytes of the begin of a text name a day of the week.
func denseDay(s string) int {
	which := 0
	if r, n := utf8.DecodeRuneInString(s); strings.ContainsRune("下本这上每", r) {
		which = n
	}
	for _, before := range []string{"星期", "礼拜", "周", "週"} {
		if rest, ok := strings.CutPrefix(s[which:], before); ok {
			if r, n := utf8.DecodeRuneInString(rest); strings.ContainsRune("一二三四五六日天末", r) {
				return which + len(before) + n
			}
		}
	}
	r, n := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("月火水木金土日", r) && strings.HasPrefix(s[n:], "曜") {
		if strings.HasPrefix(s[n:], "曜日") {
			return n + len("曜日")
		}
		return n + len("曜")
	}
	if strings.ContainsRune("월화수목금토일", r) && strings.HasPrefix(s[n:], "요일") {
		return n + len("요일")
	}
	return 0
}

// spelledHour is how many bytes of the begin of a text are an hour in words
// behind its part of the day: "凌晨两点", "午後三時半".
func spelledHour(s string) int {
	for _, part := range []string{"凌晨", "早上", "早晨", "上午", "中午", "下午", "傍晚", "晚上", "夜里", "午前", "午後", "深夜"} {
		rest, ok := strings.CutPrefix(s, part)
		if !ok {
			continue
		}
		hour := strings.TrimLeft(rest, "一二两三四五六七八九十")
		if hour == rest {
			return 0
		}
		for _, sign := range []string{"点半", "時半", "点钟", "点", "時", "时"} {
			if after, ok := strings.CutPrefix(hour, sign); ok {
				return len(s) - len(after)
			}
		}
	}
	return 0
}

// tellsTime tells a text with a time of day, a day or a date.
func tellsTime(text string) bool {
	return slices.ContainsFunc(spans(text, wordsOf(text)), func(s span) bool { return s.clock || s.calendar })
}

// hasUnit tells whether a text holds a number with a unit, or one so long that
// it stands for something.
func hasUnit(text string) bool {
	for _, s := range spans(text, wordsOf(text)) {
		e := strings.TrimLeft(text[s.begin:s.end], "+-±<>~≤≥")
		if s.digit && e != "" && (e[0] >= '0' && e[0] <= '9' || s.calendar) && (s.unit || s.long || s.clock) {
			return true
		}
	}
	return false
}
