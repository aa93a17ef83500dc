package preserve

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "keep this", "keep this"},
		{"empty", "", ""},
		{"only space", " \t\r\n\u3000\u00a0", ""},
		{"ends", "\n  x \u00a0", "x"},
		{"line ends", "a\r\nb\nc\rd", "a b c d"},
		{"indent", "a  \n\t  b", "a b"},
		{"two spaces stay", "a  b", "a  b"},
		{"tab", "a\tb", "a b"},
		{"NEL, LS, PS", "a\u0085b\u2028c\u2029d", "a b c d"},
		{"no-break, thin, wide space stay", "a\u00a0b\u2009c\u3000d", "a\u00a0b\u2009c\u3000d"},
		{"NUL, BEL, DEL", "a\x00\x07b\x7fc", "a b c"},
		{"backspace", "ab\bc", "ab c"},

		{"colour", "a\x1b[1;31mred\x1b[0m.", "ared."},
		{"private CSI", "\x1b[?2004hx\x1b[>4;2m", "x"},
		{"CSI with intermediate", "\x1b[0 qx", "x"},
		{"bracketed paste end", "a\x1b[201~b", "ab"},
		{"CSI breaks off", "a\x1b[12", "a"},
		{"CSI before a letter of another script", "\x1b[é", "é"},
		{"title, BEL", "\x1b]0;evil\x07x", "x"},
		{"link, ST", "\x1b]8;;http://h\x1b\\x\x1b]8;;\x1b\\", "x"},
		{"clipboard", "\x1b]52;c;YWJj\x07x", "x"},
		{"OSC without an end keeps the text", "\x1b]0;title and text", "0;title and text"},
		{"OSC cut by a line break", "\x1b]0;title\ntext\x07", "0;title text"},
		{"OSC cut by another sequence", "\x1b]0;title\x1b[0m\x07x", "0;title x"},
		{"OSC with letters of several bytes", "\x1b]0;ѝ“x\x07x", "x"},
		{"8-bit OSC and ST as bytes", "a\x9d0;t\x9cb", "ab"},
		{"DCS", "\x1bPq#0\x1b\\x", "x"},
		{"APC, PM, SOS", "\x1b_a\x1b\\\x1b^b\x1b\\\x1bXc\x1b\\x", "x"},
		{"reset, save cursor, charset", "\x1bc\x1b7\x1b(Bx", "x"},
		{"two ESC", "a\x1b\x1b[0mb", "a b"},
		{"ESC at the end", "a\x1b", "a"},
		{"ESC before a letter of another script", "a\x1béb", "a éb"},
		{"ESC, intermediates, end", "a\x1b((", "a"},
		{"8-bit CSI as code point", "a\u009b31mb", "ab"},
		{"8-bit CSI as byte", "a\x9b31mb", "ab"},
		{"8-bit OSC with 8-bit ST", "a\u009d0;t\u009cb", "ab"},
		{"other C1", "a\u0084b", "a b"},
		{"a removed sequence does not make a new one", "\x1b\x1b[0m[31mx", "[31mx"},
		{"pieces of a character are not joined", "\xc2\x1b[0m\x9b31mx", "\ufffdx"},

		{"bidi override", "abc\u202edef\u202c", "abcdef"},
		{"isolates", "\u2066a\u2069\u2067b\u2069", "ab"},
		{"marks", "א\u200fב\u200e \u061cג", "אב ג"},
		{"Hebrew stays", "שלום עולם", "שלום עולם"},
		{"BOM", "\ufeffa\ufeffb", "ab"},
		{"noncharacters", "a\ufffe\uffff\ufdd0\U0001fffe\U0010ffffb", "ab"},
		{"annotations", "\ufff9a\ufffab\ufffb", "ab"},
		{"hidden tag text", "a\U000e0072\U000e0075\U000e006e\U000e007f", "a"},
		{"flag of Wales", "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f", "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"},
		{"tags after a flag and a break", "🏴\n\U000e0067x", "🏴 x"},

		{"bad bytes", "a\xff\xfe\xfdb", "a\ufffdb"},
		{"cut character", "a\xe4\xb8", "a\ufffd"},
		{"surrogate half", "a\xed\xa0\x80b", "a\ufffdb"},
		{"U+FFFD itself stays", "a\ufffd\ufffdb", "a\ufffd\ufffdb"},

		{"family", "👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"},
		{"variation selector", "❤\ufe0f ☎\ufe0e", "❤\ufe0f ☎\ufe0e"},
		{"skin", "👍🏽", "👍🏽"},
		{"Persian non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"not composed", "e\u0301 é", "e\u0301 é"},
		{"not compatible", "ﬁ ① Ａ", "ﬁ ① Ａ"},
		{"private use", "\ue0b0", "\ue0b0"},
		{"shell", "$(rm -rf /) `x` 'a' \"b\" \\ ; -n @x :y #z", "$(rm -rf /) `x` 'a' \"b\" \\ ; -n @x :y #z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Clean(c.in)
			if got != c.want {
				t.Errorf("Clean(%+q) = %+q, want %+q", c.in, got, c.want)
			}
			checkClean(t, got)
		})
	}
}

// checkClean is what holds of every cleaned text.
func checkClean(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%+q is not UTF-8", s)
	}
	if again := Clean(s); again != s {
		t.Errorf("cleaned twice: %+q, then %+q", s, again)
	}
	if s != strings.TrimSpace(s) {
		t.Errorf("%+q has white space at an end", s)
	}
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Noncharacter_Code_Point, r) || r == '\u2028' || r == '\u2029' {
			t.Errorf("%+q has %U", s, r)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb", "\x1b]0;t\x07", "\xc2\x9b", "\u202e\xff\n 🏴\U000e0067", "\x1b\x1b]\x1b\\", "\u009d\r\u009c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Clean(s)
		checkClean(t, got)
		// Letters are never lost outside escape sequences.
		if !strings.ContainsAny(s, "\x1b\u0090\u0098\u009b\u009d\u009e\u009f") && utf8.ValidString(s) {
			if a, b := letters(s), letters(got); a != b {
				t.Errorf("letters of %+q became %+q", a, b)
			}
		}
	})
}

// Text made to be slow must not be: each of these is 1 MiB.
func TestCleanTakesTimeByLength(t *testing.T) {
	for _, unit := range []string{"\x1b]", "\x9d", "\u009d", "\x1bP\xff", "\x1b[", "\x1b(", "🏴\U000e0067", " \n "} {
		start := time.Now()
		Clean(strings.Repeat(unit, 1<<20/len(unit)))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("1 MiB of %q took %v", unit, took)
		}
	}
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsPunct(r) {
			return r
		}
		return -1
	}, s)
}
