// Claims about the user, and rules in other words, beyond the scenes.

package audit

import (
	"testing"

	"savectx/preserve"
)

// heardCase is what a user said, and parts of summaries that are faithful to it
// and that are not.
type heardCase struct {
	lang            string
	said, good, bad []string
}

func heardCases() []heardCase {
	return []heardCase{
		{"en", []string{"The export job fails for accounts with more than 10k rows, can you look?", "use streaming, don't load it all in memory", "hm, skip the UI for now", "yes", "also pls add a regression test for the 10k case", "never commit secrets.env"},
			[]string{
				"1. Primary Request and Intent:\n   The user asked to investigate why exports fail on accounts having over 10k rows, requested a streaming approach (no loading of everything into memory), and wants a regression test.\n",
				"6. All user messages:\n   - \"The export job fails for accounts with more than 10k rows, can you look?\"\n   - \"use streaming, don't load it all in memory\"\n   - \"hm, skip the UI for now\"\n   - \"yes\"\n   - \"also please add a regression test for the 10k case\"\n - \"never commit secrets.env\"\n7. Pending Tasks\n   - Fix flaky worker\n   - \"retry exhausted after 5 attempts\" still shows in logs\n8. Current Work:\n   Never finished the batch code; only two files remain.",
				"All user messages:\n- Initial report of the failing export job\n- Request for streaming\n- Confirmation\n- UI skipped for now\n",
				"## Constraints\n- Never commit `secrets.env`\n- No full load into memory; always stream.\n- UI work is out of scope for now\n",
				"## Requirements\n- Export has to work for accounts with more than 10k rows\n- Only streaming, rows are never all loaded\n",
				"The user does not want the UI touched yet.",
				"As requested, the export streams now.",
				"As you asked, a regression test for 10k rows was added.",
				"Per the user, the UI is skipped for now.",
				"User preference: never commit secrets.env.",
				"The user confirmed with a yes.",
				"The proposal was approved by the user.",
				"Optional Next Step:\n- Add the regression test, per the user's most recent request: \"also pls add a regression test for the 10k case\"",
			},
			[]string{
				"6. All user messages:\n - \"switch the database to Postgres\"",
				"6. All user messages:\n - \"load it all in memory\"",
				"6. All user messages:\n - \"commit secrets.env\"",
				"## User requests\n - \"add a regression test for the 50k case\"",
				"On your request the logs are public.",
				"The user wants weekly reports by mail.",
				"## Rules\n- Always squash commits before merging.",
				"## Requirements\n1. Never use third-party libraries.",
				"The user ruled that branches are never rebased.",
				"Optional Next Step:\n- Delete the bucket, per the user's most recent request: \"delete the bucket and everything in it\"",
			}},
		{"de", []string{"der build ist kaputt seit dem node update, schau mal", "mach kein rebase auf main", "nimm pnpm statt npm", "ja mach", "und dann noch die docs updaten, aber nur auf deutsch"},
			[]string{
				"Alle Nutzernachrichten:\n- \"der build ist kaputt seit dem node update, schau mal\"\n- \"mach kein rebase auf main\"\n- \"nimm pnpm statt npm\"\n- \"ja mach\"\n",
				"Der Nutzer möchte pnpm anstelle von npm verwenden.",
				"Der Nutzer verlangt, dass main nicht rebased wird.",
				"Die Dokumentation soll laut Nutzer nur auf Deutsch aktualisiert werden.",
				"## Regeln\n- Kein Rebase auf main.\n- Nur pnpm, kein npm.",
				"The user wants the broken build repaired and the documentation updated in German.",
				"6. All user messages:\n- \"The build has been broken since the node update, take a look\"\n- \"don't rebase onto main\"",
				"Wie gewünscht wurde auf pnpm umgestellt.",
			},
			[]string{
				"Alle Nutzernachrichten:\n- \"mach ein rebase auf main\"",
				"Alle Nutzernachrichten:\n- \"lösch bitte den alten Branch\"",
				"Wie besprochen wird der Server am Montag abgeschaltet.",
				"Der Nutzer hat die Löschung der Kundendaten genehmigt und verlangt danach eine Auswertung der Zugriffe.",
				"## Regeln\n- Niemals Tabulatoren zum Einrücken verwenden.",
			}},
		{"fr", []string{"corrige le calcul de TVA", "ne change pas l'API publique", "oui", "mets aussi à jour le journal des modifications"},
			[]string{"L'utilisateur a demandé de corriger le calcul de la TVA sans modifier l'API publique.", "## Règles\n- L'API publique ne doit pas être modifiée.", "Comme demandé, le journal des modifications a été mis à jour.", "Messages de l'utilisateur :\n- « corrige le calcul de TVA »\n- « oui »"},
			[]string{"Messages de l'utilisateur :\n- « change l'API publique »", "À votre demande, les factures anciennes sont supprimées.", "## Exigences\n- Toujours écrire les messages en anglais."}},
		{"es", []string{"arregla el cálculo del IVA", "no cambies la API pública", "sí", "actualiza también el registro de cambios"},
			[]string{"El usuario pidió corregir el cálculo del IVA sin modificar la API pública.", "## Reglas\n- La API pública no se modifica.", "Como pediste, se actualizó el registro de cambios."},
			[]string{"Mensajes del usuario:\n- «cambia la API pública»", "A petición del usuario, se eliminan las facturas antiguas.", "## Requisitos\n- Siempre escribir los mensajes en inglés."}},
		{"ru", []string{"почини расчёт НДС", "не меняй публичный API", "да", "обнови ещё список изменений"},
			[]string{"Пользователь попросил исправить расчёт НДС, не изменяя публичный API.", "## Правила\n- Публичный API не менять.", "Как вы просили, список изменений обновлён."},
			[]string{"Сообщения пользователя:\n- «меняй публичный API»", "По просьбе пользователя старые счета удаляются.", "## Требования\n- Всегда писать сообщения на английском."}},
		{"zh", []string{"修一下增值税的计算", "不要改公开接口", "可以", "顺便更新变更记录"},
			[]string{"用户要求修复增值税计算，且不修改公开接口。", "## 规则\n- 不得修改公开接口。", "按您的要求，变更记录已更新。", "用户消息：\n- “修一下增值税的计算”\n- “可以”"},
			[]string{"用户消息：\n- “改公开接口”", "应您的要求，旧发票将被删除。", "## 要求\n- 提交信息必须用英文。"}},
		{"ja", []string{"消費税の計算を直して", "公開APIは変えないで", "はい", "変更履歴も更新して"},
			[]string{"ユーザーは消費税計算の修正を依頼し、公開APIは変えないよう求めた。", "## ルール\n- 公開APIは変更しない。", "ご要望どおり変更履歴を更新した。"},
			[]string{"ユーザーのメッセージ：\n- 「公開APIを変えて」", "ご依頼どおり古い請求書を削除する。", "## 要件\n- コミットメッセージは必ず英語で書く。"}},
		{"ko", []string{"부가세 계산을 고쳐 주세요", "공개 API는 바꾸지 마세요", "네", "변경 기록도 갱신해 주세요"},
			[]string{"사용자는 부가세 계산 수정을 요청했고 공개 API는 변경하지 말라고 했다.", "## 규칙\n- 공개 API는 변경하지 않는다.", "요청하신 대로 변경 기록을 갱신했다."},
			[]string{"사용자 메시지:\n- \"공개 API를 바꿔 주세요\"", "요청하신 대로 오래된 청구서를 삭제한다.", "## 요구 사항\n- 커밋 메시지는 반드시 영어로 작성한다."}},
		{"he", []string{"תתקן את חישוב המע\"מ", "אל תשנה את הממשק הציבורי", "כן", "תעדכן גם את יומן השינויים"},
			[]string{"המשתמש ביקש לתקן את חישוב המע\"מ בלי לשנות את הממשק הציבורי.", "## כללים\n- אין לשנות את הממשק הציבורי.", "כפי שביקשת, יומן השינויים עודכן."},
			[]string{"הודעות המשתמש:\n- \"תשנה את הממשק הציבורי\"", "לבקשת המשתמש החשבוניות הישנות יימחקו.", "## דרישות\n- תמיד לכתוב הודעות באנגלית."}},
		{"pt", []string{"corrija o cálculo do imposto", "não mude a API pública", "sim", "atualize também o registro de mudanças"},
			[]string{"O usuário pediu para corrigir o cálculo do imposto sem alterar a API pública.", "## Regras\n- A API pública não deve ser alterada.", "Como você pediu, o registro de mudanças foi atualizado."},
			[]string{"Mensagens do usuário:\n- \"mude a API pública\"", "A pedido do usuário, as faturas antigas são apagadas.", "## Requisitos\n- Sempre escrever as mensagens em inglês."}},
		{"en", []string{"Set up CI for the parser repo. Use GitHub Actions, Go 1.26, run go vet and the race detector.", "I don't want docker in CI", "cache modules, key on go.sum", "perfect. next: bench job, but only nightly", "let's not fail the build on benchmark noise"},
			[]string{
				"User messages (verbatim):\n1. \"Set up CI for the parser repo. Use GitHub Actions, Go 1.26, run go vet and the race detector.\"\n2. 'I don't want docker in CI'\n3. “cache modules, key on go.sum”\n4. \"perfect. next: bench job, but only nightly\"\n5. \"let's not fail the build on benchmark noise\"",
				"The user requested a nightly benchmark job and said that benchmark noise mustn't fail the build.",
				"The user set up these rules: no Docker in CI, modules are cached with go.sum as the key.",
				"User constraints:\n- No docker in CI\n- Benchmark noise never fails the build\n- Benchmarks only nightly\n- Module cache keyed on `go.sum`",
				"Per the user, the race detector is part of the run.",
				"As requested, CI uses GitHub Actions with Go 1.26.",
				"The user wants continuous integration for the parser repository.",
				"## Rules\n- Docker is not used in CI.\n- Always run `go vet` and the race detector.",
				"**Pending Tasks:**\n- Bench job (\"next: bench job, but only nightly\")\n- Investigate \"context deadline exceeded\"",
			},
			[]string{
				"User messages (verbatim):\n1. yes, push to main\n2. ok",
				"User messages (verbatim):\n1. 'I want docker in CI'\n",
				"User messages (verbatim):\n1. \"fail the build on benchmark noise\"\n",
				"User messages (verbatim):\n1. \"use Go 1.25\"\n",
				"User messages (verbatim):\n- please also publish the coverage numbers on the website\n",
				"User constraints:\n- Never use generics.",
				"As instructed, secrets are printed for debugging.",
				"The user prefers tabs in YAML files.",
				"By user request the linter is turned off.",
				"The user agreed to pay for larger runners.",
			}},
		{"de", []string{"Bitte die Rechnungsvorlage umbauen: Kopf links, Summe fett.", "Die Schriftart bleibt Arial!", "nein, das Logo nicht verkleinern", "und als PDF/A speichern"},
			[]string{
				"Der Nutzer möchte die Vorlage für Rechnungen umbauen lassen (Kopf links, Summe fett) und verlangt PDF/A.",
				"Vorgaben:\n- Schriftart immer Arial\n- Das Logo darf nicht kleiner werden",
				"Nutzernachrichten:\n- „Bitte die Rechnungsvorlage umbauen: Kopf links, Summe fett.“\n- „Die Schriftart bleibt Arial!“\n- „nein, das Logo nicht verkleinern“",
				"Wie gewünscht bleibt das Logo in seiner Größe.",
				"The user wants the invoice template rebuilt and the logo kept at its size.",
				"6. All user messages:\n- \"Please rebuild the invoice template: header on the left, total in bold.\"\n- \"The font stays Arial!\"",
			},
			[]string{
				"Nutzernachrichten:\n- „das Logo verkleinern“",
				"Nutzernachrichten:\n- „Die Schriftart wird Helvetica!“",
				"Auf deinen Wunsch werden alte Rechnungen gelöscht.",
				"Mit Ihrer Zustimmung geht die Vorlage an alle Kunden.",
				"Der Nutzer hat entschieden, die Mehrwertsteuer künftig auszublenden.",
				"Vorgaben:\n- Niemals Farben verwenden",
			}},
		{"fr", []string{"Passe la base de tests en SQLite", "jamais de mot de passe en clair", "ok mais garde Postgres en prod"},
			[]string{"Contraintes :\n- Jamais de mots de passe en clair\n- Postgres reste en production", "L'utilisateur veut SQLite pour les tests et Postgres en production.", "Tous les messages de l'utilisateur :\n- « Passe la base de tests en SQLite »\n- « ok mais garde Postgres en prod »"},
			[]string{"Tous les messages de l'utilisateur :\n- « Passe la prod en SQLite »", "Avec ton accord, les sauvegardes sont effacées.", "D'après l'utilisateur, la mise en ligne est prévue lundi.", "Contraintes :\n- Ne jamais utiliser de dépendances externes"}},
		{"es", []string{"Pasa la base de pruebas a SQLite", "nunca contraseñas en claro", "vale, pero deja Postgres en producción"},
			[]string{"Restricciones:\n- Nunca contraseñas en claro\n- Postgres se queda en producción", "El usuario quiere SQLite para las pruebas y Postgres en producción."},
			[]string{"Mensajes del usuario:\n- «pasa producción a MySQL»", "Con tu aprobación se borran las copias.", "Según el usuario, se publica el lunes.", "Restricciones:\n- Nunca usar dependencias externas"}},
		{"ru", []string{"Переведи тестовую базу на SQLite", "никогда не храни пароли открытым текстом", "но в проде оставь Postgres"},
			[]string{"Ограничения:\n- Никогда не хранить пароли открытым текстом\n- В проде остаётся Postgres", "Пользователь хочет SQLite для тестов и Postgres в проде."},
			[]string{"Сообщения пользователя:\n- «переведи прод на MySQL»", "С вашего согласия резервные копии удаляются.", "Ограничения:\n- Никогда не использовать внешние зависимости"}},
		{"zh", []string{"测试库换成 SQLite", "密码绝不能明文保存", "生产环境还是用 Postgres"},
			[]string{"约束：\n- 密码绝不明文保存\n- 生产环境使用 Postgres", "用户希望测试库使用 SQLite。"},
			[]string{"用户消息：\n- “生产环境换成 MySQL”", "经您批准，备份已删除。", "约束：\n- 不得使用外部依赖"}},
		{"ja", []string{"テスト用DBをSQLiteに変えて", "パスワードは絶対に平文で保存しないで", "本番はPostgresのまま"},
			[]string{"制約：\n- パスワードは平文で保存しない\n- 本番は Postgres のまま", "ユーザーはテスト用DBをSQLiteにすることを希望。"},
			[]string{"ユーザーのメッセージ：\n- 「本番をMySQLに変えて」", "承認を得て、バックアップを削除した。", "制約：\n- 外部依存は使用禁止"}},
		{"ko", []string{"테스트 DB를 SQLite로 바꿔 주세요", "비밀번호는 절대 평문으로 저장하지 마세요", "운영은 Postgres 그대로"},
			[]string{"제약:\n- 비밀번호를 평문으로 저장하지 않는다\n- 운영은 Postgres 유지", "사용자는 테스트 DB를 SQLite로 바꾸기를 원한다."},
			[]string{"사용자 메시지:\n- \"운영을 MySQL로 바꿔 주세요\"", "승인을 받아 백업을 삭제했다.", "제약:\n- 외부 의존성 사용 금지"}},
		{"he", []string{"תעביר את בסיס הבדיקות ל-SQLite", "לעולם אל תשמור סיסמאות בטקסט גלוי", "בייצור נשארים עם Postgres"},
			[]string{"מגבלות:\n- לעולם לא לשמור סיסמאות בטקסט גלוי\n- בייצור נשארים עם Postgres", "המשתמש רוצה SQLite לבדיקות ו-Postgres בייצור."},
			[]string{"הודעות המשתמש:\n- \"תעביר את הייצור ל-MySQL\"", "באישורך הגיבויים נמחקו.", "מגבלות:\n- אין להשתמש בתלויות חיצוניות"}},
		{"pt", []string{"Passe o banco de testes para SQLite", "nunca senhas em texto claro", "mas deixe o Postgres em produção"},
			[]string{"Restrições:\n- Nunca senhas em texto claro\n- Postgres fica em produção", "O usuário quer SQLite nos testes e Postgres em produção."},
			[]string{"Mensagens do usuário:\n- \"passe a produção para MySQL\"", "Com a sua aprovação, as cópias foram apagadas.", "Restrições:\n- Nunca usar dependências externas"}},
		{"en", []string{"Please rename getUser to fetchUser. Do not touch the tests. Keep the timeout at 30 s.", "no, open a PR instead."},
			[]string{
				"The timeout is 30 s. The user wants a pull request rather than a push to main.",
				"The user wants the function renamed and a PR opened, with the tests left alone and the 30 s timeout kept.",
				"Instead of a push to main the user wants a PR.",
				"6. All user messages:\n   First:\n   - \"Please rename getUser to fetchUser.\"\n7. Pending Tasks:\n   - Yes/no prompts: push to main is not wanted",
			},
			[]string{
				"The user wants a push to main rather than a rebase.",
				"6. All user messages:\n   First:\n   - \"yes, push to main\"",
				"6. All user messages:\n   - \"Please rename getUser to fetchUser. Touch the tests. Keep the timeout at 30 s.\"",
				"6. All user messages:\n   - \"yes\"",
			}},
		{"en", []string{"legacy_a must not vanish, the VPN of accounting has 10.20.4.0/24 in it", "Use the new gateway then."},
			nil,
			[]string{"Deleting legacy_a was approved."}},
		{"en", []string{"legacy_a belongs to accounting", "yes"},
			[]string{"Deleting legacy_a was approved."},
			nil},
		{"de", []string{"current draw im sleep ist 340 uA, soll < 15 uA"},
			[]string{"Der Nutzer will den Ruhestrom senken."},
			[]string{"Der Nutzer will eine neue Platine mit größerem Akku und Funkmodul.", "Mit deiner Erlaubnis wird das Funkmodul entfernt."}},
	}
}

