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
		stop:     "don't|dont|do not|stop|leave|not yet|no need|hands off|don't touch|cannot|can't|not prod|not during|not without|nothing|squash nothing|avoid|never|i'll do|i'll commit|myself|ignore",
		fix:      "i said|i told you|as i said|i meant|wrong|incorrect|that's not|thats not|not what|instead|again|rather|should be|should have|shouldn't|revert|undo|put back|change it back|actually|supposed to|you forgot|you missed|mistake|why did you|no,|wait",
		taste:    "i prefer|i'd rather|i'd prefer|i like|i don't like|i do not like|fond of|fonder of|not a fan|i hate|i love it when",
		takeBack: "forget|never mind|nevermind|scratch that|not anymore|changed my mind|ignore what i said|after all|take that back|skip that|cancel that|no longer need*|no longer applies|no longer necessary",
		tried:    "tried|we had that|was tried|already tried|didn't work|doesn't work|does not work|did not work|no good|dead end|don't bother|it's mush|made it worse|makes it worse|is worse|too slow|gave up|broke|we tried|i tried|has been tried|been there|fell over|fell apart|caused trouble|had to be reverted|had to back it out|backed it out|backed out|ripped it out|took it out again|never worked|hasn't worked|it failed|failed miserably|turned out useless",
		gaveUp:   "not usable|unusable|ditch|scrap the|abandon the|drop the idea of|is no use|it's no use|no use|isn't any use|doesn't help|does not help|didn't help|did not help|won't work|will not work|wouldn't work|can't work|cannot work|doesn't scale|does not scale|not good enough|not fast enough|gets worse|got worse|much worse|even worse|worse than before|drop it|drop that|drop the idea|dropping that|scrap it|scrap that|not that way|not like that|leave it at that|gave that up|giving up|given up|a non starter|leads nowhere|went nowhere|goes nowhere|no improvement|isn't worth|not worth it|isn't viable|not viable|ruled out|rules that out|rules it out|abandon*|falls apart|blew up|backfired",
		instead:  "instead|go back to|going back to|went back to|back to the|rolled back|reverted|different approach|another way|another approach|switch to|switching to|fall back to|alternatively",
		later:    "tomorrow|later|next week|next month|next sprint|monday|tuesday|wednesday|thursday|friday|on the list|to do|todo|remind me|still open|not decided|undecided|next:|i'll ask|ask|remember to|follow up|pending|one thing for later|when you're done|afterwards|deadline|due",
		putOff:   "not yet|later|i'll think|let me think|not sure|tomorrow|brb|back in|give me|i'll ask|hold on|maybe|no idea|depends|i'll look|i'll check|i'll find|i'll see|will check|looking for it",
		but:      "but|though|however|except|only that|although|just that|yet",
		talk:     "thanks|thank you|thx|cheers|lol|haha*|hehe*|good job|well done|awesome|gorgeous|lovely|love it|brilliant|amazing|great session|great work|looks great|looks good|nice|brb|gotta|be right back|back later|see you|:)|;)|:d|no problem",
		polite:   "sorry|my bad|hello|hi there|good morning|good evening|good night|hi|hey|please",
		story:    "no worries|don't worry|no harm done|not at all|never mind me|that's exactly what|exactly what i wanted|never seen it|never seen anything|my boss|my old boss|my late husband|my late wife|my husband|my wife|my kids|my cat|my dog|always said|always says|used to say|back in the day|in the old days|when i was|stuck on a train|you're being very patient|haven't slept|i would never have thought|didn't sleep|my mum|my mom|my dad|my grandmother|my teacher|never seen|never saw|i always forget|i always mix|never in my life|you're welcome|no offense|just kidding|joking|jet lag|can't complain|you are very kind|you're very kind|you're too kind|fell asleep|at my last job|at my old job|in my last job|at my previous job|in my previous job|at my old company|at my last company|in my old team|don't get me wrong|don't mind me|just venting|just tired",
		asks:     "what|what's|how|how's|why|who|where|which|is|are|does|did|were|can i|should we|should i|would it|isn't|any idea",
		asksBack: "isn't it|shouldn't|didn't i|didn't we|why did you|why is it still|weren't you|aren't you|who told you|since when",
		please:   "could you|can you|would you|can we|could we|will you|would you mind",
		still:    "still|remaining|remains|left|not yet|todo|next|yet|lack|missing|half done|needs|cannot be reproduced|can't reproduce|as soon as|once the|will have to be|has to be|have to be|must still|needs to be",
		permits:  "your go ahead|needs your ok|need your ok|your approval|your permission|say the word|if you agree|with your consent|waiting for your|your call",
		aside:    "fyi|for your information|just so you know|for the record|forwarding|it's just an ad",
		wonders:  "why|how come|what's with|what are|what is|where did|where do|who put|since when",
		newly:    "now|suddenly|all of a sudden|all at once|anymore|any more|come from",
		reasons:  "because|cause|cuz|that's what|thats what|since my",
		too:      "too|much too|way too",
	}
}

