// What kind an item is: a wrong one turns its meaning round.

package evidence

import (
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/transcript"
	"savectx/prompts"
)

// choices are sentences with words of failure that choose, order or ask, and
// reports of a failure with what is chosen in a sentence of its own.
var choices = map[string]struct {
	chosen []string
	parted [][2]string
}{
	"en": {
		[]string{
			"drop the mailer, send the list by hand instead", "the socket does not work behind their proxy, poll every 15 minutes", "use the second parser, the first one never worked on Macs",
			"scrap the banner and put a line in the footer", "we need a page for an abandoned order", "could you find out why the export doesn't work", "I tried the new build on my tablet, all good now",
			"the queue was too slow; keep the cron job", "don't bother me with the broken links, list them in a file",
		},
		[][2]string{{"The lock file was tried in May, it broke on NFS.", "One row per host."}, {"websockets fell over under load.", "long polling, 20 s"}},
	},
	"de": {
		[]string{
			"lass das mit dem Webhook, frag die Liste alle 15 Minuten ab", "Die Warteschlange war zu langsam, nimm den Cronjob", "Bitte erst ausliefern, wenn der alte Weg nicht mehr geht", "Lassen wir so, aber ohne Rahmen",
		},
		[][2]string{{"Die Sperrdatei hat auf NFS nie funktioniert.", "Eine Zeile je Rechner."}},
	},
	"fr": {
		[]string{"laisse tomber le webhook, interroge la liste toutes les 15 minutes", "La file était trop lente, prends le cron", "le bleu sur gris c'est mort, deux collègues ne le voient pas"},
		[][2]string{{"Le verrou n'a jamais marché sur NFS.", "Une ligne par machine."}},
	},
	"es": {
		[]string{"descarta el webhook, consulta la lista cada 15 minutos", "La cola era demasiado lenta, usa el cron"},
		[][2]string{{"El bloqueo nunca funcionó en NFS.", "Una fila por máquina."}},
	},
	"pt": {
		[]string{"desista do webhook, consulte a lista a cada 15 minutos", "A fila era lenta demais, use o cron"},
		[][2]string{{"A trava nunca funcionou no NFS.", "Uma linha por máquina."}},
	},
	"ru": {
		[]string{"брось вебхук, опрашивай список каждые 15 минут", "Очередь не тянет, возьми крон"},
		[][2]string{{"Файл блокировки никогда не работал.", "Одна строка на машину."}},
	},
	"he": {
		[]string{"תוותר על הוובהוק, תבדוק את הרשימה כל 15 דקות", "התור לא עובד, תשתמש בקרון"},
		[][2]string{{"קובץ הנעילה אף פעם לא עבד.", "שורה אחת לכל מכונה."}},
	},
	"zh": {
		[]string{"放弃回调，每 15 分钟轮询一次列表", "队列太慢，改用定时任务", "主键用门店号加日期拼，单用日期不行"},
		[][2]string{{"文件锁在 NFS 上从来没成功过。", "每台机器一行。"}},
	},
	"ja": {
		[]string{"キューは遅すぎるので、cron でお願いします", "前回もそれで止まったので、ポーリングにしてください", "罫線なし。見出しは左に寄せて"},
		[][2]string{{"ロックファイルは NFS でうまくいかなかった。", "一台につき一行。"}},
	},
	"ko": {
		[]string{"큐는 너무 느려, 크론으로 가자", "웹훅은 포기하고 15분마다 확인해 줘"},
		[][2]string{{"잠금 파일은 NFS에서 안 됐어.", "서버마다 한 줄씩."}},
	},
}

func TestWhatAPersonChoosesIsNoDeadEnd(t *testing.T) {
	for _, lang := range prompts.Languages() {
		set, ok := choices[lang]
		if !ok {
			t.Errorf("%s: a language of prompts without sentences", lang)
		}
		for _, text := range set.chosen {
			list := begun().says(text).edits("/p/b.go").answers("OK.").list(Options{})
			said := false
			for _, f := range list {
				said = said || f.By == User && f.Row == 5
				if f.Item.Kind == preserve.DeadEnd {
					t.Errorf("%s: a dead end: %s", lang, f.Item.Text)
				}
			}
			if !said {
				t.Errorf("%s: %q is not in the list", lang, text)
			}
		}
		for _, texts := range set.parted {
			list := begun().says(texts[0] + " " + texts[1]).edits("/p/b.go").answers("OK.").list(Options{})
			if f := wants(t, list, strings.TrimRight(texts[0], ".。")); f.Item.Kind != preserve.DeadEnd || strings.Contains(f.Item.Text, texts[1]) {
				t.Errorf("%s: %+v", lang, f.Item)
			}
			if f := wants(t, list, texts[1]); f.Item.Kind != preserve.Decision && f.Item.Kind != preserve.Correction || f.By != User {
				t.Errorf("%s: %+v", lang, f.Item)
			}
		}
	}
}

