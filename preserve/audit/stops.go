// Words that tell nothing about what a sentence is about.

package audit

import (
	"strings"
	"sync"
)

// stopWords are the words that any text has, of all languages together: a
// sentence often mixes two.
var stopWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, list := range stopLists() {
		for w := range strings.FieldsSeq(list) {
			out[w] = true
		}
	}
	return out
})

// stopLists are the stop words by language: English, German, Spanish, French,
// Portuguese, Russian, Hebrew, Korean.
func stopLists() []string {
	return []string{
		// English
		"a an the and or but if then so of to in on at by for from with into onto over under per as is are was were be been being am do does did done has have had having will would shall should can could may might must this that these those it its they them their he she his her him you your we our us i me my who whom which what when where while how why not no never nor only always also too very more most than such any some each every all both other there here up out off about after before until since because due without none nothing nobody t s d ll re ve m got get gets let lets there's please yet",
		// German
		"der die das den dem des ein eine einen einem einer eines und oder aber wenn dann so von zu im in an am auf aus bei für mit nach vor über unter um durch ohne als ist sind war waren sein wird werden wurde wurden worden hat haben hatte hatten soll sollen sollte kann können darf dürfen muss müssen dieser diese dieses dies es er sie ihr ihm ihn ich du wir uns man wer was wo wie warum nicht kein keine nie nur immer auch noch schon sehr mehr jeder jede jedes alle sonst mein meine dein deine sein seine seiner seinem seinen ihre ihrer ihrem ihren da weil denn dass ob zum zur ins bitte dabei nichts",
		// Spanish
		"el la los las un una unos unas y o u e pero si de del al a en por para con sin sobre es son era eran ser está están fue fueron ha han había hay se su sus lo le les me mi tu te nos que quien cual como cuando donde no nunca ni solo sólo siempre también ya más muy este esta estos estas ese esa eso esto todo todos toda todas cada porque pues luego favor",
		// French
		"le la les l un une des du de d et ou mais si au aux à en dans par pour avec sans sur sous est sont était étaient être été a ont avait il elle ils elles on nous vous je j tu me m te t se s son sa ses leur leurs ce c cet cette ces cela ça qui que qu quoi dont où quand comme ne n pas jamais ni seulement toujours aussi plus très tout tous toute toutes chaque car parce lui y svp",
		// Portuguese
		"o os as um uma uns umas e ou mas se do da dos das ao aos à às em no na nos nas por pelo pela para com sem sobre é são era eram ser está estão foi foram há seu sua seus suas lhe eu ele ela eles elas você nós que quem qual como quando onde não nunca nem só somente sempre também já mais muito este esta isso isto todo todos toda todas cada porque pois depois sejam seja partir",
		// Russian
		"и или но а если то в во на по к ко с со из от до для при без за над под о об обо у что чтобы как так когда где кто это этот эта эти тот та те он она оно они мы вы ты я его её ее их мне нам вам не ни нет никогда только всегда также тоже уже ещё еще был была было были быть есть будет же ли бы все всё каждый потому поскольку пожалуйста",
		// Hebrew
		"של את על אל עם אם או כי לא אין אל רק גם כל זה זו זאת הוא היא הם הן אני אתה אנחנו היה הייתה היו יהיה להיות אבל אז כך כמו אך מה מי איך למה עד בין לפני אחרי כדי בלי תמיד לעולם טרם בבקשה",
		// Korean: particles behind a name in Latin letters, and please
		"로 으로 를 을 은 는 이 가 에 에서 의 와 과 도 만 로만 주세요 주십시오 줘",
	}
}

// hanStops are the Chinese characters that mostly build sentences.
const hanStops = "的了是在和与把被这那也就都而或其该此为于不没未已由使将会要"

// koreanStops begin short Korean words that carry grammar, not content.
var koreanStops = []string{"하", "한", "합", "해", "했", "않", "있", "없", "되", "된", "됐", "돼", "때문", "이다", "그", "것", "및", "위해"}

func koreanStop(w []rune) bool {
	if len(w) > 4 {
		return false
	}
	for _, p := range koreanStops {
		if strings.HasPrefix(string(w), p) {
			return true
		}
	}
	return false
}
