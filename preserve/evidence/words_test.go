// Trigger words of each language, and what looks like them.

package evidence

import (
	"testing"

	"savectx/prompts"
)

// spoken of a language: corrections, with trigger words and without, must be
// in the list whatever the model did; talk must not be, nor assent.
var spokenIn = map[string]struct{ corrections, talk, assents []string }{
	"en": {
		[]string{
			"Don't touch the vendored files", "always run the linter before you push", "no, the other column", "use tabs instead", "I said the second one",
			"never mail anybody from a test", "wait until Thursday with the release", "The header belongs on the left", "our customers have no JavaScript",
			"Nice work. The footer is too dark though", "thanks, but leave the old name", "thanks, leave the changelog alone", "prices come from accounting",
			"sorry, the button is on the left", "Legal says the imprint must be on every page", "<Button> must stay blue", "my colleague tried the cache, it broke",
			"Hello, the dates are American ones", "Could you always use cents?", "Only show the net price", "Thanks, in our contracts the word is Delivery",
		},
		[]string{
			"My wife always says I never listen", "haha no worries", "never seen a bug like that, lol", "no no, that's exactly what I wanted", "thanks, that's lovely",
			"don't worry, take your time", "gotta go, great work", "brb",
		},
		[]string{"ok go on", "yes please", "do it"},
	},
	"de": {
		[]string{
			"Fass die alten Dateien nicht an", "immer erst die Tests laufen lassen", "nein, die andere Spalte", "nimm stattdessen Tabs", "ich sagte doch die zweite",
			"Kunden dürfen davon nie etwas sehen", "erst am Donnerstag ausliefern", "Der Kopf gehört nach links", "unsere Kunden haben kein JavaScript",
			"Schön. Nur ist die Fußzeile zu dunkel", "danke, aber der alte Name bleibt", "die Preise kommen aus der Buchhaltung",
		},
		[]string{"Meine Frau sagt immer, ich höre nie zu", "haha kein Problem", "nein, alles gut, danke", "mach dir keine Sorgen, keine Sorge", "danke, sieht gut aus", "bin gleich wieder da"},
		[]string{"ja mach weiter", "passt"},
	},
	"fr": {
		[]string{
			"Ne touche pas aux anciens fichiers", "lance toujours les tests avant", "non, l'autre colonne", "utilise plutôt des tabulations", "j'ai dit la deuxième",
			"les clients ne doivent jamais voir ça", "attends jeudi pour livrer", "L'en-tête va à gauche", "nos clients n'ont pas JavaScript",
			"Très bien. Par contre le pied de page est trop sombre", "merci, mais garde l'ancien nom", "les prix viennent de la comptabilité",
		},
		[]string{"Ma femme dit toujours que je n'écoute jamais", "haha pas de souci", "merci, c'est génial", "ne t'inquiète pas", "jamais vu un bug pareil, mdr"},
		[]string{"oui vas y", "d'accord"},
	},
	"es": {
		[]string{
			"No toques los ficheros antiguos", "pasa siempre las pruebas antes", "no, la otra columna", "usa tabuladores en vez de espacios", "he dicho la segunda",
			"los clientes nunca deben ver esto", "espera hasta el jueves", "La cabecera va a la izquierda", "nuestros clientes no tienen JavaScript",
			"Genial. Eso sí, el pie está muy oscuro", "gracias, pero deja el nombre viejo", "los precios vienen de contabilidad",
		},
		[]string{"Mi mujer siempre dice que nunca escucho", "jajaja no pasa nada", "gracias, muy bien", "no te preocupes", "nunca había visto algo así"},
		[]string{"sí dale", "vale sigue"},
	},
	"pt": {
		[]string{
			"Não mexa nos arquivos antigos", "rode sempre os testes antes", "não, a outra coluna", "use tabs em vez de espaços", "eu disse a segunda",
			"os clientes nunca devem ver isso", "espera até quinta", "O cabeçalho fica à esquerda", "nossos clientes não têm JavaScript",
			"Ótimo. Só que o rodapé está escuro", "obrigado, mas deixa o nome antigo", "os preços vêm da contabilidade",
		},
		[]string{"Minha esposa sempre diz que nunca escuto", "kkkk sem problema", "obrigada, muito bom", "não se preocupe", "nunca vi um bug assim, haha"},
		[]string{"sim pode ser", "beleza continua"},
	},
	"ru": {
		[]string{
			"Не трогай старые файлы", "всегда сначала запускай тесты", "нет, другая колонка", "вместо этого используй табы", "я же сказал вторую",
			"клиенты никогда не должны это видеть", "подожди до четверга с релизом", "Шапка должна быть слева", "у наших клиентов нет JavaScript",
			"Отлично. Только вот подвал слишком тёмный", "спасибо, но старое имя оставь", "цены приходят из бухгалтерии",
		},
		[]string{"Моя жена всегда говорит, что я никогда не слушаю", "хаха ничего страшного", "спасибо, очень красиво", "не переживай", "никогда не видел такого бага"},
		[]string{"да давай", "ок продолжай"},
	},
	"he": {
		[]string{
			"אל תיגע בקבצים הישנים", "תמיד תריץ קודם את הבדיקות", "לא, העמודה השנייה", "תשתמש בטאבים במקום רווחים", "אמרתי את השני",
			"לקוחות אף פעם לא רואים את זה", "לחכות עד יום חמישי", "הכותרת צריכה להיות משמאל", "ללקוחות שלנו אין JavaScript",
			"יפה. אבל התחתית כהה", "תודה, אבל תשאיר את השם הישן", "המחירים מגיעים מהנהלת חשבונות",
		},
		[]string{"אשתי תמיד אומרת שאני לא מקשיב", "חחח אין בעיה", "תודה, מעולה", "אל תדאג"},
		[]string{"כן תמשיך", "סבבה"},
	},
	"zh": {
		[]string{
			"旧文件别动", "提交前一律先跑测试", "不对，是另一列", "改成用制表符", "我说过是第二个",
			"绝不能让客户看到这个，务必检查", "等到周四再发布", "页头应该在左边", "我们的客户没有 JavaScript",
			"很好。就是页脚太暗", "谢谢，不过旧名字要留着", "价格以财务的为准",
		},
		[]string{"哈哈没事，我老婆也说我从来不听", "谢谢，真不错", "别担心", "从来没见过这种bug，哈哈", "不是不是，没怪你"},
		[]string{"好的", "继续", "可以"},
	},
	"ja": {
		[]string{
			"古いファイルは触らないで", "プッシュ前に必ずテストを回すこと", "違います、もう一つの列です", "スペースではなくタブで", "二番目と言いました",
			"お客様には絶対に見せないで", "リリースは木曜まで待って", "ヘッダーは左に置くものです", "うちの客は JavaScript を切っている",
			"いいですね。ただフッターが暗い", "ありがとう、でも古い名前は残して", "価格は経理のものを使う",
		},
		[]string{"いえいえ、大丈夫です（笑）", "ありがとうございます、助かります", "妻がいつも私は話を聞かないと言う", "気にしないでください、大丈夫です"},
		[]string{"はい", "お願いします", "続けて"},
	},
	"ko": {
		[]string{
			"옛날 파일은 건드리지 마", "푸시 전에 항상 테스트 돌려", "아니 그게 아니라 다른 열", "스페이스 대신 탭으로", "두 번째라고 말했잖아",
			"고객한테는 절대 보이면 안 돼", "배포는 목요일까지 기다려", "헤더는 왼쪽에 있어야 해", "우리 고객은 JavaScript를 꺼 놨어",
			"좋네. 근데 푸터가 어두워", "고마워, 하지만 옛 이름은 남겨", "가격은 회계팀 값을 써",
		},
		[]string{"ㅋㅋ 괜찮아", "고마워요, 최고", "걱정 마", "우리 엄마가 나는 절대 안 듣는대 ㅎㅎ"},
		[]string{"네", "응 계속해", "좋아요"},
	},
}

func TestEveryLanguage(t *testing.T) {
	for _, lang := range prompts.Languages() {
		t.Run(lang, func(t *testing.T) {
			set, ok := spokenIn[lang]
			if !ok {
				t.Fatal("a language of prompts without trigger words")
			}
			for _, text := range set.corrections {
				answered := begun().says(text).answers("OK.").list(Options{})
				edited := begun().says(text).edits("/p/b.go").answers("OK.").list(Options{})
				for _, list := range [][]Found{answered, edited} {
					found := false
					for _, f := range list {
						found = found || f.By == User && f.Row == 5
					}
					if !found {
						t.Errorf("%q is not in the list", text)
					}
				}
			}
			for _, text := range append(set.talk, set.assents...) {
				for _, f := range begun().says(text).answers("OK.").list(Options{}) {
					if f.By == User && f.Row > 1 {
						t.Errorf("%q is in the list: %s", text, f.Item.Text)
					}
				}
			}
		})
	}
}
