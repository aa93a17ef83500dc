// Ways that were left, as persons and the model say it in each language.

package evidence

import (
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/prompts"
)

// leftIn are words of a person who knows that a way is none, words of one who
// orders to leave it, which are no report of a failure, words of the model
// that leaves one when it sees what came of it, and words of the model that
// goes on.
var leftIn = map[string]struct{ person, orders, model, goesOn []string }{
	"en": {
		[]string{
			"we tried the message bus last spring and it fell over under load", "the nightly sync was no good, half of the rows were stale",
			"the lock file approach never worked on NFS", "we had to back it out in May",
		},
		[]string{"ditch the proxy, it adds 200 ms", "not that way, the vendor blocks scrapers"},
		[]string{"That output is unusable. I will parse the XML.", "This doesn't help; I'll go back to the plain loop.", "The threshold cannot work here, so I use the median instead."},
		[]string{"All six pages are there.", "Done, the report is written."},
	},
	"de": {
		[]string{
			"Den Nachrichtenbus hatten wir im Frühjahr, der ist unter Last umgefallen", "der nächtliche Abgleich taugt nichts, die Hälfte war veraltet",
			"Die Sperrdatei hat auf NFS nie funktioniert", "haben wir im Mai wieder ausgebaut",
		},
		[]string{"lass das mit dem Proxy, der kostet 200 ms", "so nicht, der Anbieter sperrt das"},
		[]string{"Die Ausgabe ist unbrauchbar. Ich lese das XML.", "Das hilft nicht, ich gehe zurück auf die einfache Schleife.", "Der Schwellwert reicht nicht, ich nehme stattdessen den Median."},
		[]string{"Alle sechs Seiten sind da.", "Fertig, der Bericht steht."},
	},
	"fr": {
		[]string{
			"Le bus de messages, on l'a essayé au printemps et ça a planté sous la charge", "la synchro de nuit ne sert à rien, la moitié était périmée",
			"Le fichier de verrou n'a jamais marché sur NFS", "on a dû l'enlever en mai",
		},
		[]string{"laisse tomber le proxy, il coûte 200 ms", "pas comme ça, le fournisseur bloque"},
		[]string{"La sortie est inutilisable. Je lis le XML.", "Cela n'aide pas, je reviens à la boucle simple.", "Le seuil ne suffit pas, je prends la médiane à la place."},
		[]string{"Les six pages sont là.", "Terminé, le rapport est écrit."},
	},
	"es": {
		[]string{
			"El bus de mensajes lo probamos en primavera y se cayó con la carga", "la sincronización nocturna no sirve, la mitad estaba vieja",
			"El fichero de bloqueo nunca funcionó en NFS", "en mayo hubo que quitarlo",
		},
		[]string{"descarta lo del proxy, cuesta 200 ms", "así no, el proveedor lo bloquea"},
		[]string{"La salida es inservible. Leeré el XML.", "Esto no ayuda, vuelvo al bucle sencillo.", "El umbral no basta, uso la mediana en su lugar."},
		[]string{"Las seis páginas están.", "Listo, el informe está escrito."},
	},
	"pt": {
		[]string{
			"O barramento a gente testou na primavera e caiu com a carga", "a sincronização noturna não presta, metade estava velha",
			"O arquivo de trava nunca funcionou no NFS", "em maio tivemos que tirar",
		},
		[]string{"descarta a ideia do proxy, custa 200 ms", "assim não, o fornecedor bloqueia"},
		[]string{"A saída é inutilizável. Vou ler o XML.", "Isso não ajuda, volto para o laço simples.", "O limiar não basta, uso a mediana em vez disso."},
		[]string{"As seis páginas estão lá.", "Pronto, o relatório está escrito."},
	},
	"ru": {
		[]string{
			"Шину сообщений пробовали весной, под нагрузкой всё упало", "ночная синхронизация не годится, половина устарела",
			"Файл блокировки на NFS никогда не работал", "в мае пришлось убрать",
		},
		[]string{"брось эту затею с прокси, он стоит 200 мс", "так не пойдёт, поставщик блокирует"},
		[]string{"Вывод непригоден. Прочитаю XML.", "Это не помогает, возвращаюсь к простому циклу.", "Порога не хватило, вместо этого возьму медиану."},
		[]string{"Все шесть страниц на месте.", "Готово, отчёт записан."},
	},
	"he": {
		[]string{
			"ניסינו את תור ההודעות באביב והוא קרס בעומס", "הסנכרון הלילי לא עובד, חצי היה ישן",
			"קובץ הנעילה אף פעם לא עבד על NFS", "במאי הורדנו את זה",
		},
		[]string{"תוותר על הפרוקסי, הוא עולה 200 ms", "לא ככה, הספק חוסם"},
		[]string{"הפלט לא שמיש. אקרא את ה-XML.", "זה לא עוזר, אני חוזר ללולאה הפשוטה.", "הסף לא מספיק, אשתמש בחציון במקום זאת."},
		[]string{"כל ששת העמודים שם.", "הדוח נכתב."},
	},
	"zh": {
		[]string{
			"消息总线春天试过，一上压力就崩了", "夜里同步那套不管用，一半是旧的",
			"锁文件在 NFS 上从来没成功过", "五月份已经撤下来了",
		},
		[]string{"代理那个放弃吧，多 200 毫秒", "别这么弄，供应商会封"},
		[]string{"输出用不了，我直接读 XML。", "这样没有效果，退回简单循环。", "阈值不够用，改用中位数。"},
		[]string{"六页都在。", "报告写完了。"},
	},
	"ja": {
		[]string{
			"メッセージバスは春に試したけど負荷で落ちた", "夜間同期は使い物にならない、半分が古かった",
			"ロックファイルは NFS ではうまくいかなかった", "五月に外すことになりました",
		},
		[]string{"プロキシはやめておこう、200 ms 増える", "そのやり方は業者に塞がれる"},
		[]string{"出力は使えません。XML を読みます。", "効果がありませんので、単純なループに戻します。", "しきい値では足りません。代わりに中央値を使います。"},
		[]string{"6 ページそろっています。", "報告書を書きました。"},
	},
	"ko": {
		[]string{
			"메시지 버스는 봄에 해봤는데 부하에서 터졌어", "야간 동기화는 소용없어, 절반이 옛날 거였어",
			"잠금 파일은 NFS에서 안 됐어", "5월에 걷어냈어",
		},
		[]string{"프록시는 포기, 200 ms 더 걸려", "그런 식으로는 업체가 막아"},
		[]string{"출력은 쓸 수 없습니다. XML을 읽겠습니다.", "효과가 없어서 단순 루프로 되돌립니다.", "임계값으로는 부족합니다. 대신 중앙값을 씁니다."},
		[]string{"여섯 쪽이 다 있습니다.", "보고서를 썼습니다."},
	},
}

