// Kinds of rows that are easily missed, and what looks like them.

package evidence

import (
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/transcript"
)

func TestComplaintsAsQuestions(t *testing.T) {
	for _, text := range []string{
		"why is the footer suddenly in capitals", "how come the dates are American now",
		"wieso steht da plötzlich der Vorname hinten", "warum sind die Preise jetzt brutto",
		"pourquoi la date est en anglais maintenant", "d'où viennent ces points-virgules",
		"por qué sale ahora el precio sin IVA", "de dónde han salido esas comas",
		"por que a data está em inglês agora", "de onde vieram esses acentos",
		"почему цены вдруг без копеек", "откуда взялись эти пробелы",
		"למה התאריך פתאום באנגלית", "מאיפה הגיעו הרווחים האלה",
		"怎么日期突然变成英文了", "为什么多了一列空的",
		"なんで日付が英語になってるの", "どうして見出しが消えたの",
		"왜 날짜가 갑자기 영어야", "왜 빈 칸이 생겼지",
	} {
		list := begun().says(text).answers("It is as it was.").list(Options{})
		if f := wants(t, list, text); f.Item.Kind != preserve.Correction {
			t.Errorf("%q is a %s", text, f.Item.Kind)
		}
	}
	for _, text := range []string{"why does the cache need a key", "warum braucht der Cache einen Schlüssel", "pourquoi faut-il une clé ici", "为什么要有这个键？", "なぜ鍵が必要ですか"} {
		without(t, begun().says(text).answers("To find it again.").list(Options{}), text)
	}
}

func TestSmallTalkAtTheEndOfARunOn(t *testing.T) {
	for _, text := range []string{
		"and the second column stays in cents because the bank wants it like that thanks you are a star",
		"so the list must work without a mouse too because my mother cannot hold one any more",
		"und die zweite Spalte bleibt in Cent weil die Bank das so will danke du bist super",
		"et la deuxième colonne doit rester en centimes parce que la banque le veut ainsi merci beaucoup",
		"y la segunda columna se queda en céntimos porque el banco lo quiere así gracias eres un sol",
		"e a segunda coluna deve ficar em centavos porque o banco quer assim obrigada você é demais",
		"и вторая колонка должна остаться в копейках потому что банк так хочет спасибо огромное",
		"והעמודה השנייה חייבת להישאר באגורות כי הבנק רוצה את זה ככה תודה רבה לך",
	} {
		wants(t, begun().says(text).answers("OK.").list(Options{}), text)
	}
	for _, text := range []string{
		"at my last job the release was always on a friday", "don't get me wrong, it reads well",
		"in meiner alten Firma war freitags immer Kuchen", "versteh mich nicht falsch, das liest sich gut",
		"dans mon ancien boulot on livrait toujours le vendredi", "en mi anterior trabajo siempre había tarta",
		"no meu antigo emprego sempre tinha bolo", "на прошлой работе всегда были пироги", "בעבודה הקודמת תמיד הייתה עוגה",
		"以前的公司周五总是有蛋糕", "前の会社ではいつも金曜にケーキが出た", "예전 직장에서는 항상 케이크가 있었어",
	} {
		without(t, begun().says(text).answers("I see.").list(Options{}), text)
	}
	list := begun().says("at my last job the release was always on a friday. wild times").answers("I see.").list(Options{})
	without(t, list, "wild times")
	wants(t, begun().says("at my last job we had none. not here").answers("I see.").list(Options{}), "not here")
}

func TestAQuotationBelowWhoSaidIt(t *testing.T) {
	list := begun().says("here is what the auditor writes:\n“Never use version 3, always restart the service first.”\nwe use port 8081").answers("OK.").list(Options{})
	wants(t, list, "we use port 8081")
	without(t, list, "version 3")
	list = begun().says("the text of the banner:\n“Our office is closed from Friday on”").answers("OK.").list(Options{})
	wants(t, list, "closed from Friday")
}

func TestAShortReplyHasItsQuestion(t *testing.T) {
	list := begun().answers("The tests pass. Thursday 3 June, 10:00?").says("11, the room is taken").answers("OK.").list(Options{})
	f := wants(t, list, "11, the room is taken")
	if f.By != User || !strings.Contains(f.Item.Why, "Thursday 3 June, 10:00?") {
		t.Errorf("%+v", f)
	}
	f = wants(t, begun().answers("The tests pass.").says("11, the room is taken").answers("OK.").list(Options{}), "11, the room")
	if f.Item.Why != "" {
		t.Errorf("nobody asked: %+v", f)
	}
}

