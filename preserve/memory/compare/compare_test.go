package compare_test

import (
	"strings"
	"testing"

	"savectx/preserve/memory/compare"
)

const reason = " (why: it fires dozens of times a cart, and each call mails the customer again) (exactly: 429 Too Many Requests, rate limit 75/s exceeded)"

// What a person would say of a fact and what is stored.
func TestRelate(t *testing.T) {
	for _, tt := range []struct {
		fact, stored string
		want         any
	}{
		// The same, written another way.
		{"Use Klaviyo, not Mailchimp.", "use klaviyo not Mailchimp", compare.Same},
		{"2026-11-30: Sessions live in Redis", "2026-11-02: sessions live in **Redis**.", compare.Same},
		{"Sessions live in Redis (2026-11-30)", "Sessions live in Redis", compare.Same},
		{"部署使用蓝绿方式。", "部署使用蓝绿方式", compare.Same},
		{"Ｐｏｒｔ 5432", "port 5432", compare.Same},
		// Reworded.
		{"Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets", "We deploy to Fly.io using blue-green because rolling deploys dropped websockets", compare.Reworded},
		{"Never send mail to real customers in tests", "In tests, never send mails to real customers", compare.Reworded},
		{"Der Export läuft nachts um 03:00 und schreibt nach S3", "Nachts um 03:00 läuft der Export, er schreibt nach S3", compare.Reworded},
		{"采用蓝绿方式部署", "部署使用蓝绿方式", compare.Reworded},
		{"Sessions live in Redis, with a TTL of 30 minutes", "Sessions live in Redis", compare.Reworded},
		// Said already, with more.
		{"Sessions live in Redis", "Sessions live in Redis, with a TTL of 30 minutes", compare.Covered},
		// Another number.
		{"The limit is 220 requests a second", "The limit is 219 requests a second", compare.Contradicts},
		{"Rate limit 75/s on checkouts/update", "Rate limit 76/s on checkouts/update", compare.Contradicts},
		{"Set the timeout to -5 for none", "Set the timeout to 5 for none", compare.Contradicts},
		{"超时是 30 秒", "超时是 60 秒", compare.Contradicts},
		{"Der Export läuft um 03:00", "Der Export läuft um 04:00", compare.Contradicts},
		{"Таймаут 30 секунд", "Таймаут 45 секунд", compare.Contradicts},
		{"The cache holds at least 5 GiB", "The cache holds at least 5 MiB", compare.Contradicts},
		{"Keep p95 < 200 ms", "Keep p95 > 200 ms", compare.Contradicts},
		// Yes for no.
		{"Migrations are not run at start", "Migrations are run at start", compare.Contradicts},
		{"Wir verwenden keine ORMs", "Wir verwenden ORMs", compare.Contradicts},
		{"测试里不发送邮件", "测试里发送邮件", compare.Contradicts},
		{"テストでは本番のメールを送らない", "テストでは本番のメールを送る", compare.Contradicts},
		{"Ne pas utiliser Redis pour les sessions", "Utiliser Redis pour les sessions", compare.Contradicts},
		// Another name, another place.
		{"The database is MySQL", "The database is Postgres", compare.Contradicts},
		{"The tests use the production bucket", "The tests use the staging bucket", compare.Contradicts},
		{"Use MySQL, not Postgres", "Use Postgres, not MySQL", compare.Contradicts},
		{"The api calls billing", "Billing calls the api", compare.Contradicts},
		{"测试环境部署到上海", "生产环境部署到上海", compare.Contradicts},
		{"Config is read from /etc/app.toml", "Config is read from ~/.app.toml", compare.Contradicts},
		// Another dead end, of the same reason.
		{"Tried and dropped: The checkouts/update cron as the driver" + reason, "Tried and dropped: The checkouts/update webhook as the trigger" + reason, compare.Contradicts},
		{"Tried and dropped: The checkouts/update queue as the source" + reason, "Tried and dropped: The checkouts/update webhook as the trigger" + reason, compare.Contradicts},
		{"Tried and dropped: The nightly job (why: it fires too often for the mail server and Klaviyo) (exactly: 429 Too Many Requests, rate limit exceeded)",
			"Tried and dropped: The webhook (why: it fires too often for mail servers and for Klaviyo) (exactly: 429 Too Many Requests, rate limit exceeded)", compare.Contradicts},
		{"试过并放弃：结账队列（原因：每个购物车触发几十次，邮件服务器会拒绝）", "试过并放弃：结账网钩（原因：每个购物车触发几十次，邮件服务器会拒绝）", compare.Contradicts},
		// Nothing to do with each other.
		{"Sessions live in Redis", "The limit is 219 requests a second", compare.Unrelated},
		{"The user wants short commit messages", "The export runs at night", compare.Unrelated},
		{"部署使用蓝绿方式", "测试里不发送邮件", compare.Unrelated},
		{"Port 5432 is Postgres on the dev machine", "The nightly backup takes 5432 seconds", compare.Unrelated},
	} {
		if got := compare.Relate(tt.fact, tt.stored); got != tt.want {
			t.Errorf("%v, want %v\n fact   %s\n stored %s", got, tt.want, tt.fact, tt.stored)
		}
	}
}

// What a wrong answer would cost: another number is never the same fact, and a
// text always is.
func FuzzRelate(f *testing.F) {
	f.Add("The limit is 219 a second", "219", "220")
	f.Add("超时是 30 秒", "30", "31")
	f.Add("2026-11-30: x-5 y", "5", "55")
	f.Fuzz(func(t *testing.T, text, from, to string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		if got := compare.Relate(text, text); got != compare.Same {
			t.Errorf("%q is %v with itself", text, got)
		}
		if !digits(from) || !digits(to) || from == to || strings.ContainsAny(text, "()[]-") {
			return
		}
		one, other := "limit "+from+" of "+text, "limit "+to+" of "+text
		if got := compare.Relate(one, other); got == compare.Same || got == compare.Reworded || got == compare.Covered {
			t.Errorf("%q and %q are %v", one, other, got)
		}
	})
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
