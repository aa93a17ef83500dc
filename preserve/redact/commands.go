// Secrets as arguments of commands.

package redact

import "strings"

var (
	userFlag   = lazily(`(?:^|[\s"'])(?:-u|-U|--user|--proxy-user)(?:=|[ \t]*)["']?([^\s:"'=]+):([^\s"'\x60]+)`)
	cookieFlag = lazily(`(?:^|[\s"'])(?:-b|--cookie)(?:=|[ \t]*)(?:"([^"\n]*=[^"\n]+)"|'([^'\n]*=[^'\n]+)'|([^\s"'=]+=[^\s"']+))`)
	mysqlFlag  = lazily(`\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\n|;]*?\s-p(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"-][^\s'"]*))`)
	shortFlag  = lazily(`\b(?:sshpass|docker login|podman login|helm registry login|redis-cli|ldapsearch|smbclient)\b[^\n|;]*?\s(?:-p|-a|-w)[ ]*(?:'([^'\n]+)'|"([^"\n]+)"|([^\s'"-][^\s'"]*))`)
	netrc      = lazily(`(?i)\blogin\s+\S+\s+password\s+(\S+)`)
	identified = lazily(`(?i)\b(?:identified\s+(?:with\s+\S+\s+)?by|(?:encrypted\s+)?password)\s+(?:'([^'\n]+)'|"([^"\n]+)")`)
)

// findCommands finds the passwords and cookies that commands take.
func findCommands(v *view, add func(from, to int, name string, rank int)) {
	l := v.lower
	secret := func(from, to int, name string, rank int) {
		if s := v.text[from:to]; !demoPassword(s) && len(s) >= 4 {
			add(from, to, name, rank)
		}
	}
	if strings.Contains(l, "curl") || strings.Contains(l, "http ") || strings.Contains(l, "wget") {
		scanNear(v, userFlag, 2, []string{"-u", "--user", "--proxy-user"}, func(m []int) {
			from := max(0, m[0]-400)
			before := l[from:m[0]]
			if n := strings.LastIndex(before, "\n\n"); n >= 0 {
				before = before[n:]
			}
			if strings.Contains(before, "curl") || strings.Contains(before, "http") || strings.Contains(before, "wget") {
				secret(m[4], m[5], "password", rankPlace)
			}
		})
		scanNear(v, cookieFlag, 0, []string{"-b", "--cookie"}, func(m []int) {
			if a, b := secretGroup(m, 0); strings.Contains(l[max(0, m[0]-400):m[0]], "curl") {
				if _, value, _ := strings.Cut(v.text[a:b], "="); value != "" && !reference(value) {
					secret(a, b, cookieName, rankPlace)
				}
			}
		})
	}
	if strings.Contains(l, "mysql") || strings.Contains(l, "mariadb") {
		scan(v, mysqlFlag, 0, func(m []int) {
			a, b := secretGroup(m, 0)
			secret(a, b, "password", rankPlace)
		})
	}
	if strings.Contains(l, "sshpass") || strings.Contains(l, " login") || strings.Contains(l, "redis-cli") || strings.Contains(l, "ldapsearch") {
		scan(v, shortFlag, 0, func(m []int) {
			a, b := secretGroup(m, 0)
			secret(a, b, "password", rankPlace)
		})
	}
	scanNear(v, netrc, 1, []string{"login "}, func(m []int) {
		if s := v.text[m[2]:m[3]]; !letters(s) {
			secret(m[2], m[3], "password", rankPlace)
		}
	})
	scanNear(v, identified, 0, []string{"password '", "password \"", "identified "}, func(m []int) {
		if a, b := secretGroup(m, 0); strings.IndexByte(v.text[a:b], ' ') < 0 {
			secret(a, b, "password", rankPlace)
		}
	})
}

func letters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !isWordRune(r) || r >= '0' && r <= '9' })
}
