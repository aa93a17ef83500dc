package main

import (
	"math/rand/v2"
	"strings"
)

// holdShots paste one-line texts into the composer, in pieces as savectx
// does, so that a test can tell which of them it reads back.
func holdShots() []shot {
	var out []shot
	for _, l := range heldLines() {
		s := shot{kind: "holds/" + l.name, text: l.text}
		for _, piece := range pieces(l.text) {
			s.steps = append(s.steps, "drop "+piece, "rest")
		}
		out = append(out, s)
	}
	return out
}

type held struct{ name, text string }

func heldLines() []held {
	const head = "/compact Keep "
	return []held{
		{"short", head + "the decisions"},
		{"plain-800", head + prose(786, 1)},
		{"plain-3000", head + prose(2980, 2)},
		{"long-words", head + longWords()},
		{"one-word", head + strings.Repeat("abcdefghij", 30)},
		{"edges", head + edges()},
		{"double-spaces", head + "a  b   c    d " + strings.Repeat("word  ", 30) + "end"},
		{"trailing-spaces", head + "the decisions   "},
		{"cjk", head + strings.Repeat("決定事項と保存先のパスを残してください。", 12)},
		{"cjk-mixed", head + strings.Repeat("src/main.go の変更 と テスト結果 x", 9)},
		{"korean", head + strings.Repeat("결정 사항과 파일 경로를 ", 12) + "끝"},
		{"accents", head + strings.Repeat("Größe für die Änderung façade naïve ", 8) + "ok"},
		{"combining", head + strings.Repeat("e\u0301cole nai\u0308ve ", 14) + "fin"},
		{"emoji", head + strings.Repeat("party 🎉 rocket 🚀 ", 10) + "done"},
		{"emoji-end", head + "party 🎉"},
		{"emoji-zwj", head + strings.Repeat("dev 👩‍💻 family 👨‍👩‍👧 ", 5) + "done"},
		{"emoji-vs16", head + strings.Repeat("heart ❤️ warn ⚠️ ok ✔️ ", 6) + "done"},
		{"emoji-tone", head + strings.Repeat("wave 👋🏽 flag 🇩🇪 key 1️⃣ ", 5) + "done"},
		{"hebrew", head + strings.Repeat("שמור את ההחלטות ואת הנתיב ", 8) + "סוף"},
		{"arabic", head + strings.Repeat("احتفظ بالقرارات والمسار ", 8) + "end"},
		{"hindi", head + strings.Repeat("निर्णय और फ़ाइल पथ रखें ", 8) + "end"},
		{"thai", head + strings.Repeat("เก็บการตัดสินใจไว้ ", 10) + "end"},
		{"symbols", head + `"quoted" 'single' $(date) $HOME {a} [b] <c> | && ; \ # @ ~ ^ % * → ✓ … — “x” end.`},
		{"like-ui", head + strings.Repeat("─", 60) + " ❯ 1. Yes Esc to cancel ✻ Working… (3s) end"},
		{"semicolon", head + "the decisions;"},
		{"clear-then", "go on with the next step of the plan"},
	}
}

var vocabulary = strings.Fields("the quick compaction keeps decisions and paths while nothing else survives internationalisation " +
	"orchestrator/claude/screen.go --then a I of 3.14 f(x) #12 is to be")

// prose is n characters of words, the same for the same seed.
func prose(n int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for b.Len() < n-1 {
		b.WriteString(vocabulary[r.IntN(len(vocabulary))] + " ")
	}
	return strings.TrimRight(b.String()[:n-1], " ") + "x"
}

func longWords() string {
	var b strings.Builder
	for n := 30; n < 130; n += 7 {
		b.WriteString(strings.Repeat("abcdefghij", 13)[:n] + " ")
	}
	return b.String() + "end"
}

// edges has words that end near every width recorded.
func edges() string {
	var b strings.Builder
	for _, n := range []int{25, 26, 27, 39, 40, 41, 37, 38, 75, 76, 77, 115, 116, 117, 1, 1, 40, 76} {
		b.WriteString(strings.Repeat("m", n) + " ")
	}
	return b.String() + "end"
}

// pieces are pastes of at most 700 characters and 900 bytes, cut behind words.
func pieces(text string) []string {
	var out []string
	for len(text) > 900 || len([]rune(text)) > 700 {
		n, runes := 0, 0
		for i, r := range text {
			if runes++; i > 850 || runes > 690 {
				break
			}
			if r == ' ' || r == '。' {
				n = i + len(string(r))
				if r == ' ' {
					n = i
				}
			}
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return append(out, text)
}