// TestClaims: every invention is found, and nothing else.
func TestClaims(t *testing.T) {
	for _, c := range heardCases() {
		for _, text := range c.good {
			for _, v := range Invented(text, c.said, c.lang) {
				t.Errorf("%s: reported: %q (%s)", c.lang, v.Text, v.Evidence)
			}
		}
		for _, text := range c.bad {
			if len(Invented(text, c.said, c.lang)) == 0 {
				t.Errorf("%s: not reported: %q", c.lang, text)
			}
		}
	}
}

// TestListedRule: a bare rule that was on the list, or is still there, is no
// invention.
func TestListedRule(t *testing.T) {
	const summary = "## Constraints\n- Never use window functions."
	listed := []preserve.Item{{Kind: preserve.Decision, Text: "no window functions, the database is too old"}}
	for name, c := range map[string]Compaction{
		"listed": Examine(listed, summary, nil, userSaid("en", "fix the query")),
		"there":  Examine(nil, summary, []string{"Never use window functions."}, userSaid("en", "fix the query")),
	} {
		if len(c.Invented) > 0 {
			t.Errorf("%s: %q reported", name, c.Invented[0].Text)
		}
	}
	if c := Examine(nil, summary, nil, userSaid("en", "fix the query")); len(c.Invented) != 1 {
		t.Errorf("%v reported, want the rule", c.Invented)
	}
}

