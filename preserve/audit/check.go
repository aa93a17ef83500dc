// What a paraphrase may not lose, asked of the sentence that speaks of an item.

package audit

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"savectx/preserve"
)

// status is what the window says otherwise of whether the item was granted,
// done or dropped.
func (s subject) status(v view) string {
	for _, c := range []func(view) string{s.checkGranted, s.checkDone, s.checkDropped} {
		if d := c(v); d != "" {
			return d
		}
	}
	return ""
}

// confirms reports whether the window says the item's status, or the item has
// none.
func (s subject) confirms(v view) bool {
	flat := v.flat()
	old := !slices.ContainsFunc(v.units, func(u unit) bool { return u.part != messages })
	switch {
	case old && (s.it.Done || s.it.Kind == preserve.Open):
		return false // what the user once wrote is no news

	case s.it.NotGranted():
		return has(flat, pending)
	case s.it.Kind == preserve.DeadEnd:
		return has(flat, dropped)
	case s.it.Done && s.it.Kind != preserve.Open && v.verbatim: // it has no label for done
		return true
	case s.it.Done:
		return has(flat, finished)
	case s.it.Kind == preserve.Open:
		return has(flat, remaining)
	}
	return true
}

// check is what else the window changes or lacks, "" when it keeps the item.
func (s subject) check(pages []page, v view) string {
	var checks []func([]page, view) string
	if !v.verbatim {
		checks = append(checks, s.checkFigures, s.checkClasses, s.checkNegated, s.checkSides, s.checkWho, s.checkNames, s.checkLetters)
	}
	checks = append(checks, s.checkReason, s.checkQuote)
	for _, c := range checks {
		if d := c(pages, v); d != "" {
			return d
		}
	}
	return ""
}

// checkGranted: asked and not granted stays so, and a yes stays a yes.
func (s subject) checkGranted(v view) string {
	flat := v.flat()
	waits := has(flat, pending)
	plain, denied := said(v.whole(), granted)
	switch {
	case s.it.NotGranted() && waits, s.it.NotGranted() && denied && !plain:
		return ""
	case s.it.NotGranted() && plain:
		return "asked and not granted, now approved"
	case s.it.NotGranted() && !denied && !has(flat, asked):
		return "asked and not granted, which is no longer said"
	case !v.verbatim && s.it.Approved != nil && *s.it.Approved && !s.it.NotGranted() && !plain && (waits || denied):
		return "approved, now pending"
	}
	return ""
}

// checkDone: done and open do not change places.
func (s subject) checkDone(v view) string {
	if s.it.Kind != preserve.Open && !s.it.Done || s.it.NotGranted() {
		return ""
	}
	done, denied := said(v.text, finished)
	left := has(flatten(v.text), remaining)
	if !done && !denied && !left && len(v.units) > 0 { // the sentence leaves it to its heading
		done, denied = said(v.units[0].head, finished)
		left = has(v.units[0].headFlat, remaining)
	}
	switch {
	case s.it.Done && s.it.Kind != preserve.Open && v.verbatim:
		return ""
	case s.it.Done && !done && (left || denied):
		return "done, now open"
	case !s.it.Done && done && !left && !denied:
		return "open, now done"
	}
	return ""
}

// checkDropped: what was tried and given up does not come back as advice.
func (s subject) checkDropped(v view) string {
	if s.it.Kind != preserve.DeadEnd || s.it.NotGranted() {
		return ""
	}
	flat := v.flat()
	if has(flat, dropped) {
		return ""
	}
	if has(flat, advised) {
		return "a dead end, now a recommendation"
	}
	if has(flat, negative) || s.why != "" && share(telling(s.why), v.around) >= shareReason {
		return ""
	}
	return "no longer said to be a dead end"
}

// checkFigures: every number, path and name is in the sentence, or elsewhere
// while the sentence has no other in its place.
func (s subject) checkFigures(pages []page, v view) string {
	return compareFigures(s.figures, figures(s.text+" "+s.why+" "+s.quote+" "+strings.Join(s.exact, " ")), figures(v.text), pages)
}

func compareFigures(want, own, got []figure, pages []page) string {
	var foreign []figure
	for _, g := range got {
		if !slices.ContainsFunc(own, func(f figure) bool { return f.same(g) || g.same(f) }) {
			foreign = append(foreign, g)
		}
	}
	for _, f := range want {
		for _, g := range foreign {
			if f.anagram(g) {
				return quoteIt(g.raw) + " instead of " + quoteIt(f.raw)
			}
		}
		if slices.ContainsFunc(got, f.same) {
			continue
		}
		for _, g := range got {
			if f.value != "" && f.value == g.value && f.unit != "" {
				return "unit of " + quoteIt(f.raw) + " changed"
			}
		}
		for _, g := range foreign {
			if (g.value == "") == (f.value == "") {
				return quoteIt(g.raw) + " instead of " + quoteIt(f.raw)
			}
		}
		if !f.soft && !f.anywhere(pages) {
			return quoteIt(f.raw) + " is gone"
		}
	}
	return ""
}

// anywhere reports whether any text has the figure, or all parts of a name
// that is put together.
func (f figure) anywhere(pages []page) bool {
	for _, p := range pages {
		for _, u := range p.units {
			if slices.ContainsFunc(u.figures, f.same) {
				return true
			}
		}
	}
	if f.value != "" || strings.ContainsFunc(f.name, unicode.IsDigit) {
		return false
	}
	return slices.ContainsFunc(pages, func(p page) bool { return holds(p.flat, f.name) })
}

