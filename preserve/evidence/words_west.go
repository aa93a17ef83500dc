// Trigger words: English, German, French, Spanish, Portuguese.

package evidence

// assent are the words that, alone, agree and ask for nothing new.
const assent = `ok okay k yes yeah yep yup sure right fine good great go on do that it this so try please continue next proceed
ahead exactly agreed correct alright thanks thank you ty lgtm perfect nice cool yea then now
ja jo jup genau mach mal weiter bitte los gut passt danke super okey klar einverstanden tu das prima
oui ouais d'accord vas y allez merci parfait continue bien sûr c'est bon fais le nickel
sí si vale dale claro hazlo adelante gracias perfecto sigue bien bueno exacto de acuerdo venga listo
sim pode ser isso certo beleza obrigado obrigada continua segue perfeito claro faz
да ага ок хорошо ладно давай давайте продолжай продолжайте дальше спасибо логично понятно отлично согласен согласна
כן אוקיי טוב בסדר תמשיך תמשיכי קדימה מעולה תודה יאללה סבבה
好 好的 可以 行 嗯 继续 继续吧 赞同 懂了 明白 对 没问题 谢谢 是的 同意 就这样 好吧 試试 试试
はい うん ええ お願いします ありがとう ありがとうございます 了解 続けて 続けてください いいです それで おお だよね やって
네 응 예 좋아 좋아요 계속 계속해 그래 감사합니다 고마워 ㅇㅋ 오케이 굿 해줘 진행해`

func english() table {
	return table{
		negates:  "not|isn't|aren't|wasn't|weren't|don't we|didn't we|didn't i|doesn't|shouldn't|wouldn't|couldn't|haven't we|hasn't",
		reported: "say*|said|wrote|write*|mail*|email*|message*|letter|told|vendor|colleague|forum|slack|ticket|comment|review|docs|manual|readme|quote",
		changed:  "changed|fixed|now|removed|switched|corrected|updated|reverted|done|renamed|moved|added",
		rule:     "remember|always|never|only|until|must|mustn't|have to|has to|no more than|at most|at least|from now on|every time|everywhere|throughout|as a rule|make sure|by default|required|mandatory|forbidden|not allowed|without|nothing but|unless|before you|stay|stays|budget|limit|target|is the floor|is the limit|floor|keep",
		stop:     "don't|dont|do not|stop|leave|not yet|no need|hands off|don't touch|cannot|can't|not prod|not during|not without|nothing|squash nothing|avoid|never|i'll do|i'll commit|myself",
		fix:      "i said|i told you|as i said|i meant|wrong|incorrect|that's not|thats not|not what|instead|again|rather|should be|should have|shouldn't|revert|undo|put back|change it back|actually|supposed to|you forgot|you missed|mistake|why did you|no,|wait",
		taste:    "i prefer|i'd rather|i'd prefer|i like|i don't like|i do not like|fond of|fonder of|not a fan|i hate|i love it when",
		takeBack: "forget|never mind|nevermind|scratch that|not anymore|changed my mind|ignore what i said|after all|take that back|skip that|cancel that|no longer need*|no longer applies|no longer necessary",
		tried:    "tried|we had that|was tried|already tried|didn't work|doesn't work|does not work|did not work|no good|dead end|don't bother|it's mush|made it worse|makes it worse|is worse|too slow|gave up|broke",
		later:    "tomorrow|later|next week|next month|next sprint|monday|tuesday|wednesday|thursday|friday|on the list|to do|todo|remind me|still open|not decided|undecided|next:|i'll ask|ask|remember to|follow up|pending|one thing for later|when you're done|afterwards|deadline|due",
		putOff:   "not yet|later|i'll think|let me think|not sure|tomorrow|brb|back in|give me|i'll ask|hold on|maybe|no idea|depends",
		but:      "but|though|however|except|only that|although|just that|yet",
		talk:     "thanks|thank you|thx|cheers|lol|haha*|hehe*|good job|well done|awesome|gorgeous|lovely|love it|brilliant|amazing|great session|great work|looks great|looks good|nice|brb|gotta|be right back|back later|see you|:)|;)|:d|no problem",
		polite:   "sorry|my bad|hello|hi there|good morning|good evening|good night|hi|hey|please",
		story:    "no worries|don't worry|no harm done|not at all|never mind me|that's exactly what|exactly what i wanted|never seen it|never seen anything|my boss|my old boss|my late husband|my late wife|my husband|my wife|my kids|my cat|my dog|always said|always says|used to say|back in the day|in the old days|when i was|stuck on a train|you're being very patient|haven't slept|i would never have thought|didn't sleep|my mum|my mom|my dad|my grandmother|my teacher|never seen|never saw|i always forget|i always mix|never in my life|you're welcome|no offense|just kidding|joking|jet lag|can't complain|you are very kind|you're very kind|you're too kind|fell asleep",
		asks:     "what|what's|how|how's|why|who|where|which|is|are|does|did|were|can i|should we|should i|would it|isn't|any idea",
		asksBack: "isn't it|shouldn't|didn't i|didn't we|why did you|why is it still|weren't you|aren't you|who told you|since when",
		please:   "could you|can you|would you|can we|could we|will you|would you mind",
		still:    "still|remaining|remains|left|not yet|todo|next|yet|lack|missing|half done|needs|cannot be reproduced|can't reproduce",
		aside:    "fyi|for your information|just so you know|for the record|forwarding|it's just an ad",
		too:      "too|much too|way too",
	}
}

