// URLs: passwords in them, secret parameters, webhooks.

package redact

import (
	"regexp"
	"slices"
	"strings"
)

const connectionName = "connection string"

var (
	userInfo = lazily(`(?i)([a-z][a-z0-9+.-]{1,30})://([^\s:/@"'<>?#\x60]*):([^\s/"'<>?#\x60]+)@[\w.\[%$({-]`)
	userOnly = lazily(`(?i)https?://([^\s:/@"'<>?#\x60]{16,})@[\w.-]`)
	tcpDSN   = lazily(`[\w.-]+:([^\s@"'/\x60]+)@(?:tcp|unix)\(`)
	oracle   = lazily(`(?i)jdbc:oracle:\w+:[^\s/"']+/([^\s@"']+)@`)
	query    = lazily(`(?i)[?&;](?:sig|signature|key|auth|x-amz-signature|x-goog-signature|x-amz-security-token|code|hmac|apikey|client_secret|assertion)=([^\s&"'<>#;\x60)\]]{16,})`)
	otpauth  = lazily(`(?i)otpauth://[^\s"'<>]*?[?&]secret=([A-Z2-7]{8,}=*)`)
	webhooks = lazily(`(?i)(?:hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/(?:v\d+/)?webhooks/|webhook\.office\.com/webhookb2/|outlook\.office\.com/webhook/|hooks\.zapier\.com/hooks/catch/|maker\.ifttt\.com/trigger/\w+/with/key/|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/|api\.telegram\.org/(?:file/)?bot)([^\s"'<>\x60,;)\]]{16,})`)
)

// findURLs finds what is secret in URLs and connection strings.
func findURLs(v *view, add func(from, to int, name string, rank int)) {
	t, l := v.text, v.lower
	if strings.Contains(l, "://") {
		scanNear(v, userInfo, 3, []string{"://"}, func(m []int) {
			scheme, secret := l[m[2]:m[3]], t[m[6]:m[7]]
			if demoPassword(secret) {
				return
			}
			name := connectionName
			if strings.HasPrefix(scheme, "http") || strings.HasSuffix(scheme, "ftp") || scheme == "ssh" || strings.HasPrefix(scheme, "git") {
				name = "password"
			}
			add(m[6], m[7], name, rankPlace)
		})
		scanNear(v, userOnly, 1, []string{"://"}, func(m []int) {
			if strong(t[m[2]:m[3]]) {
				add(m[2], m[3], "token", rankGuess)
			}
		})
		scanNear(v, otpauth, 1, []string{"otpauth://"}, func(m []int) { add(m[2], m[3], "one-time password secret", rankPlace) })
	}
	if strings.Contains(l, "@tcp(") || strings.Contains(l, "@unix(") {
		scan(v, tcpDSN, 1, func(m []int) {
			if !demoPassword(t[m[2]:m[3]]) {
				add(m[2], m[3], connectionName, rankPlace)
			}
		})
	}
	if strings.Contains(l, "jdbc:oracle") {
		scan(v, oracle, 1, func(m []int) {
			if !demoPassword(t[m[2]:m[3]]) {
				add(m[2], m[3], connectionName, rankPlace)
			}
		})
	}
	if strings.ContainsAny(l, "?&;") && strings.Contains(l, "=") {
		scanNear(v, query, 1, []string{"sig=", "signature=", "key=", "auth=", "code=", "hmac=", "secret=", "assertion=", "security-token="}, func(m []int) {
			if s := t[m[2]:m[3]]; strong(s) {
				add(m[2], m[3], "URL signature", rankGuess)
			}
		})
	}
	scanNear(v, webhooks, 1, []string{"hooks.slack", "webhooks/", "webhookb2/", "com/webhook/", "hooks/catch/", "with/key/", "v2/hook/", "telegram.org/"}, func(m []int) {
		if s := t[m[2]:m[3]]; mixed(s) && !placeholder(s) {
			add(m[2], m[3], "webhook URL", rankPlace)
		}
	})
}

// scan calls f for each match in which group matched, cut at a line break that
// may be a real one.
func scan(v *view, pattern func() *regexp.Regexp, group int, f func(m []int)) {
	scanPart(v, pattern, group, 0, len(v.text), f)
}

// nearAfter is how many bytes behind a word scanNear reads.
const nearAfter = 600

// scanNear is scan around the places of words only.
func scanNear(v *view, pattern func() *regexp.Regexp, group int, words []string, f func(m []int)) {
	var places []int
	for _, w := range words {
		each(v.lower, w, func(at int) { places = append(places, at) })
	}
	slices.Sort(places)
	for from, to := range windows(places, nearAfter, len(v.text)) {
		scanPart(v, pattern, group, from, to, f)
	}
}

func scanPart(v *view, pattern func() *regexp.Regexp, group, from, to int, f func(m []int)) {
	re := pattern()
	if re == nil {
		return
	}
	for _, m := range re.FindAllStringSubmatchIndex(v.text[from:to], -1) {
		if m[0] == 0 && from > 0 {
			continue // the edge of the window is no edge of a word
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		if 2*group+1 >= len(m) || m[2*group] < 0 {
			continue
		}
		if v.firstWeak(m[0], m[2*group]) < m[2*group] {
			continue
		}
		if q := v.firstWeak(m[2*group], m[2*group+1]); q < m[2*group+1] && m[2*group+1] == m[1] {
			m[2*group+1] = q
		}
		f(m)
	}
}

// demoPassword reports whether the password of a URL is only a stand-in.
func demoPassword(s string) bool {
	return s == "" || reference(s) || placeholder(s) || strings.IndexByte(s, island) >= 0
}
