// The words of each class, in ten languages.

package audit

// lists are the markers of each class, separated by bars: whole words, a star
// for any ending, a tilde for any beginning. Each line is one or two languages.
func lists() map[class]string {
	return map[class]string{
		negative: `no|not|never|nor|neither|without|avoid*|forbid*|forbad*|prohibit*|banned|refus*|off limits|none|nothing|nobody|dont|doesnt|didnt|wont|cant|mustnt
nicht|nichts|nie|niemals|kein*|ohne|weder|verboten|untersag*|verbiet*|vermeid*|nunca|jamás|sin|ni|ning*|tampoco|prohib*|evit*
ne|n|pas|jamais|aucun*|sans|interdi*|évit*|não|sem|nem|nenhum*|proib*
не|нет|никогда|нельзя|без|ни|запрещ*|запрет*|избега*|לא|אל|אין|אסור|בלי|לעולם|ללא|ולא|שלא|שאין|ואין|אינו|אינה|מבלי
不|别|勿|没|禁|未|无|莫|避免|拒绝|ない|なかっ|なく|ません|禁止|ずに|避け|않|못|금지|말고|마세|없|말아|말 것|지 마|=안`,
		always: `always|every|each|invariably|every time|all|any|immer|stets|jede*|jedes mal|alle|grundsätzlich|siempre|cada|todos|todas|toda
toujours|chaque|systématiquement|tous|toutes|sempre|todo|всегда|кажд*|постоянно|все|всех|תמיד|כל|בכל|每|总是|始终|一律|永远|都|必ず|常に|いつも|毎|絶対|すべて|항상|언제나|매번|반드시|매|모든`,
		only: `only|solely|exclusively|sole|nothing but|nothing else|no other|no one else|other than|limited to|restricted to|confined to|except|nur|ausschließlich|lediglich|allein|außer|einzig*
solo|sólo|únic*|solamente|exclusiv*|salvo|excepto|seulement|uniquement|seul*|ne que|sauf|só|somente|apenas|unic*|exceto
только|лишь|исключительно|кроме|рק|רק|בלבד|אך ורק|只|仅|唯|才|限于|だけ|のみ|しか|に限|限定|만$|만을|오직|뿐|로만|한해`,
		must: `must|has to|have to|had to|required|requires|require|mandatory|obligatory|compulsory|always|insist*|needs to|need to|rule|shall|muss|müssen|musste*|zwingend|pflicht|verpflicht*|immer|darf|dürfen
debe*|tiene que|tienen que|hay que|obligator*|siempre|doit|doivent|il faut|obligatoire*|impérati*|toujours|deve*|tem que|têm que|obrigat*|sempre
должен|должна|должно|должны|обязательно|обязан*|нужно|надо|требу*|всегда|חייב*|צריך|חובה|תמיד|必须|务必|一定|得|要求|必ず|必須|べき|なければ|なきゃ|こと|반드시|해야|필수|꼭|야 한다`,
		until: `until|till|before|as long as|once|after|first|prior to|unless|while|during|bis|solange|bevor|vor|erst|nachdem|nach|sobald|hasta|antes|mientras|después|tras|jusqu*|avant|tant que|après|até|enquanto|depois|após
до|пока|прежде|перед|после|עד|לפני|כל עוד|אחרי|直到|之前|前|先|再|之后|まで|前に|間は|後|から|까지|전에|동안|후에|먼저`,
		most:    `at most|max|maximum|maximal|no more than|not more than|up to|limit*|cap|capped|höchstens|nicht mehr als|bis zu|como máximo|máximo|a lo sumo|hasta|no más de|au plus|au maximum|plafon*|no máximo|até|максимум|не более|не больше|до|לכל היותר|עד|מקסימום|最多|上限|最大|以内|不超过|限制|まで|최대|이하|이내|까지`,
		least:   `at least|min|minimum|no less than|not less than|mindestens|wenigstens|al menos|como mínimo|por lo menos|au moins|au minimum|pelo menos|no mínimo|минимум|не менее|не меньше|хотя бы|לפחות|至少|最少|不少于|少なくとも|最低|以上|최소|적어도|이상`,
		instead: `instead of|rather than|in place of|statt|anstatt|anstelle|en lugar de|en vez de|au lieu de|plutôt que|em vez de|ao invés de|em lugar de|вместо|במקום|而不是|而非|代替|ではなく|の代わり|대신|가 아니라|아닌`,
		granted: `approv*|agreed|agrees|consent*|permi*|allowed|authori*|signed off|sign off|green light*|greenlit|gave the go*|go ahead|said yes|accepted|okayed|confirmed|cleared
zugestimmt|zustimm*|genehmig*|freigegeben|freigabe|erlaub*|bewilligt|bestätigt|einverstanden|grünes licht|ja gesagt|abgesegnet|aprob*|autoriz*|acept*|permit*|dio el visto bueno|visto bueno|dijo que sí|de acuerdo|confirmó
approuv*|autoris*|accept*|donné son accord|accord|feu vert|validé*|permis|dit oui|aprov*|aceit*|liberou|liberad*|concord*|deu o ok|disse sim|confirmou
одобр*|разреш*|соглас*|подтверд*|утверд*|дал добро|~אושר|~אישר|~אישור|הסכים|הסכימה|התיר|批准|同意|获准|准许|许可|允许|认可|通过了|点头|承認|許可|同意|了承|認め|승인|허락|허용|동의|허가`,
		pending: `pending|await*|wait|waits|waiting|to be approved|to be answered|for approval|for a decision|unanswered|no answer|no reply|no response|no decision|undecided|not decided|not yet|yet to|open question|to be confirmed|unconfirmed|has not|have not|nobody answered|unresolved|still open
steht aus|steht noch aus|ausstehend|noch aus|noch nicht|noch keine|noch offen|unbeantwortet|wart*|zu klären|rückfrage*|offene frage*|keine antwort|ungeklärt|unentschieden|pendiente*|sin aprobar|sin respuesta|aún no|todavía no|a la espera|espera*|por aprobar|por confirmar|por decidir|sin decidir|falta que
en attente|attend*|à valider|à confirmer|pas encore|sans réponse|en suspens|reste à approuver|pendente*|sem aprovação|sem resposta|ainda não|aguard*|à espera|espera*|a confirmar|a aprovar|em aberto
ожида*|жд*|не отвеч*|не ответил*|нет ответа|ещё не|еще не|пока не|без ответа|ждёт|ждет|ждём|на согласовании|не решено|טרם|ממתין|ממתינה|ממתינים|ממתינות|להמתנה|מחכה|מחכים|עדיין לא|אין תשובה|בלי תשובה|לא נענ*|尚未|待确认|待定|待批|等待|未答复|尚无|没有答复|未获|还没|有待|待用户|未確認|確認中|承認待ち|返答待ち|待ち|未承認|まだ|保留|미승인|대기|기다|아직|보류|미정|답이 없`,
		asked: `asked|ask|asks|propos*|suggest*|request*|question|whether|gefragt|frage|angefragt|vorgeschlagen|ob|preguntó|pregunta*|propuest*|propuso|solicit*|demandé*|proposé*|question|perguntou|pergunt*|propost*|предлож*|запрошен*|вопрос*|спросил*|~הוצע|נשאל|שאלה|התבקש|询问|问|提出|是否|確認|提案|尋ね|か どう|かどうか|물어|제안|요청|질문|여부`,
		finished: `already|deployed|created|set up|installed|configured|migrated|converted|delivered|tested|bereits|geschrieben|beschrieben|ergänzt|erstellt|angelegt|getestet|escrit*|corregid*|cread*|añadid*|agregad*|probad*|finaliz*|écrit|écrite|ajouté*|créé*|testé*|criad*|adicionad*|testad*|уже|настроен*|создан*|проверен*|переписан*|установлен*|удален*|удалён*|переведен*|переведён*|כבר|נוסף|נוספה|נוספו|עודכן|עודכנה|好了|加好|写好|修好|改好|做好|搞定|すでに|既に|実装した|修正した|追加した|書いた|対応した|이미|마무리|작성했|추가했|수정했|구현했|done|finished|completed|is complete|are complete|implemented|shipped|merged|fixed|landed|ready|in place|works now|ported|written|added|built|closed|resolved|fertig*|erledigt|erledigte*|abgeschlossen|umgesetzt|behoben|eingebaut|fertiggestellt|gebaut|implementiert
terminad*|hech*|listo|listos|está lista|están listas|completad*|acabad*|implementad*|arreglad*|ya|añadieron|resuelt*|terminé*|fini|finie|finis|finies|achevé*|faite|faites|réalisé*|implémenté*|prêt*|livré*|déjà|corrigé*|concluíd*|está pronto|está pronta|feit*|finaliz*|já|corrigid*
готов*|сделан*|заверш*|закончен*|реализован*|написан*|добавлен*|исправлен*|выполнен*|решен*|решён*|הושלם|הושלמה|בוצע*|סיים|מוכן|מוכנה|נעשה|נעשתה|תוקן|נכתב*|已|完成|做完|实现了|修复了|完了|済み|済んだ|終わっ|終了|完成|완료|끝났|끝냈|마쳤|완성|구현됨|해결됨`,
		remaining: `still|remain*|to do|todo|to be done|left|open|outstanding|not yet|next|needs to|need to|has to be|have to be|must be|unfinished|missing|upcoming|later|pending|will be
offen|offene|offenen|offener|offenes|noch|fehlt|fehlen|ausstehend|steht aus|zu tun|als nächstes|todo|muss|müssen|unerledigt|falta|faltan|pendiente*|queda|quedan|por hacer|todavía|aún|próxim*|reste*|à faire|ouvert|ouverte|ouverts|ouvertes|en attente|encore|prochain*|il faut|en suspens
falta*|pendente*|por fazer|ainda|em aberto|próxim*|resta*|a fazer|остал*|осталось|предстоит|ещё|еще|надо|нужно|открыт*|дальше|следующ*|נותר*|נשאר*|עדיין|פתוח*|צריך|טרם|הבא|להשלים
待|尚|还需|还要|还没|尚未|未完成|剩余|接下来|下一步|未了|残り|残って|未完了|未実装|まだ|これから|次に|予定|必要|今後|남은|남아|미완|아직|해야|다음|예정|미해결|필요`,
		dropped: `drop*|abandon*|reject*|discard*|dead end|fail*|did not work|does not work|not work|gave up|given up|ruled out|no good|reverted|rolled back|unsuccessful*|broke|too slow|not viable|useless|undone|backed out
verworf*|gescheitert|scheitert*|fehlgeschlagen|aufgegeben|sackgasse|ausgeschlossen|verzichtet|funktioniert* nicht|taugt* nicht|untauglich|abgebrochen|descart*|abandon*|fracas*|falló|fallaron|fallid*|callejón|no sirvió|no funcion*|no valió|deshech*
abandon*|écart*|échou*|échec*|rejet*|impasse|renonc*|ne marche|ne fonctionn*|descart*|fracass*|falhou|falhar*|não funcion*|não deu certo|desist*|rejeit*
отказал*|отброш*|отверг*|провал*|не сработал*|не подош*|не помог*|тупик*|неудач*|откат*|~נזנח*|~נכשל*|~נפסל*|~נדח*|לא עבד*|ויתר*|מבוי|放弃|失败|弃用|行不通|不可行|不起作用|否决|舍弃|排除|取りやめ|断念|失敗|却下|やめた|諦め|あきらめ|見送|うまくいか|使えな|포기|실패|폐기|중단|기각|안 됐|안 되|접었|철회`,
		advised: `recommend*|suggested|best|preferred|should use|good choice|use|works well|empfohlen|empfiehlt|empfehl*|sollte|am besten|bewährt|recomend*|recomiend*|conviene|mejor|usar|debería*|recommand*|conseill*|il convient|préférable|mieux|melhor|convém|indicad*|deve-se
рекоменд*|стоит|лучше|следует|советуе*|предпочт*|מומלץ|מומלצת|כדאי|עדיף|推荐|建议|最好|应使用|适合|推奨|おすすめ|お勧め|べき|最適|使うとよい|추천|권장|좋다|바람직|사용하자`,
		person: `user|users|user s|nutzer*|benutzer*|anwender*|usuari*|utilisat*|usuári*|пользовател*|~משתמש|~המשתמש|用户|使用者|ユーザー|ユーザ|利用者|사용자|유저|owner|client said`,
		model:  `assistant|claude|the model|the agent|i suggested|i decided|i proposed|assistent*|ki|das modell|asistente|el modelo|assistente|o modelo|l assistant|le modèle|ассистент*|помощник*|модель|העוזר|הסייען|המודל|助手|模型|アシスタント|モデル|어시스턴트|모델|claude`,
		claim: `ask*|request*|want*|wish*|decid*|approv*|agree*|confirm*|prefer*|insist*|instruct*|requir*|rule*|demand*|allow*|permi*|accept*|told|said|authori*|chose|choose*|order*|consent*|stress*|specif*|set|forbade|forbids|banned|signed off|okayed|go ahead|green light*
verlang*|bat|bittet|gebeten|möchte*|wünsch*|will|wollte|entschied*|entscheid*|genehmig*|zugestimmt|stimmt* zu|erlaub*|festgelegt|legte|regel*|gesagt|sagte|forder*|gefordert|bestätig*|bevorzug*|vorliebe*|beauftrag*|untersag*|verboten|freigegeben|freigabe
pidió|pide|pidi*|solicit*|quiere|quería|desea|decidi*|aprob*|acept*|autoriz*|prefier*|prefiri*|exig*|orden*|confirm*|regla*|prohib*|permit*|insist*|dijo|estableci*
demand*|veut|voulait|souhait*|décid*|approuv*|accept*|autoris*|préfèr*|préfér*|exig*|ordonn*|confirm*|règle*|interdi*|permi*|insist*|a dit|validé|imposé
pediu|pede|pedi*|quer|queria|deseja|aprov*|aceit*|prefer*|determin*|exig*|orden*|regra*|proib*|disse|defini*
попрос*|просил*|просит|хочет|хотел*|решил*|одобр*|разреш*|соглас*|подтверд*|предпоч*|требу*|потребовал*|правил*|велел*|сказал*|запрет*|установил*|настаива*
ביקש*|מבקש*|רוצה|רצה|החליט*|אישר*|הסכים|הסכימה|מעדיף|מעדיפה|העדיף|העדפ*|דרש*|דורש*|כלל*|קבע*|אמר*|הורה|אסר*|התיר*|אושר*
要求|希望|想要|想|决定|批准|同意|允许|确认|偏好|喜欢|规定|规则|指示|吩咐|请求|提出|禁止|坚持|说|选择|授权
依頼|要望|求め|希望|決め|決定|承認|許可|同意|確認|好み|好む|ルール|指示|要求|禁止|選ん|言っ|頼ん|望ん|了承
요청|원하|원한|원했|바라|결정|승인|동의|허락|확인|선호|규칙|지시|요구|금지|부탁|달라고|말했|선택|허용|정했`,
		yes: `yes|yep|yeah|sure|go ahead|approved|approve|fine|do it|agreed|please do|sounds good|lgtm|ship it|ja|klar|gerne|einverstanden|genehmigt|freigegeben|mach das|passt|sí|si|de acuerdo|adelante|aprobado|claro|hazlo|oui|d accord|vas y|approuvé|bien sûr|sim|pode|aprovado|claro|manda ver|да|хорошо|давай|согласен|согласна|одобряю|можно|конечно|כן|מאשר|מאשרת|קדימה|好|可以|行|同意|批准|没问题|はい|いいよ|いいです|お願いします|承認|네|예|좋아|승인|그래|진행|허락`,
		untouched: `untouched|unchanged|unmodified|unaltered|intact|hands off|left as is|left as they are|leave as is|stay as they are|left alone|leave alone|leaves alone|leave them alone|leave it alone|leaving alone|be left alone|are left alone|kept as is
unberührt*|unverändert*|unangetastet*|in ruhe|sin tocar|sin cambios|sin modificar|intact*|tal cual|intocable*|inalterad*|intocad*|sem mexer|como está|como estão|quietos
inchangé*|intouché*|tel quel|tels quels|telle quelle|telles quelles|нетронут*|неизмен*|неприкосновен*|как есть|в покое|כמו שהם|כמו שהן|כמו שהוא|כמו שהיא|ללא שינוי|במקומ*
原样|保持不变|不变|不动|原封|そのまま|手を付け|手をつけ|触れず|現状維持|그대로|손대지|건드리지`,
		credited: `as requested|as you requested|as asked|as you asked|as you wanted|as you said|as you told*|as you instructed|as you wished|as you decided|as you approved|as instructed|as agreed|as ordered|as approved|per your|per the user|per user*|according to the user|at your request|on your request|by your request|upon your request|with your permission|with your approval|with your consent|with your ok|with your okay|with your agreement|you asked|you approved|you requested|you agreed|you confirmed|your request|your instruction*|your permission|your approval|at the user s request|by user request|on user request
wie gewünscht|wie verlangt|wie gefordert|wie besprochen|wie vereinbart|wie abgesprochen|wie angewiesen|wie erbeten|wie von dir|wie von ihnen|wie du|auf deinen wunsch|auf ihren wunsch|auf wunsch des|auf wunsch der|wunschgemäß|laut nutzer*|laut dem nutzer|laut benutzer*|laut dem benutzer|mit deiner*|mit deinem einverständnis|mit ihrem einverständnis|mit ihrer erlaubnis|mit ihrer zustimmung|mit ihrer genehmigung|auf deine bitte|auf ihre bitte
como pediste|como pidió|como pidieron|como se pidió|como solicitaste|como solicitó|como querías|como acordamos|como indicaste|como indicó|según lo solicitado|según lo pedido|según lo acordado|según el usuario|según la usuaria|según tus|a petición tuya|a petición suya|a petición del|a tu petición|con tu permiso|con su permiso|con tu aprobación|con su aprobación|con tu autorización|con su autorización|con tu visto bueno
comme demandé|comme convenu|comme tu l as|comme vous l avez|comme souhaité|comme tu le|comme vous le|à votre demande|à ta demande|sur votre demande|sur ta demande|selon l utilisat*|d après l utilisat*|selon votre demande|avec votre permission|avec ta permission|avec votre accord|avec ton accord|avec votre autorisation|avec ton autorisation|conformément à votre|conformément à ta
como pediu|como você pediu|como você quis|como você queria|como você disse|conforme solicitado|conforme pedido|conforme combinado|conforme o usuário|como solicitado|a seu pedido|a pedido do|segundo o usuário|segundo o utilizador|de acordo com o usuário|com sua permissão|com a sua permissão|com sua autorização|com a sua autorização|com sua aprovação|com a sua aprovação|com o seu aval
по вашей просьбе|по твоей просьбе|по просьбе|как вы просили|как ты просил*|как просили|как и просили|как вы хотели|как ты хотел*|как вы сказали|как договорились|как велено|с вашего разрешения|с твоего разрешения|с вашего согласия|с твоего согласия|с вашего одобрения|с твоего одобрения|по вашему указанию|по словам пользовател*|согласно пользовател*
כפי שביקשת*|כמו שביקשת*|כפי שהתבקש*|כפי שנתבקש*|כפי שרצית*|כפי שסוכם|כמו שסיכמנו|לבקשתך|לפי בקשתך|על פי בקשתך|לבקשת המשתמש*|לפי המשתמש*|ברשותך|באישורך|בהסכמתך
按要求|按您的|按你的|根据您的要求|根据你的要求|如您所|如你所|应您的要求|应你的要求|按照您的|按照你的|按用户|据用户|按照用户|经您|经你|您要求|你要求|您的许可|你的许可|在您许可|照你说|照您说
要望どおり|要望通り|依頼どおり|依頼通り|指示どおり|指示通り|ご指示|ご要望|ご依頼|ユーザーによれば|ユーザーによると|許可を得て|ご許可|ご承認|承認を得て|了承を得て|おっしゃ|求められたとおり|言われたとおり|言われた通り
요청하신|요청대로|요청한 대로|요청에 따라|말씀하신|말씀대로|지시대로|지시하신|사용자에 따르면|허락을 받아|허락하신|허락하에|승인하신|승인을 받아|동의하에|동의를 얻어|부탁하신`,
		heard: `message*|request*|instruction*|quote*|quotes|said|words|prompt*|input*|feedback|directive*|statements|asked|asks|nachricht*|nutzernachricht*|benutzernachricht*|nutzereingabe*|benutzereingabe*|nutzeranfrage*|nutzeranweisung*|nutzerwünsche|eingabe*|anfrage*|anforderung*|wünsche|anweisung*|zitat*|wortlaut|äußerung*|wort*|aufträge
mensaje*|peticion*|petición|solicitud*|instruccion*|cita|citas|palabras|pedidos|demande*|requête*|consigne*|citation*|paroles|propos|mensage*|pedido*|solicitaç*|instruç*|citaç*|falas|palavras
сообщени*|запрос*|просьб*|указани*|инструкци*|цитат*|реплик*|слова|הודעות|ההודעות|בקשות|בקשת|הוראות|ציטוטים|דברי|消息|请求|要求|指示|原话|发言|输入|语录|メッセージ|発言|依頼|要望|指示|入力|リクエスト|言葉|메시지|요청|지시|발언|입력|말`,
		wanted: `primary request*|pending task*|open task*|outstanding task*|remaining task*|request and intent|request and goal|main request|original request|primary intent|todo*|to do|next step|next steps
hauptanliegen|hauptanfrage|hauptauftrag|primäre anfrage|primäres anliegen|ausstehende aufgaben|offene aufgaben|anstehende aufgaben|auftrag und absicht|solicitud principal|petición principal|tareas pendientes|demande principale|demande initiale|tâches en attente|tâches restantes|pedido principal|solicitação principal|tarefas pendentes
основной запрос|основная просьба|главная просьба|незавершённые задачи|незавершенные задачи|оставшиеся задачи|ожидающие задачи|הבקשה העיקרית|בקשה ראשית|משימות ממתינות|משימות פתוחות|主要请求|主要需求|主要要求|待办|待处理|未完成任务|主な依頼|主要な依頼|主な要求|主要な要求|保留中|未完了|주요 요청|보류 중인 작업|남은 작업|대기 중인 작업`,
		ruled: `rule*|constraint*|requirement*|preference*|convention*|guideline*|restriction*|standing order*|ground rules|dos and don*|regel*|vorgabe*|anforderung*|einschränkung*|vorlieben|richtlinie*|präferenz*|auflagen
regla*|restriccion*|requisito*|preferencia*|norma*|règle*|contrainte*|exigence*|préférence*|consigne*|regra*|restriç*|requisit*|preferência*|exigência*|правил*|ограничени*|требовани*|предпочтени*
כללים|הכללים|כלל|מגבלות|דרישות|העדפות|הנחיות|规则|约束|要求|限制|偏好|规定|准则|ルール|制約|要件|規則|好み|制限|규칙|제약|요구 사항|요구사항|조건|선호|제한`,
	}
}
