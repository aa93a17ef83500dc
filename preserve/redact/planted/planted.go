// Package planted makes up secrets to plant in tests: every value is drawn from
// a fixed seed by the pattern of its kind, none was ever valid.
package planted

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Secret is a passage that contains a secret.
type Secret struct {
	Kind  string // what the secret is
	Form  string // prose, code, json, url or wrapped
	Text  string // the passage
	Value string // the secret; in a wrapped passage it is interrupted
}

// All returns the same secrets at every call.
func All() []Secret {
	g := generator{rand.New(rand.NewPCG(20, 26))}
	var out []Secret
	for _, k := range tokens {
		for i := range tokenContexts {
			c := tokenContexts[i]
			value := g.value(k.pattern)
			out = append(out, Secret{k.kind, c.form, c.passage(value), value})
		}
		for _, c := range wrappings {
			value := g.value(k.pattern)
			cut := len(value)/2 + g.IntN(4)
			out = append(out, Secret{k.kind, "wrapped", fmt.Sprintf(c, value[:cut], value[cut:]), value})
		}
	}
	for _, p := range places {
		value := g.value(p.pattern)
		out = append(out, Secret{p.kind, p.form, strings.ReplaceAll(p.text, "§", value), value})
	}
	return append(out, g.keys()...)
}

type generator struct{ *rand.Rand }

var alphabets = map[byte]string{
	'a': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	'l': "abcdefghijklmnopqrstuvwxyz0123456789",
	'h': "0123456789abcdef",
	'u': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	'd': "0123456789",
	'w': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
	'b': "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
	'c': "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
}

// value fills a pattern: {a36} are 36 letters and digits, and so on for the
// alphabets above. {card:4242:16} is a number with a right checksum,
// {basic} a user and password in base64, {jwt} three parts of a token.
func (g generator) value(pattern string) string {
	var b strings.Builder
	for pattern != "" {
		lit, rest, ok := strings.Cut(pattern, "{")
		b.WriteString(lit)
		if !ok {
			break
		}
		spec, after, _ := strings.Cut(rest, "}")
		pattern = after
		switch {
		case strings.HasPrefix(spec, "card:"):
			f := strings.Split(spec, ":")
			n := 0
			fmt.Sscan(f[2], &n)
			b.WriteString(g.card(f[1], n))
		case spec == "basic":
			b.WriteString(base64.StdEncoding.EncodeToString([]byte("svc:" + g.letters('a', 18))))
		case spec == "jwt":
			for i, part := range []string{`{"alg":"HS256","typ":"JWT"}`, `{"sub":"` + g.letters('d', 8) + `","n":"` + g.letters('l', 10) + `"}`} {
				if i > 0 {
					b.WriteByte('.')
				}
				b.WriteString(base64.RawURLEncoding.EncodeToString([]byte(part)))
			}
			b.WriteString("." + g.letters('w', 42) + "A")
		default:
			n := 0
			fmt.Sscan(spec[1:], &n)
			b.WriteString(g.letters(spec[0], n))
		}
	}
	return b.String()
}

// letters draws n letters, of which the last is no sign and two are a digit
// and a letter where the alphabet has both.
func (g generator) letters(alphabet byte, n int) string {
	from := alphabets[alphabet]
	out := make([]byte, n)
	for i := range out {
		out[i] = from[g.IntN(len(from))]
	}
	if n >= 6 && alphabet != 'd' {
		out[1], out[n/2], out[n-2] = from[g.IntN(6)+strings.IndexAny(from, "aAq")], '7', '5'
		if alphabet == 'h' {
			out[1] = 'e'
		}
		out[n-1] = from[strings.IndexAny(from, "aAq")]
	}
	return string(out)
}

// card draws a number of n digits that begins with prefix.
func (g generator) card(prefix string, n int) string {
	digits := []byte(prefix + g.letters('d', n-len(prefix)-1))
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return string(append(digits, byte('0'+(10-sum%10)%10)))
}

// keys returns private keys over several lines.
func (g generator) keys() []Secret {
	var out []Secret
	body := func(lines int, sep string) string {
		var b []string
		for range lines {
			b = append(b, g.letters('b', 64))
		}
		return strings.Join(append(b, g.letters('b', 26)+"=="), sep)
	}
	for _, label := range []string{"RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "DSA PRIVATE KEY"} {
		kind := strings.ToLower(label)
		begin, end := "-----BEGIN "+label+"-----", "-----END "+label+"-----"
		b := body(5, "\n")
		out = append(out, Secret{kind, "code", "cat > id <<EOF\n" + begin + "\n" + b + "\n" + end + "\nEOF\n", b})
		b = body(4, `\n`)
		out = append(out, Secret{kind, "json", `{"type":"service_account","private_key":"` + begin + `\n` + b + `\n` + end + `\n","client_id":"1"}`, b})
		b = body(6, "\n")
		out = append(out, Secret{kind + ", cut off", "prose", "The file began like this:\n" + begin + "\n" + b + "\nand the rest was lost.", b})
		b = body(5, "\n> ")
		out = append(out, Secret{kind, "wrapped", "> " + begin + "\n> " + b + "\n> " + end + "\n\nThat was it.", b})
	}
	b := body(5, "\n")
	out = append(out, Secret{"pgp private key", "code", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n" + b + "\n=" + g.letters('a', 4) + "\n-----END PGP PRIVATE KEY BLOCK-----", b})
	b = body(3, "\n")
	out = append(out, Secret{"putty key", "code", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 4\n" + b + "\nPrivate-MAC: " + g.letters('h', 64) + "\n", b})
	b = body(3, "\n")
	out = append(out, Secret{"private key, without its beginning", "prose", "the end of the log:\n" + b + "\n-----END RSA PRIVATE KEY-----\n", b})
	return out
}