func TestWaysThatWereLeft(t *testing.T) {
	const command, output = "pdftotext old.pdf -", "Tbe qnick brovvn"
	for _, lang := range prompts.Languages() {
		t.Run(lang, func(t *testing.T) {
			set, ok := leftIn[lang]
			if !ok {
				t.Fatal("a language of prompts without such words")
			}
			for _, text := range set.person {
				f := wants(t, begun().says(text).edits("/p/b.go").answers("OK.").list(Options{}), text)
				if f.Item.Kind != preserve.DeadEnd || f.By != User {
					t.Errorf("%q is a %s by %s", text, f.Item.Kind, f.By)
				}
			}
			for _, text := range set.orders {
				f := wants(t, begun().says(text).edits("/p/b.go").answers("OK.").list(Options{}), text)
				if f.Item.Kind != preserve.Decision && f.Item.Kind != preserve.Correction || f.By != User {
					t.Errorf("%q is a %s by %s", text, f.Item.Kind, f.By)
				}
			}
			for _, text := range set.model {
				first := cutSentences(text)[0]
				list := begun().says("the text of old.pdf").runs(command, output).answers(text).edits("/p/b.go").answers("OK.").list(Options{})
				if f := wants(t, list, command+": "+output); f.Item.Kind != preserve.DeadEnd || !strings.Contains(f.Item.Why, first) {
					t.Errorf("%q: %+v", text, f)
				}
				list = begun().says("the text of old.pdf").runs("./ocr old.pdf", "61 % of the words").answers(text).edits("/p/b.go").answers("OK.").list(Options{})
				if f := wants(t, list, "61 % of the words"); f.Item.Kind != preserve.DeadEnd || !strings.Contains(f.Item.Why, first) {
					t.Errorf("with a figure, %q: %+v", text, f)
				}
				list = begun().says("the text of old.pdf").fails("./ocr old.pdf", "Exit code 1\nFehler 12: no model").answers(text).runs("./ocr --xml old.pdf", "ok").answers("OK.").list(Options{})
				if f := wants(t, list, "no model"); f.Item.Kind != preserve.DeadEnd || !strings.Contains(f.Item.Why, first) {
					t.Errorf("after a failure, %q: %+v", text, f)
				}
			}
			for _, text := range set.model {
				s := begun().says("read the old files").answers(text)
				for range 8 {
					s.says("the next folder").edits("/p/b.go").answers("OK.")
				}
				if f := wants(t, s.list(Options{}), cutSentences(text)[0]); f.Item.Kind != preserve.DeadEnd || f.By != Model {
					t.Errorf("without a call, %q: %+v", text, f)
				}
			}
			for _, text := range set.goesOn {
				for _, f := range begun().says("read the old files").answers(text).list(Options{}) {
					if f.Item.Kind == preserve.DeadEnd {
						t.Errorf("without a call, %q makes a dead end: %+v", text, f)
					}
				}
				list := begun().says("the text of old.pdf").runs(command, output).answers(text).list(Options{})
				for _, f := range list {
					if f.Item.Kind == preserve.DeadEnd {
						t.Errorf("%q makes a dead end: %+v", text, f)
					}
				}
			}
		})
	}
}