// rules say by which classes a class is still said.
var rules = []struct {
	class class
	name  string
	by    []class
}{
	{negative, "a no", []class{negative, only, instead, dropped, untouched}},
	{untouched, "a no", []class{negative, only, instead, dropped, untouched}},
	{only, "only", []class{only, negative, instead}},
	{always, "always", []class{always, must, negative}},
	{until, "until", []class{until, only, most, negative}},
	{most, "at most", []class{most, only, until}},
	{least, "at least", []class{least, must}},
}

// strict are the words that make a class count in an item, where the list of
// the class has weaker ones too.
func counts(flat string, c class) bool {
	switch c {
	case always:
		return containsAny(flat, " always ", " never ", " every ", " immer ", " stets ", " siempre ", " toujours ", " sempre ", " всегда ", " תמיד ", "总是", "始终", "一律", "永远", "每次", "必ず", "常に", "항상", "언제나", "반드시")
	case until:
		return containsAny(flat, " until ", " till ", " bis ", " hasta ", " jusqu", " até ", " пока ", " עד ", "直到", "之前", "まで", "까지")
	case most:
		return containsAny(flat, " at most ", " no more than ", " höchstens ", " como máximo ", " au plus ", " no máximo ", " не более ", "לכל היותר", "最多", "不超过", "以内", "최대")
	case least:
		return containsAny(flat, " at least ", " mindestens ", " al menos ", " au moins ", " pelo menos ", " не менее ", "לפחות", "至少", "少なくとも", "最低", "최소", "적어도")
	case untouched:
		return containsAny(flat, " untouched ", " unchanged ", " left alone ", " leave alone ", " unberührt", " unverändert", " unangetastet", " intact", " sin tocar ", " sin cambios ", " inalterad", " intocad", " inchangé", " intouché", " нетронут", " без изменений ", " ללא שינוי ", "保持不变", "原样", "건드리지")
	}
	return has(flat, c)
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

// checkClasses: no, only, always, until and the like survive in some form.
func (s subject) checkClasses(_ []page, v view) string {
	mine, theirs := flatten(unprefixed(s.text)), v.with(unprefixed(v.text))
	if d := missingClass(mine, theirs); d != "" {
		return d
	}
	if noes(theirs) < noes(mine) && share(s.words, []unit{{words: telling(v.text)}}) >= copied {
		return "a no is gone"
	}
	if has(mine, only) && !has(mine, negative) && !has(theirs, only) && !has(theirs, instead) && s.denied(v) {
		return "only is gone" // "even without X" is not "only with X"
	}
	return ""
}

// copied is the share of the item's words from which on a text repeats the
// item rather than retelling it: then it has as many noes.
const copied = 0.9

// noes counts the words that a no can be put into.
func noes(flat string) int {
	n := 0
	for _, c := range []class{negative, only, untouched} {
		n += len(places(flat, c))
	}
	return n
}

// answering is a no that answers something and denies nothing of what follows.
var answering = regexp.MustCompile(`(?i)(^|[.!?。！？]\s*)(?:no+|nope|nah|nein|nee|non|não|нет|לא|不|不是|不对|不對|いや|いいえ|いえ|違う|아니|아니요|아뇨)\s*[,，、.!！。;:–—-]+\s*`)

// unprefixed is a text without such noes.
func unprefixed(s string) string { return answering.ReplaceAllString(s, "$1") }

// denied reports whether a single no in the window stands before a word that
// the item affirms.
func (s subject) denied(v view) bool {
	for _, f := range flatClauses(v.text) {
		if noes := places(f, negative); len(noes) == 1 && s.after(f, noes[0]) {
			return true
		}
	}
	return false
}

func missingClass(mine, theirs string) string {
	for _, r := range rules {
		if !counts(mine, r.class) {
			continue
		}
		if !slices.ContainsFunc(r.by, func(c class) bool { return has(theirs, c) }) {
			return r.name + " is gone"
		}
	}
	return ""
}

// checkNegated: what the item says plainly is not denied. Kinds that live with
// a no are left aside.
func (s subject) checkNegated(_ []page, v view) string {
	flat := flatten(s.text)
	switch s.it.Kind {
	case preserve.DeadEnd, preserve.Waiting, preserve.Open, preserve.State:
		return ""
	}
	if s.it.NotGranted() || has(flat, negative) || has(flat, only) || has(flat, instead) || has(flatten(s.why+" "+s.quote), negative) {
		return ""
	}
	for _, c := range clauses(v.text) {
		f := flatten(c)
		noes := places(f, negative)
		if len(noes) == 0 || has(f, instead) || has(f, until) || has(f, only) {
			continue
		}
		in := []unit{{words: telling(c)}}
		if share(s.words, in) >= 0.6 && s.after(f, noes[0]) {
			return "a no has come in"
		}
	}
	return ""
}

// after reports whether a word of the item follows a no, or stands before it
// where the no comes last.
func (s subject) after(flat string, at int) bool {
	rest := flat[at:]
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(rest))
	if wide(r) || hangul(r) {
		return true
	}
	ws := telling(rest)
	return len(ws) > 0 && inWordsOf(ws[0], s.words) > 0
}

// checkSides: "A instead of B" does not become "B instead of A".
func (s subject) checkSides(_ []page, v view) string {
	a, b, ok := sides(flatten(s.text))
	x, y, ok2 := sides(flatten(v.text))
	if !ok || !ok2 {
		return ""
	}
	for _, w := range a {
		for _, z := range b {
			if inWordsOf(w, b) == 0 && inWordsOf(z, a) == 0 && inWordsOf(w, y) > 0 && inWordsOf(w, x) == 0 && inWordsOf(z, x) > 0 && inWordsOf(z, y) == 0 {
				return "the two sides have changed places"
			}
		}
	}
	return ""
}

func sides(flat string) (before, after []word, ok bool) {
	at := places(flat, instead)
	if len(at) == 0 {
		return nil, nil, false
	}
	return telling(flat[:at[0]]), telling(flat[at[0]:]), true
}