func german() table {
	return table{
		negates:  "nicht|kein|keine|keinen|keiner",
		reported: "sagt*|sagte|schreibt|schrieb|geschrieben|mail*|nachricht|brief|kollege|kollegin|forum|ticket|kommentar|handbuch|zitat|meint",
		changed:  "geändert|korrigiert|jetzt|behoben|entfernt|umgestellt|ergänzt|ersetzt|erledigt",
		rule:     "merk dir|merken sie sich|immer|nie|niemals|nur|erst|bis|muss|müssen|mindestens|höchstens|maximal|max|ab jetzt|ab sofort|grundsätzlich|durchgehend|überall|stets|ausschließlich|ohne|verboten|darf|dürfen|soll|sollen|bleibt|bleiben|pflicht",
		stop:     "nicht|kein|keine|keinen|lass|lässt|lassen|finger weg|in ruhe|stopp|halt|noch nicht|aufhören|selbst|selber|ignorier*",
		fix:      "ich sagte|hab ich gesagt|habe ich gesagt|wie gesagt|falsch|stattdessen|statt|nochmal|noch mal|schon wieder|eigentlich|gemeint|sondern|zurück|rückgängig|nimm das wieder|wieder raus|gehört|stimmt nicht|nein",
		taste:    "ich mag|ich bevorzuge|lieber|gefällt mir nicht|mag ich nicht|mir zu|mir überhaupt",
		takeBack: "vergiss|doch nicht|hat sich erledigt|ist hinfällig|egal was ich gesagt|ich nehme das zurück|zurückgenommen|nicht mehr nötig|gilt nicht mehr|brauchen wir nicht mehr|streich das|streich die",
		tried:    "hatten wir|haben wir probiert|schon probiert|schon versucht|versucht|bringt nix|bringt nichts|ging nicht|klappt nicht|funktioniert nicht|sackgasse|ausprobiert|haben wir versucht|hab ich versucht|hatten wir schon|hat nicht funktioniert|ging schief|ging daneben|geht schief|rausgeflogen|wieder ausgebaut|wieder rausgenommen|wieder abgeschaltet|ist abgestürzt|ist umgefallen|nie funktioniert|hat nie geklappt|nach hinten los|nur müll",
		gaveUp:   "unbrauchbar|untauglich|ungeeignet|lass das mit|lasst das mit|nicht brauchbar|taugt nicht*|hilft nicht*|hilft nix|half nicht|hat nicht geholfen|geht so nicht|so geht das nicht|geht nicht|nicht machbar|lass das|lassen wir das|lassen wir|lass es|lasst das|nicht so herum|so nicht|verworfen|verwerfe|aufgegeben|gebe ich auf|wird schlimmer|schlimmer als|schlechter als|wurde schlechter|verschlechtert|zu langsam|zu ungenau|reicht nicht|bringt es nicht|lohnt nicht|lohnt sich nicht|führt zu nichts|scheidet aus|hat nicht geklappt|hat nicht funktioniert|hat nichts gebracht|nach hinten los",
		instead:  "stattdessen|statt dessen|anderer weg|anderen weg|zurück auf|zurück zu|zurückgenommen|ich nehme lieber|wechsle|weiche auf|anders an",
		later:    "morgen|später|nächste woche|am montag|am dienstag|am mittwoch|am donnerstag|am freitag|noch offen|merken|nicht vergessen|auf die liste|frage ich|ich frage|kläre ich|macht der kollege|steht noch aus|danach",
		putOff:   "noch nicht|später|morgen|überlege|mal sehen|weiß nicht|gleich|moment|vielleicht|ich schau|schaue ich|ich such|suche ich|ich guck|prüfe ich",
		but:      "aber|allerdings|nur dass|jedoch|bloß|außer|nur",
		talk:     "danke|vielen dank|wunderbar|prima|klasse|perfekt|super|sehr schön|gefällt mir|sieht gut aus|gut gemacht|freut mich|haha*|hihi*|feierabend|bis gleich|bin gleich|schönes wochenende|schön geworden|wie schön|schön so|toll geworden|sehr toll|kein problem",
		polite:   "guten morgen|hallo|entschuldige|tut mir leid|guten tag|entschuldigung|moin|sorry",
		story:    "keinen kopf|macht nichts|keine sorge|nicht schlimm|alles gut|mahlzeit|gute alte|früher haben|früher war|mein chef|meine frau|mein mann|meine oma|sagt immer|hat immer gesagt|sagte immer|genau so hab|konnte niemand ahnen|schlecht geschlafen|nie gesehen|noch nie gesehen|mein alter chef|meine mutter|mein vater|meine kinder|passt schon|ach was|keine sorgen|vergesse immer|nie im leben|gern geschehen|nur spaß|war nur ein witz|da hab ich gelacht|nichts für ungut|kein stress|ach quatsch|wenig geschlafen|in meinem letzten job|in meinem alten job|in meiner alten firma|bei meiner alten firma|in der alten firma|beim alten arbeitgeber|versteh mich nicht falsch|verstehen sie mich nicht falsch|nur müde",
		asks:     "wie|warum|wieso|weshalb|wer|wann|welche|welcher|welches",
		asksBack: "wieso hast du|warum hast du|warum ist das noch|hatten wir nicht|sollte das nicht|wer hat gesagt|seit wann",
		please:   "könntest du|kannst du|könnten sie|können sie|würdest du|magst du",
		still:    "noch|fehlt|fehlen|folgt|ausstehend|übrig|als nächstes|offen|müssen|sobald|muss noch|es bleiben|es bleibt|bleiben noch|sind noch|ist noch",
		permits:  "ihr okay|dein okay|dein ok|ihr ok|deine freigabe|ihre freigabe|deine zustimmung|ihre zustimmung|wenn du einverstanden|wenn sie einverstanden|sag bescheid|sagen sie bescheid|deine entscheidung|ihre entscheidung",
		aside:    "zur info|zur kenntnis|nur zur information|nur werbung",
		wonders:  "warum|wieso|weshalb|wo kommt|wo kommen|seit wann|was machen|was soll",
		newly:    "jetzt|plötzlich|auf einmal|neuerdings|nicht mehr|her|auf einmal",
		reasons:  "weil|denn|nämlich|das ist doch",
		too:      "zu",
	}
}

