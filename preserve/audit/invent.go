// What a summary says of the user that the user never said.

package audit

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Invention is a sentence of a summary without a counterpart in the user's
// own words.
type Invention struct {
	Text     string `json:"text"`     // the sentence
	Evidence string `json:"evidence"` // the nearest thing the user said; "" when nothing is near
}

// The shares of a claim's telling words that the user must have said.
const (
	saidOnce     = 0.38 // in one place
	saidStrict   = 0.6  // in one place, of a short rule with a never or an always
	saidTogether = 0.66 // in all places together
	saidNear     = 0.15 // from here on a sentence is named as the nearest
	saidSpan     = 4    // sentences of a prompt that are read together
)

// Invented lists the sentences of a summary that claim that the user asked,
// decided, approved, wants or set a rule, and that nothing in said supports:
// the user's own prompts and chosen answers, in lang, the language of the user
// as package prompts names it. An "ok" only says that something was read; a yes without a topic stands for one approval:
// if there are more approvals than such answers, those nearest to what was
// said have them. A claim in another script than everything that was said is
// left aside unless it is an approval and nothing was approved; so is one in
// another language, as far as a text of words can tell.
//
// What stands in quotation marks below a heading such as "All user messages"
// is a claim about the user's words, and so is a bare rule below one such as
// "Constraints". When in doubt nothing is reported.
func Invented(summary string, said []string, lang string) []Invention {
	return invented(summary, hear(said, lang), nil)
}

// invented is [Invented] where some rules are known without the user's words.
func invented(summary string, v voice, known []string) []Invention {
	rules := sync.OnceValue(func() voice { return hear(known, v.lang) })
	var out, granted []found
	for i, u := range readPage(summary).units {
		if f, quoted := v.quoted(u); quoted {
			if f.at = i; f.refused {
				out = append(out, f)
			}
			continue
		}
		kind := claimOf(u)
		if kind == noClaim {
			continue
		}
		f := v.support(u)
		f.at = i
		switch {
		case kind == approval && (f.refused || f.named && f.words > 1):
		case f.supported(), kind == bareRule && rules().support(u).supported(), kind == message && f.words < messageWords:
			continue
		}
		switch {
		case kind == approval && f.refused:
			out = append(out, f)
		case kind == approval:
			granted = append(granted, f)
		case !f.foreign:
			out = append(out, f)
		}
	}
	slices.SortStableFunc(granted, func(a, b found) int { return cmp.Compare(b.share, a.share) })
	out = append(out, granted[min(v.yeses, len(granted)):]...)
	slices.SortFunc(out, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	inv := make([]Invention, len(out))
	for i, f := range out {
		inv[i] = f.Invention
	}
	return inv
}

// messageWords is how many telling words a message without quotation marks
// has at least: fewer only say that there was one.
const messageWords = 3

type found struct {
	Invention
	at       int
	words    int     // telling words of the claim
	named    bool    // the user said names and numbers of it only, not what to do
	strict   bool    // a short rule with a never or an always
	share    float64 // of the claim in one place
	together float64 // of the claim in all places
	refused  bool    // the place says no
	foreign  bool    // everything was said in another script or language
}

// supported reports whether enough of a claim was said.
func (f found) supported() bool {
	once := saidOnce
	if f.strict {
		once = saidStrict
	}
	return f.share >= once || f.together >= saidTogether
}

type claimKind int

const (
	noClaim claimKind = iota
	request
	approval
	bareRule // below a heading for rules
	message  // below a heading for the user's messages
)

// claimOf tells what a sentence says the user did. What waits for an answer
// claims nothing.
func claimOf(u unit) claimKind {
	plain, _ := said(u.text, granted)
	credit := has(u.flat, credited)
	if u.isHead || has(u.flat, pending) || has(u.headFlat, pending) && !plain && !credit && !(has(u.flat, person) && has(u.flat, claim)) {
		return noClaim
	}
	byUser := credit || has(u.flat, person) || has(u.headFlat, person)
	if plain && (byUser || has(u.flat, granted) && approvalWord(u.flat)) {
		return approval
	}
	if credit || byUser && has(u.headFlat+u.flat, claim) && !askedOfUser(u.flat) {
		return request
	}
	switch {
	case u.part == ruling && u.listed && commands(u.flat):
		return bareRule
	case u.part == messages && u.listed && !strings.HasPrefix(u.text, "/"):
		return message
	}
	return noClaim
}

// commands reports whether a sentence begins as a rule does: never, always,
// only, do not. Where there are no spaces, and in Korean, it may end so.
func commands(flat string) bool {
	const first = 4 // words
	for _, c := range []class{negative, always, only, must} {
		for _, at := range places(flat, c) {
			if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(flat[at:])); wide(r) || hangul(r) || strings.Count(flat[:at], " ") < first {
				return true
			}
		}
	}
	return false
}

// approvalWord reports whether a sentence speaks of a yes even when it does not
// say whose: the weaker words also tell what a program accepts or allows.
func approvalWord(flat string) bool {
	return containsAny(flat, " approv", " signed off ", " green light", " genehmig", " freigegeben ", " aprob", " aprov", " approuv", " feu vert ", " одобр", "אושר", "אישור", "批准", "获准", "承認", "승인")
}

// askedOfUser reports whether the assistant asks the user, or shows something.
func askedOfUser(flat string) bool {
	p, m := places(flat, person), places(flat, model)
	return len(p) > 0 && len(m) > 0 && slices.Min(m) < slices.Min(p) ||
		containsAny(flat, " asked the user ", " ask the user ", " tell the user ", " told the user ", " den nutzer gefragt ", " preguntar al usuario ", " demander à l utilisateur ", " perguntar ao usuário ", " спросить пользователя ", "询问用户", "问用户", "ユーザーに確認", "ユーザーに質問", "사용자에게 물")
}