// TestUntouched: to leave a thing alone is a no to any change.
func TestUntouched(t *testing.T) {
	for _, c := range []struct{ lang, item, good, bad string }{
		{"en", "Do not touch the tests", "Tests stay untouched.", "The tests are brought up to date."},
		{"en", "Do not touch the tests", "The tests are left alone.", "The tests get touched up."},
		{"de", "die Tests nicht anfassen", "Die Tests bleiben unberührt.", "Die Tests werden angefasst."},
		{"es", "no tocar los tests", "Los tests quedan intactos.", "Los tests se tocan."},
		{"fr", "ne pas toucher aux tests", "Les tests restent inchangés.", "On touche aux tests."},
		{"pt", "não mexer nos testes", "Os testes ficam intocados.", "Mexer nos testes."},
		{"ru", "не трогать тесты", "Тесты остаются нетронутыми.", "Тесты трогать."},
		{"he", "לא לגעת בבדיקות", "הבדיקות נשארות ללא שינוי.", "לגעת בבדיקות."},
		{"zh", "不要改动测试文件", "测试文件保持原样。", "改动测试文件。"},
		{"ja", "テストファイルは変更しない", "テストファイルはそのまま。", "テストファイルを変更する。"},
		{"ko", "테스트 파일은 건드리지 않는다", "테스트 파일은 그대로 둔다.", "테스트 파일을 건드린다."},
	} {
		items := []preserve.Item{{Kind: preserve.Correction, Text: c.item}}
		if v := Judge(items, []string{c.good})[0]; v.Outcome != Kept {
			t.Errorf("%s: %q in %q: %s: %s", c.lang, c.item, c.good, v.Outcome, v.Evidence())
		}
		if v := Judge(items, []string{c.bad})[0]; v.Outcome == Kept {
			t.Errorf("%s: %q kept by %q", c.lang, c.item, c.bad)
		}
	}
}

