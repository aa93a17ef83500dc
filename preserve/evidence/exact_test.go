// Strings that must not change by a letter, in each script.

package evidence

import (
	"slices"
	"testing"
)

func TestExactStringsOfEveryKind(t *testing.T) {
	for text, want := range map[string][]string{
		// numbers with units
		"keep it under 3 500 kg and 7,5 % of 1 250 000 euros": {"3 500 kg", "7,5 %", "1 250 000 euros"},
		"the delay is 4 h 20 min, then 90 s":                  {"4 h 20 min", "90 s"},
		"la presión sube a 12 kPa":                            {"12 kPa"},
		"шаг 15 пс, давление 40 Па":                           {"15 пс", "40 Па"},
		"上限是 3000 元，超时 15 秒，最多 20 条":                          {"3000 元", "15 秒", "20 条"},
		"予算は 12 万円、定員は30名まで":                                  {"12 万円", "30名"},
		"한도는 3만원이고 20명까지":                                     {"3만원", "20명"},
		"המגבלה היא 30 שניות או 250 שקל":                      {"30 שניות", "250 שקל"},
		"peso máximo 7 toneladas, interval [-0.8, 1.25]":      {"[-0.8, 1.25]"},
		"rollout at 2.5x, budget $1,299.00":                   {"2.5x", "$1,299.00"},
		// dates and times
		"ship on Tuesday 4 March 2027, 09:30 UTC": {"Tuesday 4 March 2027, 09:30 UTC"},
		"erst am Freitag, den 5. Juni, um 18 Uhr": {"Freitag, den 5. Juni, um 18 Uhr"},
		"livraison le samedi 6 juin à 7h":         {"samedi 6 juin à 7h"},
		"el jueves 3 de junio a las 8:15":         {"jueves 3 de junio a las 8:15"},
		"na quinta-feira 3 de junho às 8:15":      {"quinta-feira 3 de junho às 8:15"},
		"в пятницу 5 июня в 18:30 мск":            {"пятницу 5 июня в 18:30 мск"},
		"下周二 15:00 以前，6月5日交":                      {"下周二 15:00", "6月5日"},
		"等凌晨三点再跑":                                 {"凌晨三点"},
		"締切は 6/5(金) 17時です":                        {"6/5(金) 17時"},
		"마감은 6월 5일 오후 8시 30분":                     {"6월 5일 오후 8시 30분"},
		"ביום חמישי 14:00":                        {"חמישי 14:00"},
		// names and what goes with them
		"test it in Safari 17 on board rev C":                     {"Safari 17"},
		"the map shows Lindholm as Lundholm since the last build": {"Lindholm", "Lundholm"},
		"в договоре стоит Shipment, а не gamma":                   {"Shipment", "gamma"},
		"図 3-2 の番号が違う":                                            {"図 3-2"},
		"バージョン 2.4 のまま、minSdk 26 で":                               {"バージョン 2.4", "minSdk 26"},
		"别跑 flushall，用 hscan 分批":                                  {"flushall", "hscan"},
		"see sec 4.2 and step 18211, exit code 137":               {"sec 4.2", "step 18211", "code 137"},
		// ids, files, settings, quotations
		"the shelf mark is D-2031/77, record _spf":  {"D-2031/77", "_spf"},
		"set tz=CET-1CEST,M3.5.0 in prefs.toml":     {"tz=CET-1CEST,M3.5.0", "prefs.toml"},
		"按钮叫《全部导出》，文件是 rules.yaml":                  {"全部导出", "rules.yaml"},
		"кнопка «Выгрузить всё», ключ `a b`":        {"Выгрузить всё", "a b"},
		"le bouton ‹ Tout › et le fichier notes.md": {"Tout", "notes.md"},
		"a pipe of 3\" and one of 4\" wide":         nil,
		"בעיה של צה\"ל וגם תנ\"ך":                   nil,
		"あの方法はだめでした":                                nil,
		"一个一个来，先看一下":                                nil,
	} {
		if got := exacts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestFiguresOfTriesStandBeforeTheirCommands(t *testing.T) {
	list := begun().
		runs("./sweep --alpha 0.1 --beta 0.2 --gamma 0.3 --steps 1000 --seed 7", "loss 0.9021  lr 3e-4").
		runs("./sweep --alpha 0.5 --beta 0.2 --gamma 0.3 --steps 1000 --seed 7", "loss 0.4417  lr 3e-4").list(Options{})
	for _, want := range []string{"0.4417", "0.9021"} {
		if f := wants(t, list, "loss "+want); len(f.Item.Exact) == 0 || f.Item.Exact[0] != want {
			t.Errorf("%q is not the first: %q", want, f.Item.Exact)
		}
	}
}