func TestContrastsAndComplaintsAreNoDeadEnds(t *testing.T) {
	for _, text := range []string{
		"SSE never worked behind their proxy, web sockets did", "mongo fell over last year, postgres is what we use", "the cron failed miserably so we run a daemon now", "MD5 is no good, SHA-256",
		"don't use sed, it backfired on the accents", "Polling bringt nichts, Webhooks sind besser", "MD5 reicht nicht, SHA-256", "le cron ne suffit pas, le démon marche", "el cron no sirve, el demonio va bien",
		"o cron não presta, o daemon funciona", "крон не годится, демон работает", "הקרון לא עבד, הדמון עובד", "轮询不行，回调可以", "ポーリングはだめ、webhook なら大丈夫", "폴링은 소용없어, 웹훅은 돼",
		"the last commit broke the login", "page two is too slow", "die zweite Seite ist zu langsam", "la page est trop lente", "登录页挂了", "ログインが動かない", "로그인이 안 돼",
	} {
		list := begun().says(text).edits("/p/b.go").answers("OK.").list(Options{})
		if f := wants(t, list, text); f.Item.Kind == preserve.DeadEnd || f.By != User {
			t.Errorf("%q is a %s", text, f.Item.Kind)
		}
	}
}

func TestRunsThatWereLeftAndTheOneThatStands(t *testing.T) {
	type call struct{ command, gave, said string }
	for name, test := range map[string]struct {
		runs        []call
		dead, stand string // parts of texts
		not         string // is in no dead end
	}{
		"options":     {[]call{{"./pack --zlib", "412 kB in 3.1 s", ""}, {"./pack --zstd", "207 kB in 1.2 s", ""}}, "412 kB", "207 kB", "207 kB"},
		"code":        {[]call{{"psql -f scan.sql", "read 61 GB", "That is above your limit."}, {"psql -f slice.sql", "read 2 GB", ""}}, "61 GB", "2 GB", "slice.sql"},
		"again":       {[]call{{"./measure", "340 uA avg", ""}, {"./measure", "18 uA avg", "18 uA."}}, "340 uA", "18 uA", "18 uA"},
		"another way": {[]call{{"./measure", "340 uA avg", ""}, {"./measure", "310 uA avg", "This doesn't help either."}}, "340 uA avg; 310 uA avg", "", ""},
		"what it is":  {[]call{{"./fit", "rmse 0.91 m", ""}, {"./fit --median", "rmse 0.44 m", "With the median instead it is 0.44."}}, "0.91", "0.44", "0.44"},
		"other data":  {[]call{{"./norm.sh a.wav", "loudness -17.2 LUFS", ""}, {"./norm.sh b.wav", "loudness -16.8 LUFS", ""}}, "", "-17.2", "LUFS"},
		"other month": {[]call{{"./report --month 2026-09", "sales 18,2 M", ""}, {"./report --month 2026-10", "sales 17,9 M", ""}}, "", "18,2", "sales"},
		"other thing": {[]call{{"./report", "sales 18,2 M", ""}, {"./report --top 3", "shop A031 11.2 %", ""}}, "", "18,2", "sales"},
	} {
		s := begun()
		for _, r := range test.runs {
			s.runs(r.command, r.gave).answers(r.said).edits("/p/b.go")
		}
		list := s.list(Options{})
		dead, stand := "", ""
		for _, f := range list {
			switch {
			case f.By != Tool || strings.HasPrefix(f.Item.Text, "not committed"):
			case f.Item.Kind == preserve.DeadEnd:
				dead += f.Item.Text + "\n"
			case f.Item.Kind == preserve.State || f.Item.Kind == preserve.Fact:
				stand += f.Item.Text + "\n"
			}
		}
		if !strings.Contains(dead, test.dead) || !strings.Contains(stand, test.stand) || test.not != "" && strings.Contains(dead, test.not) || test.dead == "" && dead != "" || test.stand == "" && stand != "" {
			t.Errorf("%s: dead ends %q, what stands %q", name, dead, stand)
		}
	}
}