func german() table {
	return table{
		negates:  "nicht|kein|keine|keinen|keiner",
		reported: "sagt*|sagte|schreibt|schrieb|geschrieben|mail*|nachricht|brief|kollege|kollegin|forum|ticket|kommentar|handbuch|zitat|meint",
		changed:  "geändert|korrigiert|jetzt|behoben|entfernt|umgestellt|ergänzt|ersetzt|erledigt",
		rule:     "merk dir|merken sie sich|immer|nie|niemals|nur|erst|bis|muss|müssen|mindestens|höchstens|maximal|max|ab jetzt|ab sofort|grundsätzlich|durchgehend|überall|stets|ausschließlich|ohne|verboten|darf|dürfen|soll|sollen|bleibt|bleiben|pflicht",
		stop:     "nicht|kein|keine|keinen|lass|lässt|lassen|finger weg|in ruhe|stopp|halt|noch nicht|aufhören|selbst|selber",
		fix:      "ich sagte|hab ich gesagt|habe ich gesagt|wie gesagt|falsch|stattdessen|statt|nochmal|noch mal|schon wieder|eigentlich|gemeint|sondern|zurück|rückgängig|nimm das wieder|wieder raus|gehört|stimmt nicht|nein",
		taste:    "ich mag|ich bevorzuge|lieber|gefällt mir nicht|mag ich nicht|mir zu|mir überhaupt",
		takeBack: "vergiss|doch nicht|hat sich erledigt|ist hinfällig|egal was ich gesagt|ich nehme das zurück|zurückgenommen|nicht mehr nötig|gilt nicht mehr|brauchen wir nicht mehr|streich das|streich die",
		tried:    "hatten wir|haben wir probiert|schon probiert|schon versucht|versucht|bringt nix|bringt nichts|ging nicht|klappt nicht|funktioniert nicht|sackgasse|ausprobiert",
		later:    "morgen|später|nächste woche|am montag|am dienstag|am mittwoch|am donnerstag|am freitag|noch offen|merken|nicht vergessen|auf die liste|frage ich|ich frage|kläre ich|macht der kollege|steht noch aus|danach",
		putOff:   "noch nicht|später|morgen|überlege|mal sehen|weiß nicht|gleich|moment|vielleicht",
		but:      "aber|allerdings|nur dass|jedoch|bloß|außer|nur",
		talk:     "danke|vielen dank|wunderbar|prima|klasse|perfekt|super|sehr schön|gefällt mir|sieht gut aus|gut gemacht|freut mich|haha*|hihi*|feierabend|bis gleich|bin gleich|schönes wochenende|schön geworden|wie schön|schön so|toll geworden|sehr toll|kein problem",
		polite:   "guten morgen|hallo|entschuldige|tut mir leid|guten tag|entschuldigung|moin|sorry",
		story:    "keinen kopf|macht nichts|keine sorge|nicht schlimm|alles gut|mahlzeit|gute alte|früher haben|früher war|mein chef|meine frau|mein mann|meine oma|sagt immer|hat immer gesagt|sagte immer|genau so hab|konnte niemand ahnen|schlecht geschlafen|nie gesehen|noch nie gesehen|mein alter chef|meine mutter|mein vater|meine kinder|passt schon|ach was|keine sorgen|vergesse immer|nie im leben|gern geschehen|nur spaß|war nur ein witz|da hab ich gelacht|nichts für ungut|kein stress|ach quatsch|wenig geschlafen",
		asks:     "wie|warum|wieso|weshalb|wer|wann|welche|welcher|welches",
		asksBack: "wieso hast du|warum hast du|warum ist das noch|hatten wir nicht|sollte das nicht|wer hat gesagt|seit wann",
		please:   "könntest du|kannst du|könnten sie|können sie|würdest du|magst du",
		still:    "noch|fehlt|fehlen|folgt|ausstehend|übrig|als nächstes|offen|müssen",
		aside:    "zur info|zur kenntnis|nur zur information|nur werbung",
		too:      "zu",
	}
}