func french() table {
	return table{
		negates:  "pas|plutôt",
		reported: "dit|disait|écrit|a écrit|mail*|message*|lettre|collègue|forum|ticket|commentaire|manuel|citation",
		changed:  "changé|corrigé|remplacé|retiré|ajouté|désormais|c'est fait|maintenant",
		rule:     "souviens toi|retiens|retenez|toujours|tjrs|jamais|seulement|uniquement|que si|jusqu'à|doit|doivent|il faut|il faudrait|faut|au moins|au plus|maximum|max|désormais|à partir de maintenant|partout|systématiquement|sans|obligatoire|interdit|exige|refuse",
		stop:     "ne touche*|n'y touche*|pas touche|arrête*|laisse*|pas encore|ne fais|ne faites|ne change*|ne modifie*|pas sans|pas de|moi même|stop|n'utilise*|ignore*|ne tiens pas compte|ne tenez pas compte",
		fix:      "j'ai dit|je t'ai dit|je vous ai dit|faux|incorrect|plutôt|au lieu|à la place|encore une fois|de nouveau|en fait|je voulais dire|remets|remettez|annule*|c'est pas|ce n'est pas|pas ça|erreur|hein pas|s'appelle",
		taste:    "je préfère|j'aime mieux|je n'aime pas|j'aime pas|je voudrais moins|je voudrais plus|ça alourdit",
		takeBack: "oublie*|laisse tomber|finalement|plus besoin|en fin de compte|j'ai changé d'avis|on abandonne|tant pis pour",
		tried:    "déjà essayé|on a essayé|j'ai essayé|ça ne marche pas|ça marche pas|c'est mort|impasse|n'a pas marché|ça n'a rien donné|a échoué|on l'a déjà fait|on avait essayé|on avait tenté|j'avais essayé|a été tenté|ça a planté|ça plantait|a planté|on a dû revenir|on a dû l'enlever|on l'a retiré|n'a jamais marché|ça a mal tourné|c'était pire|ça a cassé",
		gaveUp:   "inutilisable|laisse tomber|laissez tomber|inexploitable|ne sert à rien|n'aide pas|ne suffit pas|pas assez|n'a pas aidé|ne marchera pas|ne fonctionne pas|n'a pas fonctionné|ça ne passe pas|ça ne tient pas|ne tient pas|laisse ça|laissez ça|on laisse tomber|on oublie ça|pas comme ça|pas de cette façon|j'abandonne|abandonné*|on abandonne|c'est pire|pire qu'avant|trop lent|trop lente|aucune amélioration|ça n'apporte rien|n'en vaut pas|ne mène à rien|écarté*|j'écarte|à écarter",
		instead:  "à la place|au lieu|je reviens à|on revient à|retour à|autrement|une autre voie|une autre approche|je passe à|je passe plutôt",
		later:    "demain|plus tard|lundi|mardi|mercredi|jeudi|vendredi|la semaine prochaine|on verra|à voir|je demande|je leur écris|je vérifie|ne pas oublier|pense à|pensez à|rappelle|reste à|pas encore",
		putOff:   "pas encore|plus tard|demain|je réfléchis|on verra|je reviens|réunion|je ne sais pas|peut être|attends|je cherche|je regarde|je vais voir|je vais chercher",
		but:      "mais|par contre|cependant|toutefois|sauf|sinon|juste",
		talk:     "merci|génial|super|parfait|nickel|magnifique|très bien|bravo|haha*|mdr|lol|bonne nuit|bon appétit|je reviens|de rien",
		polite:   "bonjour|bonsoir|salut|désolé*|pardon|excusez moi|excuse moi",
		story:    "pas de souci|aucun souci|t'inquiète*|ne vous inquiétez|ne t'inquiète|ne vous excusez|ne t'excuse|pas grave|mon chef|mon patron|ma mère|mon mari|ma femme|dit toujours|disait toujours|je n'y aurais jamais|jamais vu|quelle bonne idée|mon ancien chef|mon père|ma grand mère|mal dormi|je n'aurais jamais|j'oublie toujours|je n'ai jamais vu|je plaisante|je rigole|vous êtes bien aimable|ce n'est rien|c'est rien|jamais de ma vie|dans mon ancien boulot|dans mon ancienne boîte|à mon ancien poste|dans mon ancien poste|à mon ancien travail|ne te méprends pas|ne vous méprenez pas|ne le prends pas mal|ne le prenez pas mal",
		asks:     "qu'est ce|comment|pourquoi|où|quel|quelle|quels|quelles|est ce|combien|peut on|faut il",
		asksBack: "pourquoi as tu|pourquoi avez vous|on n'avait pas dit|on n'aurait pas dit|n'avait on pas|depuis quand|qui t'a dit",
		please:   "peux tu|pouvez vous|pourrais tu|pourriez vous|tu peux",
		still:    "reste|restent|encore|manque|manquent|à faire|prochaine étape|pas encore|rien n'est encore|ensuite|dès que|il faudra|il faudrait|restera à",
		permits:  "ton accord|votre accord|ton feu vert|votre feu vert|dites moi si|dis moi si|à vous de|à toi de|votre aval|ton aval",
		aside:    "pour info|pour information|c'est de la pub",
		wonders:  "pourquoi|d'où|depuis quand|c'est quoi|que fait|que font",
		newly:    "maintenant|soudain|tout à coup|d'un coup|ne plus|viennent|vient",
		reasons:  "parce que|car|puisque|c'est le cas de",
		too:      "trop",
	}
}