func TestARightThatIsMissingIsOpen(t *testing.T) {
	for _, text := range []string{
		"Exit code 1\nERROR: permission denied for table ledger", "Exit code 3\n403 Forbidden: token scope issues:read", "Exit code 5\nConnection Refused: not authorised.",
		"Exit code 1\nFehler: fehlende Berechtigung jobs.create", "Exit code 1\n错误：没有权限 写入",
	} {
		for _, said := range []string{"I may not do that.", "Nothing was written, I lack the right."} {
			list := begun().fails("./post --all", text).answers(said).says("then the footer meanwhile").edits("/p/b.go").answers("OK.").list(Options{})
			if f := wants(t, list, "./post --all"); f.Item.Kind != preserve.Open {
				t.Errorf("%q is a %s", text, f.Item.Kind)
			}
		}
	}
}

func TestPlainAnswersAreNoDeadEnds(t *testing.T) {
	for _, text := range []string{
		"The label is shorter now. I have no such phone here, so that is not tried.", "Nothing broke in the other views.", "It is not too slow on the old tablet either, 80 ms.",
		"Das Gerät fehlt hier, das ist nicht ausprobiert.", "Die Liste ist nicht zu langsam.", "这台机器没试过。",
	} {
		for _, f := range begun().says("make the label shorter").edits("/p/b.go").answers(text).list(Options{}) {
			if f.Item.Kind == preserve.DeadEnd {
				t.Errorf("%q: %+v", text, f.Item)
			}
		}
	}
	if f := wants(t, begun().answers("I have no such phone here, so that is not tried.").list(Options{}), "not tried"); f.Item.Kind != preserve.Open {
		t.Errorf("%+v", f.Item)
	}
}

func TestALoneNoHasItsQuestion(t *testing.T) {
	const asked = "Shall I push to main?"
	for _, no := range []string{"no", "No.", "nope", "nein", "non", "нет", "לא", "不", "不要", "いいえ", "아니요"} {
		for _, f := range begun().answers("It builds.").says(no).answers("OK.").list(Options{}) {
			if f.By == User && f.Row == 6 {
				t.Errorf("%q without a question: %+v", no, f.Item)
			}
		}
		f := wants(t, begun().answers("It builds. "+asked).says(no).answers("OK.").list(Options{}), asked)
		if f.Item.Kind != preserve.Correction || f.By != User || !f.Option || f.Item.Text != asked+" "+no || f.Item.Quote != no {
			t.Errorf("%q with its question: %+v", no, f)
		}
		typed := transcript.Choice{Question: asked, Answer: no, Typed: true}
		f = wants(t, begun().calls("AskUserQuestion", "questions", "", transcript.Result{Outcome: transcript.Chosen, Answers: []transcript.Choice{typed}}).list(Options{}), asked)
		if f.Item.Quote != no || !f.Option {
			t.Errorf("%q typed: %+v", no, f)
		}
	}
	refused := transcript.Result{Outcome: transcript.Refused, Said: "no"}
	list := begun().calls("Bash", "command", "git push", refused).answers("OK.").list(Options{})
	if f := wants(t, list, "git push"); f.Item.Kind != preserve.Waiting || !f.Item.NotGranted() {
		t.Errorf("%+v", f.Item)
	}
}

func TestTheModelsQuestionIsNotThePersons(t *testing.T) {
	const asked = "Which of the two stores shall I take?"
	lists := [][]Found{begun().answers("Done. " + asked).says("the small one").answers("OK.").list(Options{})}
	for _, c := range []transcript.Choice{{Question: asked, Answer: "the small one", Typed: true}, {Question: asked, Answer: "SQLite", Note: "the small one"}} {
		lists = append(lists, begun().calls("AskUserQuestion", "questions", "", transcript.Result{Outcome: transcript.Chosen, Answers: []transcript.Choice{c}}).list(Options{}))
	}
	for _, list := range lists {
		found := false
		for _, f := range list {
			if f.By != User || f.Option {
				continue
			}
			if strings.Contains(f.Item.Text, asked) {
				t.Errorf("the question is said to be the person's: %+v", f.Item)
			}
			found = found || f.Item.Text == "the small one" && strings.Contains(f.Item.Why, asked)
		}
		if !found {
			t.Errorf("the answer with its question is missing:\n%s", printed(list))
		}
	}
}

