// Words that go with numbers, in the languages of prompts.

package evidence

// units stand behind a number with a space between; what is glued to it is
// part of the word anyway.
const units = ` % ‰ µs us ns ps b kb mb gb tb kib mib gib tib kbit mbit gbit bit bits byte bytes px pt em rem mm cm m km kg g t l ml v mv kv a ma µa ua na w kw kwh wh mah n nm j kj pa kpa mpa bar psi mol lux lm ohm ω kω mω
hz khz mhz ghz fps rps qps rpm ppm dpi db dba dbfs dbtp lufs c k f ° °c °f € $ £ ¥ ₽ ₪ ₩ eur usd gbp chf jpy cny krw rub ils brl mxn
times rows lines tokens words pages requests retries files records items users seats points percent cents people pieces copies characters chars
zeichen zeilen seiten stellen wörter wörtern euro cent stück prozent mal datensätze buchungen einträge personen punkte
caractères lignes pages mots fichiers euros centimes go mo ko tuiles fois pour personnes
caracteres filas líneas páginas palabras veces archivos ficheros euros céntimos puntos personas pesos
linhas palavras vezes arquivos reais centavos pessoas pontos
гц кгц мгц ггц в мв а ма вт квт м см мм км кг г л мл па кпа мпа гб мб кб тб бит байт руб рублей строк строки страниц слов раз штук процентов человек знаков символов файлов пс нс мкс
שורות עמודים מילים קבצים תווים פעמים שקל שקלים ש"ח אחוז אחוזים אנשים `

// clockUnits are units of time, behind a number.
const clockUnits = ` s ms min mins h d sec secs second seconds minute minutes hour hours hr hrs day days week weeks month months year years am pm a.m p.m o'clock
sekunden sekunde minuten stunde stunden std tag tage tagen woche wochen monat monate monaten jahr jahre jahren uhr
seconde secondes heure heures jour jours semaine semaines mois an ans
segundo segundos minuto minutos hora horas día días semana semanas mes meses año años
dia dias mês meses ano anos
с мс сек секунда секунды секунд мин минута минуты минут ч час часа часов день дня дней неделя недели недель месяц месяца месяцев год года лет
שנייה שניות דקה דקות שעה שעות יום ימים שבוע שבועות חודש חודשים שנה שנים `

// daysAndMonths are names of the calendar; the short ones tell something only
// beside a number.
const daysAndMonths = ` monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur fri sat sun
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz mai juni juli oktober dezember dez okt
lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre
lunes martes miércoles miercoles jueves viernes sábado sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
segunda terça quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье января февраля марта апреля мая июня июля августа сентября октября ноября декабря
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
ראשון שני שלישי רביעי חמישי שישי שבת `

const zones = ` utc gmt cet cest est edt pst pdt cst mst bst jst kst ist msk мск `

// labels stand before a number that means nothing without them.
const labels = ` version v rev sec section chapter ch figure fig table port build run step shard issue ticket pr page line row rows job pid id exit code status error errno code= room ext no nr
kapitel abschnitt abb abbildung tabelle seite zeile schritt raum durchwahl auftrag port lauf
chapitre figure fig tableau ligne étape salle poste numéro
capítulo sección figura tabla página línea fila paso puerto sala número
seção tabela linha etapa porta passo
версия глава раздел рис рисунок таблица таблице страница строка шаг порт комната задача ошибка номер
図 图 表 第 그림 표 버전 포트 バージョン ポート 版本 端口
גרסה פרק סעיף איור טבלה עמוד שורה שלב פורט חדר `

// denseUnits are units of Chinese, Japanese and Korean, the longer before those
// that they begin with.
const denseUnits = `分钟 小时 小時 万元 亿元 毫米 厘米 千米 公里 公斤 毫秒 微秒 点钟 点半 个月 工作日 人民币 美元 個月 時間 時半 週間 年間 日間 か月 ヶ月 カ月 万円 億円 文字 ページ バイト パーセント 営業日 行目 回目 番目 章目
시간 개월 만원 만 원 퍼센트 페이지 글자 영업일 년 월 일 시 분 초 원 개 번 줄 쪽 장 명 건 회 배 주 살 대 점 절 호 층 권 위 도 ℃
秒 分 天 周 月 年 时 時 点 日 号 元 円 米 字 条 個 个 次 回 件 本 枚 章 节 節 行 列 页 頁 台 人 名 位 倍 度 级 級 番 冊 册 期 层 階 号 题 題 步 項 项 种 種 `
