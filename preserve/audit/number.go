// Numbers with their units, versions, paths and identifiers.

package audit

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// figure is one thing that a paraphrase keeps to the letter.
type figure struct {
	raw   string
	value string // the number, if it is one
	unit  string // canonical, "" when there is none or it is not known
	name  string // the identifier, if it is no number
	soft  bool   // a number in words: counted only against another number
}

// isHard reports whether a piece of text is such a thing.
func isHard(p string) bool {
	switch {
	case strings.ContainsFunc(p, unicode.IsDigit):
		return true
	case strings.Contains(strings.Trim(p, "_"), "_"), strings.HasPrefix(p, "--") && len(p) > 3, strings.Contains(p, "::"), strings.Contains(p, `:\`):
		return true
	case strings.HasPrefix(p, "/"), strings.HasPrefix(p, "~/"), strings.HasPrefix(p, "./"), strings.Count(p, "/") > 1:
		return utf8.RuneCountInString(p) > 2
	}
	return dotted(p)
}

// dotted reports whether p is a file, host or module name, and not "e.g" or "z.B".
func dotted(p string) bool {
	before, after, ok := strings.Cut(strings.Trim(p, "."), ".")
	for _, r := range before + after {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return ok && len(before)+len(after) > 3 && len(after) > 0 && after[0] > ' '
}

// foldHard takes off what people write in front of a number.
func foldHard(p string) string { return strings.TrimLeft(p, "~<>≤≥=+±") }

// number splits a piece that begins with a digit into value and rest.
func number(p string) (value, rest string, ok bool) {
	p = strings.TrimLeft(foldHard(p), "$€£¥-#")
	end := 0
	for i, r := range p {
		if !unicode.IsDigit(r) && !(strings.ContainsRune(".,", r) && i > 0 && digitAt(p, i+1)) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	if end == 0 {
		return "", "", false
	}
	return plainNumber(p[:end]), p[end:], true
}

func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// plainNumber takes the separators of thousands out, where they can be nothing
// else, and writes the decimal comma as a point.
func plainNumber(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '.' })
	groups := len(parts) > 1 && len(parts[0]) <= 3 && parts[0] != "0"
	for _, p := range parts[1:] {
		groups = groups && len(p) == 3
	}
	if groups && (len(parts) > 2 || strings.Contains(s, ",")) {
		return strings.Join(parts, "")
	}
	if len(parts) == 2 {
		return parts[0] + "." + parts[1]
	}
	return s
}

// units are the names of units as people write them, in front the canonical one.
var units = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, line := range []string{
		"ms msec millisecond milliseconds millisekunden milisegundos millisecondes milissegundos мс миллисекунд 毫秒 ミリ秒 밀리초",
		"s sec secs second seconds sekunde sekunden segundo segundos seconde secondes сек секунда секунды секунд שניות שנייה 秒 초",
		"min mins minute minutes minuten minuto minutos мин минута минуты минут דקות דקה 分钟 分 분",
		"h hr hrs hour hours stunde stunden hora horas heure heures час часа часов שעות שעה 小时 時間 시간",
		"d day days tag tage tagen día días dia dias jour jours день дня дней ימים יום 天 日間 일간",
		"w week weeks woche wochen semana semanas semaine semaines неделя недели недель שבועות שבוע 周 週間 주일",
		"month months monat monate monaten mes meses mês mois месяц месяца месяцев חודשים חודש 个月 か月 ヶ月 개월",
		"y year years jahr jahre jahren año años ano anos ans год года лет שנים שנה 年 년",
		"b byte bytes octets байт 字节 バイト 바이트", "kb kib кб", "mb mib мб", "gb gib гб", "tb tib тб",
		"/s /sec rps qps req/s", "/min rpm", "/h", "px pixel pixels píxeles 像素 ピクセル 픽셀", "x times mal veces fois vezes раз פעמים 次 回 회 번",
		"% percent prozent",
	} {
		names := strings.Fields(line)
		for _, n := range names {
			out[n] = names[0]
		}
	}
	return out
})

// unitOf is the canonical unit that a text begins with.
func unitOf(s string) string {
	s = strings.ToLower(strings.TrimLeft(s, "- "))
	if u, ok := units()[s]; ok {
		return u
	}
	if u, ok := units()[strings.TrimPrefix(s, "/")]; ok && strings.HasPrefix(s, "/") {
		return "/" + u
	}
	r, _ := utf8.DecodeRuneInString(s)
	if wide(r) || hangul(r) {
		runes := []rune(s)
		for n := min(3, len(runes)); n > 0; n-- {
			if u, ok := units()[string(runes[:n])]; ok {
				return u
			}
		}
	}
	return ""
}

// figures are the different numbers and names of a text, in order.
func figures(s string) []figure {
	var out []figure
	seen := map[figure]bool{}
	add := func(f figure) {
		if !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	ps := pieces(s)
	for i, p := range ps {
		next := ""
		if i+1 < len(ps) {
			next = ps[i+1]
		}
		if v := inWords(p); v != "" {
			add(figure{raw: p, value: v, soft: true})
		}
		if !isHard(p) {
			continue
		}
		f := figure{raw: p, name: foldHard(p)}
		if value, rest, ok := number(p); ok && (strings.Trim(rest, "-+%/") == "" || unitOf(rest) != "" || isWord(rest)) {
			f.name, f.value, f.unit = "", value, unitOf(rest)
			switch {
			case rest != "":
			case strings.EqualFold(next, "per") && i+2 < len(ps):
				f.unit = "/" + unitOf(ps[i+2])
			default:
				f.unit = unitOf(next)
			}
			if f.unit == "%" {
				f.unit = ""
			}
		}
		add(f)
	}
	return out
}

// isWord reports whether what follows a number is a hyphen and a word, as in
// "24-hour".
func isWord(rest string) bool {
	w, ok := strings.CutPrefix(rest, "-")
	return ok && w != "" && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// same reports whether b says the number or name of a.
func (a figure) same(b figure) bool {
	if a.value == "" || b.value == "" {
		return a.value == b.value && sameHard(a.name, b.name)
	}
	return a.value == b.value && (a.unit == "" || a.unit == b.unit || b.soft || b.unit == "" && countable(a.unit))
}

// countable are units that people leave out: three times, 1600 pixels.
func countable(unit string) bool { return unit == "x" || unit == "px" }

func sameHard(a, b string) bool {
	if a == b || strings.TrimPrefix(a, "v") == strings.TrimPrefix(b, "v") {
		return true
	}
	va, ra, oka := number(a)
	vb, rb, okb := number(b)
	if oka && okb {
		return va == vb && (ra == rb || ra == "" || rb == "" || unitOf(ra) != "" && unitOf(rb) != "")
	}
	if !strings.ContainsAny(a+b, "/_.\\") {
		return strings.EqualFold(a, b)
	}
	return false
}

// anagram reports whether b is a with its digits in another order.
func (a figure) anagram(b figure) bool {
	x, y := []byte(a.raw), []byte(b.raw)
	if len(x) != len(y) || a.raw == b.raw || a.soft || b.soft {
		return false
	}
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

// numberWords are 2 to 12 in words. One is left out: it is an article too
// often.
var numberWords = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, line := range []string{
		"2 two zwei dos deux dois duas два две двух שני שתי שניים שתיים", "3 three drei tres trois três три трёх трех שלוש שלושה", "4 four vier cuatro quatre quatro четыре четырёх ארבע ארבעה",
		"5 five fünf cinco cinq пять пяти חמש חמישה", "6 six sechs seis шесть шести שש שישה", "7 seven sieben siete sept sete семь семи שבע שבעה", "8 eight acht ocho huit oito восемь восьми שמונה",
		"9 nine neun nueve neuf nove девять תשע תשעה", "10 ten zehn diez dix dez десять десяти עשר עשרה", "11 eleven elf onze одиннадцать", "12 twelve zwölf doce douze doze двенадцать",
	} {
		names := strings.Fields(line)
		for _, n := range names[1:] {
			out[n] = names[0]
		}
	}
	return out
})

// inWords is a small number written in words. Chinese and Japanese numbers count
// in front of what they measure only.
func inWords(p string) string {
	if v := numberWords()[strings.ToLower(p)]; v != "" {
		return v
	}
	runes := []rune(p)
	digits := []rune("零一二三四五六七八九")
	for i := 0; i+1 < len(runes); i++ {
		if !strings.ContainsRune("个台次条名位天周倍人つ回日年月分秒种", runes[i+1]) {
			continue
		}
		if runes[i] == '两' {
			return "2"
		}
		if n := slices.Index(digits, runes[i]); n > 1 {
			return string(rune('0' + n))
		}
	}
	return ""
}