func french() table {
	return table{
		negates:  "pas|plutôt",
		reported: "dit|disait|écrit|a écrit|mail*|message*|lettre|collègue|forum|ticket|commentaire|manuel|citation",
		changed:  "changé|corrigé|remplacé|retiré|ajouté|désormais|c'est fait|maintenant",
		rule:     "souviens toi|retiens|retenez|toujours|tjrs|jamais|seulement|uniquement|que si|jusqu'à|doit|doivent|il faut|il faudrait|faut|au moins|au plus|maximum|max|désormais|à partir de maintenant|partout|systématiquement|sans|obligatoire|interdit|exige|refuse",
		stop:     "ne touche*|n'y touche*|pas touche|arrête*|laisse*|pas encore|ne fais|ne faites|ne change*|ne modifie*|pas sans|pas de|moi même|stop|n'utilise*",
		fix:      "j'ai dit|je t'ai dit|je vous ai dit|faux|incorrect|plutôt|au lieu|à la place|encore une fois|de nouveau|en fait|je voulais dire|remets|remettez|annule*|c'est pas|ce n'est pas|pas ça|erreur|hein pas|s'appelle",
		taste:    "je préfère|j'aime mieux|je n'aime pas|j'aime pas|je voudrais moins|je voudrais plus|ça alourdit",
		takeBack: "oublie*|laisse tomber|finalement|plus besoin|en fin de compte|j'ai changé d'avis|on abandonne|tant pis pour",
		tried:    "déjà essayé|on a essayé|j'ai essayé|ça ne marche pas|ça marche pas|c'est mort|impasse|n'a pas marché|ça n'a rien donné|a échoué",
		later:    "demain|plus tard|lundi|mardi|mercredi|jeudi|vendredi|la semaine prochaine|on verra|à voir|je demande|je leur écris|je vérifie|ne pas oublier|pense à|pensez à|rappelle|reste à|pas encore",
		putOff:   "pas encore|plus tard|demain|je réfléchis|on verra|je reviens|réunion|je ne sais pas|peut être|attends",
		but:      "mais|par contre|cependant|toutefois|sauf|sinon|juste",
		talk:     "merci|génial|super|parfait|nickel|magnifique|très bien|bravo|haha*|mdr|lol|bonne nuit|bon appétit|je reviens|de rien",
		polite:   "bonjour|bonsoir|salut|désolé*|pardon|excusez moi|excuse moi",
		story:    "pas de souci|aucun souci|t'inquiète*|ne vous inquiétez|ne t'inquiète|ne vous excusez|ne t'excuse|pas grave|mon chef|mon patron|ma mère|mon mari|ma femme|dit toujours|disait toujours|je n'y aurais jamais|jamais vu|quelle bonne idée|mon ancien chef|mon père|ma grand mère|mal dormi|je n'aurais jamais|j'oublie toujours|je n'ai jamais vu|je plaisante|je rigole|vous êtes bien aimable|ce n'est rien|c'est rien|jamais de ma vie",
		asks:     "qu'est ce|comment|pourquoi|où|quel|quelle|quels|quelles|est ce|combien|peut on|faut il",
		asksBack: "pourquoi as tu|pourquoi avez vous|on n'avait pas dit|on n'aurait pas dit|n'avait on pas|depuis quand|qui t'a dit",
		please:   "peux tu|pouvez vous|pourrais tu|pourriez vous|tu peux",
		still:    "reste|restent|encore|manque|manquent|à faire|prochaine étape|pas encore|rien n'est encore|ensuite",
		aside:    "pour info|pour information|c'est de la pub",
		too:      "trop",
	}
}

