// Strings of a text that must not change by a letter.

package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mostExact   = 6  // strings of one item
	mostQuoted  = 60 // code points of a string in quotation marks
	longestWord = 200
)

// exacts finds paths, addresses, options, identifiers, versions, quoted
// strings, and numbers with the unit behind them, in the order of the text.
func exacts(text string) []string {
	var found []string
	add := func(s string) {
		if s != "" && !slices.Contains(found, s) && len(found) < mostExact {
			found = append(found, s)
		}
	}
	for _, q := range quotations(text) {
		if n := utf8.RuneCountInString(q.inner); n > 0 && n <= mostQuoted && !q.apostrophe {
			add(strings.TrimSpace(q.inner))
		}
	}
	list := strings.Fields(text)
	for i, w := range list {
		if len(found) == mostExact {
			break
		}
		w = bare(w)
		switch {
		case w == "" || len(w) > longestWord:
		case strings.Contains(w, "://"), isPath(w), isOption(w):
			add(w)
		case digits(w) && strings.ContainsFunc(w, isDense):
			for _, q := range denseQuantities(w) {
				add(q)
			}
		case digits(w):
			next := ""
			if i+1 < len(list) {
				next = list[i+1]
			}
			add(quantity(w, next))
		case isIdentifier(w):
			add(w)
		}
	}
	return found
}

// bare is a word without the punctuation around it.
func bare(w string) string {
	w = strings.TrimLeftFunc(w, func(r rune) bool { return unicode.IsPunct(r) && !strings.ContainsRune("-/~.@_:", r) })
	w = strings.TrimRightFunc(w, func(r rune) bool {
		return (unicode.IsPunct(r) || r == '`') && !strings.ContainsRune("%‰/_", r)
	})
	return strings.Trim(w, "`")
}

func isPath(w string) bool {
	if strings.ContainsFunc(w, isDense) {
		return false
	}
	if i := strings.IndexByte(w, '/'); i >= 0 && len(w) > 2 {
		return strings.ContainsFunc(w, unicode.IsLetter) && (i == 0 || strings.HasPrefix(w, "~/") || strings.HasPrefix(w, "./") || strings.HasPrefix(w, "../") || strings.Count(w, "/") > 1 || strings.Contains(w, ".") || strings.HasSuffix(w, "/"))
	}
	dot := strings.LastIndexByte(w, '.')
	if dot <= 0 || dot == len(w)-1 {
		return false
	}
	ext := w[dot+1:]
	return len(ext) <= 6 && ascii(w) && unicode.IsLetter(rune(ext[0])) && !strings.Contains(w, "..")
}

func isOption(w string) bool {
	rest := strings.TrimLeft(w, "-")
	return rest != w && len(w)-len(rest) <= 2 && rest != "" && ascii(w) && unicode.IsLetter(rune(rest[0]))
}