func spanish() table {
	return table{
		negates:  "no era|no eran|no es|no son|no deber*|no tenía*|no hay que|no habíamos|acaso",
		reported: "dice|dijo|escribe|escribió|ha escrito|correo|mensaje|carta|compañero|compañera|foro|ticket|comentario|manual|cita",
		changed:  "corregido|cambiado|cambié|quitado|añadido|ahora|hecho|arreglado|sustituido",
		rule:     "recuerda|recuerde|siempre|nunca|jamás|solo|sólo|solamente|únicamente|hasta que|hasta|debe|deben|hay que|tiene que|tienen que|como mínimo|como máximo|al menos|a partir de ahora|en todas partes|sin|obligatorio|prohibido|que se|exige|ni tocar*|ni mirar*|nada de",
		stop:     "no hagas|no lo|no la|no toques|no cambies|no uses|no metas|no borres|deja|déjalo|déjala|déjalas|déjalos|dejad|para|basta|todavía no|aún no|ni tocarlo|ni mirarla|ni se te ocurra|se queda|lo hago yo|yo mismo|yo misma|ignora*|ni caso|no le hagas caso|no hagas caso|no les hagas caso",
		fix:      "he dicho|te dije|ya te dije|te lo dije|mal|incorrecto|en vez de|en lugar de|otra vez|de nuevo|en realidad|quería decir|sino|no es|no eran|vuelve a|deshaz|equivocado|error tuyo|no hábiles",
		taste:    "prefiero|me gusta más|no me gusta|no me gustan|me gustaría menos",
		takeBack: "olvida*|olvídate|al final|mejor no|he cambiado de idea|déjalo estar|da igual lo que|bueno no|ya no hace falta|ya no vale|ya no aplica",
		tried:    "ya lo probé|ya lo probamos|lo hemos probado|ya lo hizo|lo intenté|lo intentamos|no funcionó|no funciona|no sirve|quedó desactualizada|callejón sin salida|se cayó|ya probé|ya lo intenté|ya se probó|lo probé|probamos|habíamos probado|intentamos|salió mal|hubo que quitarlo|hubo que revertir|lo quitamos|nunca funcionó|se rompió|se quedó desactualizad*|dio problemas|fue un desastre",
		gaveUp:   "inservible|descarta|descarte|descartad|inutilizable|no ayuda|no ayudó|no basta|no alcanza|no vale la pena|no merece la pena|no va a funcionar|no funcionaría|no da resultado|no dio resultado|no ha funcionado|no resultó|descartado|descartada|lo descarto|descártalo|descartamos|déjalo así no|así no|por ahí no|deja eso|dejemos eso|eso no va|no hay manera|es peor|fue peor|peor que|empeora|empeoró|demasiado lento|demasiado lenta|no mejora|no mejoró|no lleva a nada|me rindo|abandono|abandonado",
		instead:  "en su lugar|en vez de eso|en cambio|vuelvo a|volvemos a|otro camino|otra vía|otro enfoque|paso a usar|cambio a",
		later:    "mañana|más tarde|luego|el lunes|el martes|el miércoles|el jueves|el viernes|la semana que viene|queda pendiente|pendiente|lo miro|lo pregunto|lo pido yo|pregunto|recuérdame|falta|no lo cierres|sin confirmar",
		putOff:   "todavía no|luego|mañana|lo pienso|ya veremos|no sé|lo miro|espera|quizá|puede que|lo busco|la busco|voy a mirar|voy a ver|lo compruebo",
		but:      "pero|aunque|sin embargo|eso sí|salvo|excepto|ahora bien",
		talk:     "gracias|genial|perfecto|estupendo|fantástico|muy bien|queda muy bien|guay|bien hecho|jaja*|jeje*|jajaja|tranquilo|tranquila|vuelvo enseguida|ahora vuelvo|sin problema|de nada",
		polite:   "perdón|disculpa|hola|buenas|buenos días|buenas noches|perdona|lo siento",
		story:    "no pasa nada|no te preocupes|no me hagas caso|mi jefe|mi jefa|mi abuela|mi mujer|mi marido|siempre dice|siempre decía|qué razón|nunca había visto|no he dormido|no se preocupe|mi madre|mi padre|me voy a comer|jamás habría|nunca lo habría|siempre me olvido|siempre se me olvida|en mi vida|nunca en la vida|es broma|muy amable|en mi último trabajo|en mi antiguo trabajo|en mi trabajo anterior|en mi anterior trabajo|en mi antigua empresa|no me malinterpretes|no me malinterprete|no te lo tomes a mal",
		asks:     "qué|cómo|por qué|quién|cuándo|dónde|cuál|cuáles|cuánto|cuántos|se puede",
		asksBack: "por qué has|no habíamos quedado|no habíamos dicho|quién te ha dicho|desde cuándo|no debería",
		please:   "puedes|podrías|me echas|me ayudas|puede usted|podría",
		still:    "todavía|aún|queda|quedan|falta|faltan|pendiente|sin commit|lo siguiente|hueco|en cuanto|habrá que|habría que|tan pronto",
		permits:  "tu visto bueno|su visto bueno|tu permiso|su permiso|tu aprobación|su aprobación|dime si|dígame si|tú decides|usted decide",
		aside:    "para tu información|para que lo sepas|es publicidad",
		wonders:  "por qué|porqué|de dónde|desde cuándo|qué hace|qué hacen|cómo es que",
		newly:    "ahora|de repente|de pronto|ya no|sale|salen|han salido",
		reasons:  "porque|ya que|es el caso de|puesto que",
		too:      "demasiado|demasiada",
	}
}

