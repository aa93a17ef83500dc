// The laws of Text: twice is once, no text breaks it, a planted secret goes in any surroundings.

package redact

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"savectx/preserve/redact/planted"
)

func TestPatternsCompile(t *testing.T) {
	for _, r := range newRedactor(t).rules {
		if re := r.pattern(); re == nil {
			t.Errorf("the pattern of %s does not compile", r.name)
		} else if r.group > re.NumSubexp() {
			t.Errorf("the pattern of %s has no group %d", r.name, r.group)
		}
	}
}

func TestText(t *testing.T) {
	r := newRedactor(t)
	for _, c := range []struct {
		in, out string
		found   []string
	}{
		{"", "", nil},
		{"\xff\xfe not UTF-8 \x80", "\xff\xfe not UTF-8 \x80", nil},
		{"postgres://app:Tr0ub4dor@db/shop", "postgres://app:[REDACTED: connection string]@db/shop", []string{"connection string"}},
		{"\xffpassword: Tr0ub4dor\xff\n", "\xffpassword: [REDACTED: password]\n", []string{"password"}},
		{"Authorization: Basic c3ZjOmh1bnRlcjI=", "Authorization: Basic [REDACTED: authorization header]", []string{"authorization header"}},
		{"[REDACTED: password] and DB_PASSWORD=Tr0ub4dor", "[REDACTED: password] and DB_PASSWORD=[REDACTED: password]", []string{"password"}},
		{"DB_PASSWORD=Tr0ub4dor77\nLog in with Tr0ub4dor77.", "DB_PASSWORD=[REDACTED: password]\nLog in with [REDACTED: password].", []string{"password", "password"}},
		{"password=[REDACTED: password]", "password=[REDACTED: password]", nil},
	} {
		got, found := r.Text(c.in)
		if got != c.out || !slices.Equal(found, c.found) {
			t.Errorf("Text(%q)\n  = %q, %q\n want %q, %q", c.in, got, found, c.out, c.found)
		}
	}
}

// Large texts of one kind must not cost more than their length; the test fails
// by its own deadline if they do.
func TestLargeTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("a few seconds")
	}
	r := newRedactor(t)
	const size = 1 << 20
	for _, unit := range []string{"a", "-", "7", "password=", "password= ", "password: x9\n", "a\n", "\\", "%25", "\"+\"", "-----BEGIN PRIVATE KEY-----\n",
		"[REDACTED: ", "Bearer ", "cookie: ", "eyJ", "4111 ", "://", "a:b@", "&amp;", "curl -u ", "\x1b[", "\u200b", "facebook: "} {
		in := strings.Repeat(unit, size/len(unit))
		if got, _ := r.Text(in); len(got) > 8*len(in) {
			t.Errorf("%q repeated grew to %d bytes", unit, len(got))
		}
	}
}

func FuzzText(f *testing.F) {
	r := newRedactor(f)
	all := planted.All()
	for i := range all {
		if i%5 == 0 {
			f.Add(all[i].Text, uint16(i))
		}
	}
	if b, err := os.ReadFile("testdata/prose.txt"); err == nil {
		for i, l := range strings.Split(string(b), "\n") {
			if i%20 == 0 {
				f.Add(l, uint16(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, s string, n uint16) {
		once, found := r.Text(s)
		if len(found) == 0 && once != s {
			t.Fatalf("nothing found, but %q became %q", s, once)
		}
		if twice, more := r.Text(once); twice != once || len(more) > 0 {
			t.Fatalf("twice is not once:\n  %q\n  %q\n  %q", s, once, twice)
		}
		// A line of its own keeps the planted secret's surroundings.
		p := all[int(n)%len(all)]
		if remains(s, "", p.Value) != "" {
			return // made of a planted secret, broken apart: which of the two remains cannot be told
		}
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		lines := strings.SplitAfter(s, "\n")
		at := rng.IntN(len(lines) + 1)
		passage := strings.Join(lines[:at], "") + "\n\n" + p.Text + "\n\n" + strings.Join(lines[at:], "")
		got, _ := r.Text(passage)
		if piece := remains(got, passage, p.Value); piece != "" {
			t.Fatalf("%s, %s: %q remains of %q\n  in %q", p.Kind, p.Form, piece, p.Value, got)
		}
	})
}

func BenchmarkText(b *testing.B) {
	r := newRedactor(b)
	prose, err := os.ReadFile("testdata/prose.txt")
	if err != nil {
		b.Fatal(err)
	}
	plain := strings.Repeat("The agent compacts at 80% of its context, and the hook waits for the pane to be idle.\n", 25)[:2048]
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			r.Text(plain)
		}
	})
	b.Run("technical", func(b *testing.B) {
		for b.Loop() {
			r.Text(string(prose[:2048]))
		}
	})
	secrets := plain[:1024] + "\nDB_PASSWORD=Tr0ub4dor77\n" + plain[1100:]
	b.Run("secret", func(b *testing.B) {
		for b.Loop() {
			r.Text(secrets)
		}
	})
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}
