// Laws that hold for every text.

package audit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/prompts"
)

// seeds are texts of every kind for the first arguments of a fuzz target.
func seeds(add func(text, other string)) {
	for _, s := range []string{
		"", "never push to main", "75/s, not 57/s", "asked; approved", "不要直接改线上配置", "本番には書き込まない", "절대 실행하지 않는다", "אסור למחוק קבצים", "e.g. v1.2.3 at /etc/x_y:12",
		"done. still open? No!", "\x1b[31m\x00\u202e", "\xff\xfe", strings.Repeat("word ", 300), "1,000.50 %", "**a**:\n- b\n", "“q” 'x' `y`", "only until 5", "use A instead of B",
	} {
		add(s, "The user approved it. "+s)
	}
}

func itemOf(kind uint8, flags uint8, text, why, quote, exact string) preserve.Item {
	kinds := preserve.Kinds()
	it := preserve.Item{Kind: kinds[int(kind)%len(kinds)], Text: text, Why: why, Quote: quote, Done: flags&1 != 0}
	if flags&2 != 0 {
		yes := flags&4 != 0
		it.Approved = &yes
	}
	if exact != "" {
		it.Exact = []string{exact}
	}
	return it
}

// FuzzRendered: an item judged against itself, rendered as savectx does for
// the summariser, is kept, in every language.
func FuzzRendered(f *testing.F) {
	i := uint8(0)
	seeds(func(text, other string) {
		f.Add(i, i, text, other, "", text, i)
		f.Add(i+1, i, other, text, text, other, i+3)
		i++
	})
	f.Fuzz(func(t *testing.T, kind, flags uint8, text, why, quote, exact string, lang uint8) {
		langs := prompts.Languages()
		w, err := prompts.Load(langs[int(lang)%len(langs)])
		if err != nil {
			t.Fatal(err)
		}
		it := itemOf(kind, flags, text, why, quote, exact)
		const room = 1 << 20
		list, _ := preserve.List([]preserve.Item{it}, w, room, "")
		for _, kept := range [][]string{{list}, {"", list}, {strings.TrimPrefix(list, w.Line.Intro)}} {
			if v := Judge([]preserve.Item{it}, kept)[0]; v.Outcome != Kept {
				t.Fatalf("%+v in %q: %s: %s", it, list, v.Outcome, v.Evidence())
			}
		}
	})
}

// FuzzUnrelated: text that shares nothing with an item never turns it from
// kept into lost, wherever it stands.
func FuzzUnrelated(f *testing.F) {
	seeds(func(text, other string) { f.Add(uint8(1), uint8(0), text, other, "plain words here") })
	f.Fuzz(func(t *testing.T, kind, flags uint8, text, kept, more string) {
		it := itemOf(kind, flags, text, "", "", "")
		before := Judge([]preserve.Item{it}, []string{kept})[0]
		more = strings.Map(func(r rune) rune { // a script that nothing else here is in
			if r >= 'a' && r <= 'z' {
				return 0x10D0 + r - 'a'
			}
			return ' '
		}, more)
		for _, all := range [][]string{{kept, more}, {more, kept}, {kept + "\n\n" + more}} {
			after := Judge([]preserve.Item{it}, all)[0]
			if before.Outcome == Kept && after.Outcome == Lost {
				t.Fatalf("%q in %q: kept, and with %q lost", text, kept, more)
			}
		}
	})
}

// FuzzSwapped: a string or a number with two digits exchanged is never kept.
func FuzzSwapped(f *testing.F) {
	for _, n := range []string{"75", "1267", "0.35", "v1.26.7", "/tmp/a12b.txt", "E4096", "12:34", "2026-11-30"} {
		f.Add("the limit is", n, "for each client", uint8(0))
		f.Add("超时设为", n, "秒", uint8(1))
	}
	f.Fuzz(func(t *testing.T, before, n, after string, at uint8) {
		if preserve.Clean(before) != before || preserve.Clean(after) != after {
			return // what is cleaned away can take a digit with it
		}
		if len(n) > 60 || strings.ContainsAny(before+after, "0123456789") || strings.ContainsFunc(n, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) {
			return
		}
		other, ok := swap(n, int(at))
		if !ok {
			return
		}
		exact := preserve.Item{Kind: preserve.Reference, Text: before + " x " + after, Exact: []string{n}}
		if v := Judge([]preserve.Item{exact}, []string{before + " x " + after + " (" + other + ")"})[0]; v.Outcome == Kept {
			t.Fatalf("exact %q kept by %q", n, other)
		}
		if !plainDigits(n) {
			return
		}
		prose := preserve.Item{Text: before + " " + n + " " + after}
		if v := Judge([]preserve.Item{prose}, []string{before + " " + other + " " + after})[0]; v.Outcome == Kept && preserve.Clean(prose.Text) != "" {
			t.Fatalf("number %q kept by %q", n, other)
		}
	})
}

// plainDigits reports whether n is a number or name in the text of an item:
// something else than digits between marks.
func plainDigits(n string) bool {
	return strings.IndexFunc(n, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// swap exchanges two digits that differ and stand beside each other among the
// digits of s.
func swap(s string, at int) (string, bool) {
	var digits []int
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			digits = append(digits, i)
		}
	}
	for k := range digits {
		i := (k + at) % len(digits)
		if i+1 < len(digits) && s[digits[i]] != s[digits[i+1]] {
			b := []byte(s)
			b[digits[i]], b[digits[i+1]] = b[digits[i+1]], b[digits[i]]
			return string(b), true
		}
	}
	return "", false
}

// FuzzWhole: no panic, whatever comes in, and the page and the table hold.
func FuzzWhole(f *testing.F) {
	seeds(func(text, other string) { f.Add(uint8(0), uint8(3), text, other, other, "en", 40) })
	f.Fuzz(func(t *testing.T, kind, flags uint8, text, summary, spoken, lang string, width int) {
		it := itemOf(kind, flags, text, spoken, summary, spoken)
		c := Examine([]preserve.Item{it}, summary, []string{spoken}, userSaid(lang, spoken))
		r := Report{Session: text, Compactions: []Compaction{c}}
		Table(r, width%300)
		if _, err := HTML(r); err != nil {
			t.Fatal(err)
		}
	})
}