func spanish() table {
	return table{
		negates:  "no era|no eran|no es|no son|no deber*|no tenía*|no hay que|no habíamos|acaso",
		reported: "dice|dijo|escribe|escribió|ha escrito|correo|mensaje|carta|compañero|compañera|foro|ticket|comentario|manual|cita",
		changed:  "corregido|cambiado|cambié|quitado|añadido|ahora|hecho|arreglado|sustituido",
		rule:     "recuerda|recuerde|siempre|nunca|jamás|solo|sólo|solamente|únicamente|hasta que|hasta|debe|deben|hay que|tiene que|tienen que|como mínimo|como máximo|al menos|a partir de ahora|en todas partes|sin|obligatorio|prohibido|que se|exige|ni tocar*|ni mirar*|nada de",
		stop:     "no hagas|no lo|no la|no toques|no cambies|no uses|no metas|no borres|deja|déjalo|déjala|déjalas|déjalos|dejad|para|basta|todavía no|aún no|ni tocarlo|ni mirarla|ni se te ocurra|se queda|lo hago yo|yo mismo|yo misma",
		fix:      "he dicho|te dije|ya te dije|te lo dije|mal|incorrecto|en vez de|en lugar de|otra vez|de nuevo|en realidad|quería decir|sino|no es|no eran|vuelve a|deshaz|equivocado|error tuyo|no hábiles",
		taste:    "prefiero|me gusta más|no me gusta|no me gustan|me gustaría menos",
		takeBack: "olvida*|olvídate|al final|mejor no|he cambiado de idea|déjalo estar|da igual lo que|bueno no|ya no hace falta|ya no vale|ya no aplica",
		tried:    "ya lo probé|ya lo probamos|lo hemos probado|ya lo hizo|lo intenté|lo intentamos|no funcionó|no funciona|no sirve|quedó desactualizada|callejón sin salida|se cayó|ya probé",
		later:    "mañana|más tarde|luego|el lunes|el martes|el miércoles|el jueves|el viernes|la semana que viene|queda pendiente|pendiente|lo miro|lo pregunto|lo pido yo|pregunto|recuérdame|falta|no lo cierres|sin confirmar",
		putOff:   "todavía no|luego|mañana|lo pienso|ya veremos|no sé|lo miro|espera|quizá|puede que",
		but:      "pero|aunque|sin embargo|eso sí|salvo|excepto|ahora bien",
		talk:     "gracias|genial|perfecto|estupendo|fantástico|muy bien|queda muy bien|guay|bien hecho|jaja*|jeje*|jajaja|tranquilo|tranquila|vuelvo enseguida|ahora vuelvo|sin problema|de nada",
		polite:   "perdón|disculpa|hola|buenas|buenos días|buenas noches|perdona|lo siento",
		story:    "no pasa nada|no te preocupes|no me hagas caso|mi jefe|mi jefa|mi abuela|mi mujer|mi marido|siempre dice|siempre decía|qué razón|nunca había visto|no he dormido|no se preocupe|mi madre|mi padre|me voy a comer|jamás habría|nunca lo habría|siempre me olvido|siempre se me olvida|en mi vida|nunca en la vida|es broma|muy amable",
		asks:     "qué|cómo|por qué|quién|cuándo|dónde|cuál|cuáles|cuánto|cuántos|se puede",
		asksBack: "por qué has|no habíamos quedado|no habíamos dicho|quién te ha dicho|desde cuándo|no debería",
		please:   "puedes|podrías|me echas|me ayudas|puede usted|podría",
		still:    "todavía|aún|queda|quedan|falta|faltan|pendiente|sin commit|lo siguiente|hueco",
		aside:    "para tu información|para que lo sepas|es publicidad",
		too:      "demasiado|demasiada",
	}
}