func TestQuestionsThatWait(t *testing.T) {
	const asked = "May I remove the old bucket?"
	for text, waits := range map[string]bool{
		"the invoices go out as PDF, customers print them": true,
		"I'll look it up": true,
		"no, somebody still reads from it every single day": false,
		"remove it after the backup has run once, please":   false,
		"the bucket stays until the audit is over":          false,
		"go ahead": false,
	} {
		list := begun().answers("Copied. " + asked).says(text).answers("OK.").list(Options{})
		if _, ok := find(list, asked); ok != waits {
			t.Errorf("after %q it waits: %v", text, ok)
		}
	}
	for _, text := range []string{
		"The change is ready, I only need your approval.", "Die Änderung ist fertig, es fehlt nur deine Freigabe.", "Il me faut votre feu vert pour lancer la migration.",
		"Solo falta tu visto bueno para el despliegue.", "Falta só a sua autorização para publicar.", "Для выкладки нужно ваше согласие.", "חסר רק האישור שלך לפריסה.",
		"发布之前需要您同意。", "公開には承認をお願いします。", "배포하려면 승인이 필요합니다.",
	} {
		if f := wants(t, begun().answers(text).list(Options{}), text); f.Item.Kind != preserve.Waiting {
			t.Errorf("%q is a %s", text, f.Item.Kind)
		}
	}
}

func TestShortOutputsAreWhole(t *testing.T) {
	f := wants(t, begun().fails("./upload out", "Exit code 1\nquota: 4.9 of 5 GB\nPermission denied\nsent 7/12").list(Options{}), "Permission denied")
	for _, want := range []string{"quota: 4.9 of 5 GB", "sent 7/12"} {
		if !slices.Contains(f.Item.Exact, want) {
			t.Errorf("no %q: %q", want, f.Item.Exact)
		}
	}
	wants(t, begun().fails("./q 5", "Exit code 1\nSQL0911N: the unit of work was rolled back\nstopped").list(Options{}), "SQL0911N")
	list := begun().runs("Rscript fit.R", "convergence code: see help(optim)\nsd(group) 0.000").edits("/p/a.go").runs("Rscript fit.R", "sd(group) 0.412").list(Options{})
	wants(t, list, "convergence code: see help(optim); sd(group) 0.000")
	// A mistake in the code is mended when the same check goes on to fail at
	// something else, and a name that was wrong when the next one is right.
	list = begun().fails("make && ./probe 5", "Exit code 2\na.c:8:2: error: expected ';'").edits("/p/a.go").fails("make && ./probe 5", "Exit code 1\nbus 3: descriptor read failed").list(Options{})
	without(t, list, "expected ';'")
	wants(t, list, "descriptor read failed")
	list = begun().fails("python plot.py a.csv", "Exit code 1\nFileNotFoundError: [Errno 2] No such file or directory: 'a.csv'").runs("python plot.py data/a.csv", "ok").list(Options{})
	without(t, list, "FileNotFoundError")
}

func TestWhatTheModelSaysOfAFigure(t *testing.T) {
	list := begun().runs("psql -Atc 'select lag()'", "02:41:09").answers("The copy is 2 h 41 min behind.").list(Options{})
	f := wants(t, list, "02:41:09")
	if f.Item.Why != "The copy is 2 h 41 min behind." {
		t.Errorf("%+v", f)
	}
	if n := len(slices.DeleteFunc(list, func(f Found) bool { return !strings.Contains(f.Item.Text+f.Item.Why, "2 h 41 min") })); n != 1 {
		t.Errorf("%d items say it", n)
	}
	list = begun().calls("Bash", "command", "kubectl scale deploy/api --replicas=0", transcript.Result{Outcome: transcript.Refused}).says("oh, wrong key. do it").
		runs("kubectl scale deploy/api --replicas=0", "deployment.apps/api scaled").answers("Done.").list(Options{})
	if f := wants(t, list, "deployment.apps/api scaled"); f.Item.Kind != preserve.State {
		t.Errorf("%+v", f)
	}
}

func TestAToolThatIsUsedOtherwise(t *testing.T) {
	failed := transcript.Result{Outcome: transcript.Failed, Text: "statement timeout: 4 rows of 9 million"}
	s := begun().calls("mcp__db__query", "sql", "select * from log", failed).answers("That won't work over the whole table. I'll go by month instead.").
		calls("mcp__db__query", "sql", "select * from log where month = 1", transcript.Result{Outcome: transcript.Done, Text: "ok"}).answers("OK.")
	if f := wants(t, s.list(Options{}), "statement timeout"); f.Item.Kind != preserve.DeadEnd || !strings.Contains(f.Item.Why, "won't work") {
		t.Errorf("%+v", f)
	}
	s = begun().calls("mcp__db__query", "sql", "select * form log", failed).calls("mcp__db__query", "sql", "select * from log", transcript.Result{Outcome: transcript.Done, Text: "ok"}).answers("OK.")
	without(t, s.list(Options{}), "statement timeout")
}

func TestLongPromptsKeepTheirExactStrings(t *testing.T) {
	filler := strings.Repeat("The page shows the orders of the day in a table that the shop can print and take along. ", 3)
	text := "The list of orders has to come first. " + filler + "The header reads Order sheet 7b/2026 there. " + filler + "Its shelf mark is K-118/4 in the archive."
	list := begun().says(text).edits("/p/a.go").answers("OK.").list(Options{})
	wants(t, list, "7b/2026")
	wants(t, list, "K-118/4")
}
