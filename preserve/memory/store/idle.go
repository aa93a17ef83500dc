// Words that make a sentence a question and say nothing of what is meant.

package store

import (
	"strings"
	"sync"
)

// idle is the set of these words, folded. They are in the
// index; a question of nothing else is looked up by them.
var idle = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for list := range strings.Lines(idleWords) {
		for w := range strings.FieldsSeq(normal(list)) {
			set[w] = true
		}
	}
	return set
})

const idleWords = `
a an the and or but if then else of to in on at by for from with without into onto over under about as is are was were be been being am do does did done doing has have had having will would shall should can could may might must
what which who whom whose when where why how that this these those there here it its he she they them their we us our you your i me my mine not no nor so than too very just only also again any some all both each more most other own same such
s t d ll re ve m dont didnt isnt wasnt doesnt cant please tell show find give get got remember again was
der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als wie was wer wen wem wo wann warum wieso weshalb welche welcher welches welchen welchem ist sind war waren sein bin hat haben hatte hatten wird werden wurde wurden kann konnen konnte soll sollen sollte muss mussen musste darf durfen ich du er sie es wir ihr uns mir mich dich dir euch mein dein unser im in an am auf aus bei beim mit nach von vom vor zu zum zur fur uber unter durch gegen ohne um nicht kein keine keinen noch nur auch schon sehr so da hier dort man sich denn doch mal nochmal damit dafur wofur womit
el la los las un una unos unas y o u pero si entonces de del al a en con sin por para sobre entre desde hasta que cual cuales quien quienes cuando donde como cuanto es son era eran fue fueron ser estar esta estan estaba ha han he hay habia hemos se le les lo me te nos mi tu su sus nuestro nuestra no ni ya mas muy tambien este estos esa ese eso esto porque debe debemos
le la les un une des du de d l et ou mais si alors que qui quoi quel quelle quels quelles quand comment pourquoi combien est sont etait etaient etre a ai as ont avons avez avait fut ce cet cette ces c qu j m n s t y en dans sur sous avec sans pour par entre vers chez au aux il elle on nous vous ils elles je tu me te se mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ne pas plus tres aussi deja encore faut doit doivent a-t-il
и или а но если то в во на по с со к ко от до из за у о об для без под над при про через между что чтобы как какой какая какое какие каком каким кто кого кому где когда почему зачем сколько куда откуда это этот эта эти того той тот та те он она оно они мы вы я ты мне нам вам нас вас их его ее еи еи быть был была было были есть будет не ни же ли бы уже еще только тоже так там тут мои наш ваш свои нельзя надо нужно можно должен должны
什么 为什 怎么 怎样 如何 哪个 哪些 哪里 哪儿 多少 几个 是否 吗 呢 吧 的 了 是 在 有 和 我 们 我们 你 他 这 那 这个 那个 要 会 能 可以 应该 么 把 被 给 还是 时候 不能 请
何 何を 何が 何で なぜ どう どこ どの どれ いつ 誰 です ます でし した たか すか です たっ った んだ って こと もの する して され れる いる ある てい いた の は が を に で と も か な だ た て し い る す さ れ ん まし しま なか かっ ません まで から ので のは のか ですか だっ
무엇 무엇을 뭐 왜 어떻 떻게 어떻게 어디 언제 누가 누구 얼마 몇 는지 인지 했지 하지 는가 나요 까요 습니 니다 이다 하는 했던 었지 였지 을 를 이 가 은 는 에 의 도 로 와 과 고 지 다 요 까 우리 어떤 되나
`