func portuguese() table {
	return table{
		negates:  "não era|não é|não são|não dever*|não tem|não tínhamos",
		reported: "diz|disse|escreve|escreveu|email*|mensagem|carta|colega|fórum|ticket|comentário|manual|citação",
		changed:  "corrigi|corrigido|mudei|alterei|agora|feito|removi|adicionei|troquei",
		rule:     "lembre|lembra que|sempre|nunca|jamais|só|somente|apenas|até|deve|devem|tem que|têm que|no mínimo|no máximo|pelo menos|a partir de agora|em todo lugar|sem|obrigatório|proibido|nada de",
		stop:     "não faça|não faz|não mexa|não mexe|não toque|não use|não apague|não mude|deixa|deixe|pare|para com|ainda não|eu mesmo|eu mesma|fica como está",
		fix:      "eu disse|já disse|te falei|eu falei|errado|incorreto|em vez de|ao invés|de novo|outra vez|na verdade|quis dizer|mas sim|não é|desfaz|desfaça|volta|volte|engano",
		taste:    "prefiro|gosto mais|não gosto|eu queria menos",
		takeBack: "esquece|esqueça|deixa pra lá|não precisa mais|no fim das contas|mudei de ideia|melhor não|já não precisa|já não vale",
		tried:    "já tentei|já tentamos|tentamos|testamos|não funcionou|não funciona|não deu certo|não adianta|beco sem saída|já foi tentado",
		later:    "amanhã|mais tarde|depois|segunda|terça|quarta|quinta|sexta|semana que vem|pendente|falta|vou perguntar|pergunto|me lembra|não esquecer|em aberto",
		putOff:   "ainda não|depois|amanhã|vou pensar|vamos ver|não sei|já volto|espera|talvez",
		but:      "mas|porém|no entanto|só que|exceto|menos",
		talk:     "obrigado|obrigada|valeu|perfeito|ótimo|excelente|maravilha|muito bom|muito bem|kkk*|rsrs*|haha*|já volto|sem problema|de nada|imagina",
		polite:   "desculpa|desculpe|oi|olá|bom dia|boa noite|boa tarde",
		story:    "não se preocupe|não se preocupa|meu chefe|minha chefe|minha mãe|minha avó|meu marido|minha esposa|sempre diz|sempre dizia|nunca vi|não dormi|meu pai|nunca tinha visto|que nada|relaxa|sempre esqueço|nunca na vida|na minha vida|brincadeira|muito gentil",
		asks:     "por que|quem|onde|qual|quais|quanto|quantos|dá para",
		asksBack: "por que você|não tínhamos|não era para|quem disse|desde quando|não deveria",
		please:   "você pode|pode me|poderia|consegue|você consegue",
		still:    "ainda|falta|faltam|resta|restam|pendente|próximo passo|a fazer",
		aside:    "para sua informação|só para você saber|é propaganda",
		too:      "demais|muito longe|exagerado",
	}
}
