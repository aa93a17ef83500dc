// Private keys over several lines: PEM, PGP, PuTTY.

package redact

import "strings"

const keyName = "private key"

// maxKey bounds the bytes between the first and the last line of a key.
const maxKey = 64 << 10

// findKeys finds key blocks, with their first and last line, also cut off ones.
func findKeys(v *view, add func(from, to int, name string, rank int)) {
	findPEM(v, add)
	findPutty(v, add)
}

func findPEM(v *view, add func(from, to int, name string, rank int)) {
	const begin, dashes = "-----begin ", "-----"
	for at := 0; ; {
		i := strings.Index(v.lower[at:], begin)
		if i < 0 {
			break
		}
		from := at + i
		at = from + len(begin)
		label := v.lower[at:min(len(v.lower), at+100)]
		n := strings.Index(label, dashes)
		if n < 0 || !strings.Contains(label[:n], "private key") {
			continue
		}
		body := at + n + len(dashes)
		to := keyBody(v.text, body)
		limit := min(len(v.text), body+maxKey)
		if next := strings.Index(v.lower[body:limit], begin); next >= 0 {
			limit = body + next
		}
		if end := strings.Index(v.lower[body:limit], "-----end "); end >= 0 {
			stop := body + end + len("-----end ")
			if k := strings.Index(v.lower[stop:min(len(v.text), stop+100)], dashes); k >= 0 {
				stop += k + len(dashes)
			}
			if base64Letters(v.text[body:body+end]) >= 20 {
				to = stop
			}
		}
		if to > body {
			add(from, to, keyName, rankPlace)
			at = to
		}
	}
	findHeadless(v, add)
}

// findHeadless finds the body of a key whose first line is missing.
func findHeadless(v *view, add func(from, to int, name string, rank int)) {
	const end = "-----end "
	for at := 0; ; {
		i := strings.Index(v.lower[at:], end)
		if i < 0 {
			return
		}
		stop := at + i
		at = stop + len(end)
		label, _, ok := strings.Cut(v.lower[at:min(len(v.lower), at+100)], "-----")
		if !ok || !strings.Contains(label, "private key") {
			continue
		}
		from := stop
		for from > 0 && stop-from < maxKey {
			line := strings.LastIndexByte(v.text[:from-1], '\n') + 1
			if !keyLine(v.text[line:from]) {
				break
			}
			from = line
		}
		if base64Letters(v.text[from:stop]) >= 20 {
			add(from, at+len(label)+5, keyName, rankPlace)
		}
	}
}

// keyBody returns where the lines of a key that begin at t[at:] end, or at if
// there are none.
func keyBody(t string, at int) int {
	end, letters := at, 0
	for p := at; p < len(t) && p-at < maxKey; {
		n := strings.IndexByte(t[p:], '\n')
		if n < 0 {
			n = len(t) - p - 1
		}
		line := t[p : p+n+1]
		if trimKeyLine(line) != "" {
			if !keyLine(line) {
				break
			}
			letters += base64Letters(line)
			end = p + len(strings.TrimRight(line, "\r\n \t"))
		}
		p += n + 1
	}
	if letters < 16 {
		return at
	}
	return end
}

func trimKeyLine(s string) string {
	return strings.Trim(s, " \t\r\n\"'`>|#+\\,;")
}

// keyLine reports whether s is a line of a key: base64, or a header of one.
func keyLine(s string) bool {
	s = trimKeyLine(s)
	if name, value, ok := strings.Cut(s, ": "); ok {
		switch name {
		case "Proc-Type", "DEK-Info", "Version", "Comment", "Hash", "Charset":
			return value != ""
		}
		return false
	}
	return s != "" && strings.TrimFunc(s, isBase64) == "" && base64Letters(s) == len(s) &&
		(len(s) >= 40 || mixed(s) || strings.HasSuffix(s, "=") || strings.HasPrefix(s, "="))
}

func isBase64(r rune) bool { return r < 0x80 && (isAlnum(byte(r)) || r == '+' || r == '/' || r == '=') }

func base64Letters(s string) int {
	n := 0
	for i := range len(s) {
		if isBase64(rune(s[i])) {
			n++
		}
	}
	return n
}

// findPutty finds the private half of a PuTTY key file.
func findPutty(v *view, add func(from, to int, name string, rank int)) {
	for at := 0; ; {
		i := strings.Index(v.lower[at:], "private-lines:")
		if i < 0 {
			return
		}
		at += i + len("private-lines:")
		n := strings.IndexByte(v.text[at:min(len(v.text), at+32)], '\n')
		if n < 0 {
			continue
		}
		from := at + n + 1
		to := keyBody(v.text, from)
		if mac := strings.Index(v.lower[from:min(len(v.text), from+maxKey)], "private-mac: "); mac >= 0 {
			to = from + mac + len("private-mac: ")
			for to < len(v.text) && isAlnum(v.text[to]) {
				to++
			}
		}
		add(from, to, keyName, rankPlace)
		at = max(at, to)
	}
}