// TestReasons: the outcome, and the reason that is given for it.
func TestReasons(t *testing.T) {
	item := func(k preserve.Kind, text string, exact ...string) preserve.Item {
		return preserve.Item{Kind: k, Text: text, Exact: exact}
	}
	for _, c := range []struct {
		item    preserve.Item
		summary string
		want    Outcome
		differs string
	}{
		{item(preserve.Correction, "Please rename getUser to fetchUser"), "The user wants getUser renamed to fetchUser and a PR opened.", Kept, ""},
		{item(preserve.Correction, "always open a pull request"), "A PR is always opened.", Kept, ""},
		{item(preserve.Reference, "the test server listens on port 0", "port 0"), "Port 0 is what the test server listens on.", Kept, ""},
		{item(preserve.Reference, "the function is called fetchUser", "fetchUser"), "The function is called FetchUser.", Changed, "`FetchUser` instead of `fetchUser`"},
		{item(preserve.Reference, "logs are in /var/Log", "/var/Log"), "Logs are in /var/log.", Changed, "`/var/log` instead of `/var/Log`"},
		{item(preserve.Decision, "Cap requests at 75/s"), "The rate limit is 57/s.", Changed, "`57/s` instead of `75/s`"},
		{item(preserve.Decision, "limit 75/s per client"), "The rate limit is 57/s.", Changed, "`57/s` instead of `75/s`"},
		{item(preserve.Reference, "exit code of the check", "1"), "1. Primary Request:\nThe exit code of the check is known.", Changed, "`1` is gone"},
		{item(preserve.Reference, "exit code of the check", "1"), "1. Primary Request:\nThe exit code of the check is 1.", Kept, ""},
		{item(preserve.Fact, "keep 3 backups of the database"), "3. Files:\nkeep backups of the database", Changed, "`3` is gone"},
		{item(preserve.Fact, "keep 3 backups of the database"), "- a\n3) keep backups of the database", Changed, "`3` is gone"},
		{item(preserve.Open, "rev B gegenmessen"), "Optimierungen mit -O2 messen.", Lost, "not found"},
		{item(preserve.Open, "rev B gegenmessen"), "Noch offen: rev A gegenmessen.", Changed, "`A` instead of `B`"},
		{item(preserve.Open, "rev B gegenmessen"), "Noch offen: rev B gegenmessen.", Kept, ""},
		{item(preserve.Decision, "use the ring buffer of 4096 entries for sensor samples"), "The user prefers short commit messages and sensor names.", Lost, "not found"},
		{item(preserve.Open, "open a pull request with the rename"), "Done: a pull request with the rename was opened.", Changed, "open, now done"},
	} {
		v := Judge([]preserve.Item{c.item}, []string{c.summary})[0]
		if v.Outcome != c.want || v.Differs != c.differs {
			t.Errorf("%q in %q: %s, %q; want %s, %q", c.item.Text, c.summary, v.Outcome, v.Differs, c.want, c.differs)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]int{
		"The timeout is 30 s. The user wants it so.": 2,
		"It takes 5 h. Then it stops.":               2,
		"Use tools, e.g. make. Not more.":            2,
		"By J. Smith.":                               1,
		"z. B. so":                                   1,
		"1. First point. Second.":                    2,
	} {
		if got := sentences(text); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}

// userSaid is what a user has said.
func userSaid(lang string, said ...string) *Spoken {
	s := NewSpoken(lang)
	for _, text := range said {
		s.Add(text)
	}
	return s
}