// isIdentifier tells names of programs from words: fooBar, foo_bar, FOO2,
// a::b, f(), x=1.
func isIdentifier(w string) bool {
	if !ascii(w) || len(w) < 2 {
		return false
	}
	upper, lower, inner := 0, 0, false
	for i := range len(w) {
		c := w[i]
		switch {
		case c == '_' || c == '=' || c == '(':
			return i > 0 && i < len(w)-1
		case c == ':' && i+1 < len(w) && w[i+1] == ':':
			return true
		case c >= 'A' && c <= 'Z':
			upper++
			inner = inner || i > 0 && lower > 0
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return inner || lower == 0 && upper > 2
}

func ascii(w string) bool {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func digits(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

// units stand behind a number with a space between; what is glued to it is
// part of the word anyway.
const units = ` % ‰ s ms µs us ns min h d sec secs second seconds minute minutes hour hours day days week weeks month months year years
b kb mb gb tb kib mib gib tib kbit mbit gbit bit bits byte bytes px pt em rem mm cm m km g kg t l ml v a ma µa ua w kw hz khz mhz ghz fps rps qps db c k f ° °c °f € $ £ ¥ eur usd
times rows lines tokens words pages requests retries files
sekunden sekunde minuten stunden tage tagen wochen monate monaten jahre stellen wörter
secondes minutes heures jours semaines mois ans caractères euros go mo ko tuiles
segundos minutos horas días semanas meses años filas euros
segundo dias anos linhas reais
секунд секунды с мин минут минуты часов час часа дней день дня недель мс гб мб кб руб строк раз
שניות דקות שעות ימים שבועות שקל
秒 分 分钟 小时 天 周 月 年 时 点 元 万元 毫米 厘米 米 千米 字 条 个 次 件 円 時 時間 日 本 回 文字 枚 章
초 분 시간 일 주 개월 년 원 개 번 줄 ℃ `

// quantity is a number with its unit: "15 µA", "±5 %", "75/s".
func quantity(w, next string) string {
	if strings.ContainsFunc(w, unicode.IsLetter) || strings.HasSuffix(w, "%") {
		return w
	}
	unit := strings.TrimRightFunc(next, func(r rune) bool { return unicode.IsPunct(r) && r != '%' && r != '‰' })
	if unit != "" && strings.Contains(units, " "+strings.ToLower(unit)+" ") || strings.Contains(units, "\n"+strings.ToLower(unit)+" ") && unit != "" {
		return w + " " + unit
	}
	return w
}

// hasUnit tells whether a text holds a number with a unit, or one so long that
// it stands for something.
func hasUnit(text string) bool {
	for _, e := range exacts(text) {
		e = strings.TrimLeft(e, "+-±<>~≤≥")
		rest := strings.TrimLeft(e, "0123456789.,:/-")
		unit := strings.TrimSpace(rest)
		const telling, longUnit = 4, 10 // digits, letters
		number := e[:len(e)-len(rest)]
		switch {
		case number == "" || number[0] < '0' || number[0] > '9':
		case unit == "" && len(strings.Trim(number, ".,:/-")) >= telling,
			unit != "" && utf8.RuneCountInString(unit) <= longUnit && !digits(unit):
			return true
		}
	}
	return false
}

// denseQuantities takes the numbers out of a run of Chinese, Japanese or Korean
// text, with a latin unit or one character behind each: "2MB", "15分".
func denseQuantities(w string) []string {
	var list []string
	part := func(r rune) bool {
		return !isDense(r) && (!unicode.IsPunct(r) || strings.ContainsRune(".,:/-%", r))
	}
	for i := 0; i < len(w); {
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
		number := strings.TrimRight(w[i:end], ".,:/-")
		if r, n := utf8.DecodeRuneInString(w[end:]); number == w[i:end] && isDense(r) && number != "" && number[len(number)-1] >= '0' && number[len(number)-1] <= '9' {
			number = w[i : end+n]
		}
		if digits(number) {
			list = append(list, strings.TrimLeft(number, ".,:/"))
		}
		i = end
	}
	return list
}

// quotation is a stretch of text in quotation marks.
type quotation struct {
	begin, end int // with the marks, in bytes
	inner      string
	apostrophe bool // the marks can be apostrophes
}

// closing are the marks that can end what r begins, or "".
func closing(r rune) string {
	switch r {
	case '“':
		return "”"
	case '„':
		return "“”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '「':
		return "」"
	case '『':
		return "』"
	case '‘':
		return "’"
	case '"', '`', '\'':
		return string(r)
	}
	return ""
}

// quotations are the outermost stretches of text in quotation marks.
func quotations(text string) []quotation {
	var found []quotation
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		ends := closing(r)
		if ends == "" || (r == '\'' || r == '‘') && !wordEdge(text[:i]) {
			i += n
			continue
		}
		const widest, most = 2000, 200 // bytes of a quotation; quotations
		if len(found) >= most {
			break
		}
		k := strings.IndexAny(text[i+n:min(len(text), i+n+widest)], ends)
		if k < 0 {
			i += n
			continue
		}
		_, m := utf8.DecodeRuneInString(text[i+n+k:])
		found = append(found, quotation{i, i + n + k + m, text[i+n : i+n+k], r == '\''})
		i += n + k + m
	}
	return found
}

func wordEdge(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || unicode.IsSpace(r) || unicode.IsPunct(r)
}