func portuguese() table {
	return table{
		negates:  "não era|não é|não são|não dever*|não tem|não tínhamos",
		reported: "diz|disse|escreve|escreveu|email*|mensagem|carta|colega|fórum|ticket|comentário|manual|citação",
		changed:  "corrigi|corrigido|mudei|alterei|agora|feito|removi|adicionei|troquei",
		rule:     "lembre|lembra que|sempre|nunca|jamais|só|somente|apenas|até|deve|devem|tem que|têm que|no mínimo|no máximo|pelo menos|a partir de agora|em todo lugar|sem|obrigatório|proibido|nada de",
		stop:     "não faça|não faz|não mexa|não mexe|não toque|não use|não apague|não mude|deixa|deixe|pare|para com|ainda não|eu mesmo|eu mesma|fica como está|ignora*|ignore*|não dê bola|não liga para|não ligue para",
		fix:      "eu disse|já disse|te falei|eu falei|errado|incorreto|em vez de|ao invés|de novo|outra vez|na verdade|quis dizer|mas sim|não é|desfaz|desfaça|volta|volte|engano",
		taste:    "prefiro|gosto mais|não gosto|eu queria menos",
		takeBack: "esquece|esqueça|deixa pra lá|não precisa mais|no fim das contas|mudei de ideia|melhor não|já não precisa|já não vale",
		tried:    "já tentei|já tentamos|tentamos|testamos|não funcionou|não funciona|não deu certo|não adianta|beco sem saída|já foi tentado|já testei|já testamos|já se tentou|a gente testou|a gente tentou|caiu com|caiu sob|tentei|testei|deu errado|deu ruim|deu problema|tivemos que tirar|tiramos|tivemos que reverter|nunca funcionou|quebrou|caiu tudo|foi um desastre",
		gaveUp:   "inutilizável|descarta|descarte|desista|não ajuda|não ajudou|não basta|não chega|não vale a pena|não vai funcionar|não funcionaria|não deu resultado|não resolve|não resolveu|não presta|descartado|descartada|descarto|descarta isso|descartamos|assim não|por aí não|larga isso|deixa isso|deixa disso|desiste|desisti|desistimos|abandonei|abandonado|piorou|fica pior|ficou pior|pior que|pior do que|lento demais|lenta demais|não melhora|não melhorou|não leva a nada|sem melhora",
		instead:  "em vez disso|ao invés disso|no lugar|volto para|voltamos para|voltei para|outro caminho|outra abordagem|mudo para|passo a usar",
		later:    "amanhã|mais tarde|depois|segunda|terça|quarta|quinta|sexta|semana que vem|pendente|falta|vou perguntar|pergunto|me lembra|não esquecer|em aberto",
		putOff:   "ainda não|depois|amanhã|vou pensar|vamos ver|não sei|já volto|espera|talvez|vou procurar|vou ver|vou olhar|vou checar|procuro",
		but:      "mas|porém|no entanto|só que|exceto|menos",
		talk:     "obrigado|obrigada|valeu|perfeito|ótimo|excelente|maravilha|muito bom|muito bem|kkk*|rsrs*|haha*|já volto|sem problema|de nada|imagina",
		polite:   "desculpa|desculpe|oi|olá|bom dia|boa noite|boa tarde",
		story:    "não se preocupe|não se preocupa|meu chefe|minha chefe|minha mãe|minha avó|meu marido|minha esposa|sempre diz|sempre dizia|nunca vi|não dormi|meu pai|nunca tinha visto|que nada|relaxa|sempre esqueço|nunca na vida|na minha vida|brincadeira|muito gentil|no meu último emprego|no meu antigo emprego|no meu emprego anterior|no meu trabalho anterior|na minha antiga empresa|não me leve a mal|não me entenda mal|não me interprete mal",
		asks:     "por que|quem|onde|qual|quais|quanto|quantos|dá para",
		asksBack: "por que você|não tínhamos|não era para|quem disse|desde quando|não deveria",
		please:   "você pode|pode me|poderia|consegue|você consegue",
		still:    "ainda|falta|faltam|resta|restam|pendente|próximo passo|a fazer|assim que|será preciso|teremos que|vai ser preciso|restam",
		permits:  "seu aval|sua autorização|sua aprovação|seu ok|sua permissão|me diga se|você decide|sua confirmação",
		aside:    "para sua informação|só para você saber|é propaganda",
		wonders:  "por que|por quê|porque|de onde|desde quando|o que faz",
		newly:    "agora|de repente|do nada|não mais|saiu|vieram|veio",
		reasons:  "porque|pois|já que|é o caso",
		too:      "demais|muito longe|exagerado",
	}
}