func TestRefusedOffersAreCorrections(t *testing.T) {
	for asked, answer := range map[string]string{
		"Shall I smooth out the dialect in the letters?":      "Oh, the dialect is half of her.",
		"Soll ich die alten Namen ersetzen?":                  "Die kennt jeder im Haus",
		"Voulez-vous que je corrige les majuscules ?":         "Elles viennent du manuscrit",
		"¿Quieres que quite las notas al pie?":                "Las pidió la editorial",
		"要我把旧地址删掉吗？":                                          "财务还在看那一页",
		"古い注記を消しましょうか。":                                       "監査が読んでいる",
		"Would you like me to drop the second index as well?": "Reporting reads it at night",
	} {
		for _, answered := range []bool{false, true} {
			s := begun().answers("Done. " + asked).says(answer)
			if answered {
				s.answers("I leave it.")
			}
			if f := wants(t, s.list(Options{}), answer); f.Item.Kind != preserve.Correction || f.By != User || !strings.Contains(f.Item.Why, asked) {
				t.Errorf("%q, answered %v: %+v", answer, answered, f.Item)
			}
		}
	}
}

func TestHalfSentencesAreNoItems(t *testing.T) {
	s := begun().answers("The 23 letters were still in the tray; I sent them. What is missing:\n- The limit of the tray is 4096; nothing else was changed by that run of the job.")
	for _, f := range s.list(Options{}) {
		if strings.HasSuffix(f.Item.Text, ";") || strings.HasSuffix(f.Item.Text, ":") || f.By == Model && strings.Contains(f.Item.Text, "still in the tray") {
			t.Errorf("%+v", f.Item)
		}
	}
}

func TestThingsSaidByTheWay(t *testing.T) {
	for _, text := range []string{
		"Clara moved to Graz in 1931, but that is by the way.", "Clara zog 1931 nach Graz, aber das nur nebenbei.", "Clara s'est installée à Graz en 1931, soit dit en passant.",
		"Clara se mudó a Graz en 1931, dicho sea de paso.", "A Clara foi para Graz em 1931, só de passagem.", "Клара переехала в Грац в 1931 году, но это к слову.",
		"קלרה עברה לגראץ ב-1931, אבל זה בדרך אגב.", "克拉拉1931年搬到格拉茨，题外话。", "余談ですが、クララは1931年にグラーツへ移りました。", "클라라는 1931년에 그라츠로 갔어, 여담이지만.",
	} {
		for _, f := range begun().says(text + " The captions go below.").edits("/p/b.go").answers("OK.").list(Options{}) {
			if strings.Contains(f.Item.Text, "1931") {
				t.Errorf("%q is in the list: %+v", text, f.Item)
			}
		}
	}
	for _, text := range []string{"By the way, the header must be blue", "never print her address, but that is beside the point"} {
		wants(t, begun().says(text).edits("/p/b.go").answers("OK.").list(Options{}), text)
	}
}

func TestBareNumbersAreNotExact(t *testing.T) {
	list := begun().calls("Bash", "command", "redis-cli del jobs", transcript.Result{Outcome: transcript.Refused}).says("oh, do it").runs("redis-cli del jobs", "(integer) 1").answers("Done.").
		says("4 of them, at most 12 in the table, 4.5 on average, 30 s each").edits("/p/b.go").answers("OK.").list(Options{})
	for _, f := range list {
		for _, e := range f.Item.Exact {
			if e == "1" || e == "4" || e == "12" {
				t.Errorf("%q is an exact string of %q", e, f.Item.Text)
			}
		}
	}
	f := wants(t, list, "4.5 on average")
	for _, want := range []string{"4.5", "30 s"} {
		if !strings.Contains(strings.Join(f.Item.Exact, "|"), want) {
			t.Errorf("no %q: %q", want, f.Item.Exact)
		}
	}
}
