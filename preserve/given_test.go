package preserve

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGiven(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"keep the rules", "/compact keep the rules"},
		{"/compact keep the rules", "/compact keep the rules"},
		{"  /compact \t keep\nthe rules \n", "/compact keep the rules"},
		{"/compact\nkeep", "/compact keep"},
		{"/compact\u3000保留", "/compact 保留"},
		{"/compact /compact twice", "/compact /compact twice"},
		{"/compact /model is what we changed", "/compact /model is what we changed"},
		{"/etc/hosts was edited", "/compact /etc/hosts was edited"},
		{"/ is full", "/compact / is full"},
		{"!keep -x", "/compact !keep -x"},
		{"-n keep", "/compact -n keep"},
		{"ends with ;", "/compact ends with ;"},
		{"$(date) `id` \"q\" 'q'", "/compact $(date) `id` \"q\" 'q'"},
		{"a\x1b[31mb\u202ec", "/compact abc"},
		{"אחת שתיים", "/compact אחת שתיים"},
		// The last word would open a picker or continue the line.
		{"keep @src/x.go", "/compact keep @src/x.go ."},
		{"keep @src/x.go.", "/compact keep @src/x.go. ."},
		{"keep @src/x.go in mind", "/compact keep @src/x.go in mind"},
		{"issue #12", "/compact issue #12 ."},
		{"happy :smile", "/compact happy :smile ."},
		{"@", "/compact @ ."},
		{"(see @x)", "/compact (see @x) ."},
		{"the (@x)", "/compact the (@x) ."},
		{"看@文件", "/compact 看@文件 ."},
		{"看\u3000@x", "/compact 看\u3000@x ."},
		{`path C:\`, `/compact path C:\ .`},
		{"mail a@b.org", "/compact mail a@b.org"},
		{"at 12:30", "/compact at 12:30"},
		{"http://h/#top", "/compact http://h/#top"},
		{"std::vector", "/compact std::vector"},
		{"keep:", "/compact keep:"},
	} {
		got, err := Given(c.in)
		if err != nil || got != c.want {
			t.Errorf("Given(%q) = %q, %v; want %q", c.in, got, err, c.want)
		}
	}
}

func TestGivenRefuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "/compact alone is not sent"}, {" \n", "/compact alone"}, {"/compact", "/compact alone"}, {"/compact  ", "/compact alone"},
		{"\u200b", "/compact alone"}, {"/compact \u0301\u200d", "/compact alone"}, {"\x1b[2J", "/compact alone"},
		{"/model x", "would be the command /model"}, {"/clear", "the command /clear"}, {"/plugin:skill do", "the command /plugin:skill"},
		{"/compacting it", "the command /compacting"}, {"/Compact x", "the command /Compact"},
		{strings.Repeat("x", MaxLine-8), "12001 characters, 12000 are the most"},
		{strings.Repeat("x", MaxLine-11) + " @", "12000 are the most"},
	} {
		if got, err := Given(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Given(%.30q) = %.30q, %v; want %s", c.in, got, err, c.want)
		}
	}
	if got, err := Given(strings.Repeat("字", MaxLine-9)); err != nil || utf8.RuneCountInString(got) != MaxLine {
		t.Errorf("a line of exactly %d characters: %v", MaxLine, err)
	}
}

func TestThen(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"go on with the tests\n", "go on with the tests"},
		{"look at\n@x", "look at @x ."},
		{"1. first", "1. first"},
		{"继续", "继续"},
	} {
		if got, err := Then(c.in); err != nil || got != c.want {
			t.Errorf("Then(%q) = %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"", "is empty"}, {"\n\u200b", "is empty"},
		{"!ls", "begin with !"}, {" /clear", "begin with /"}, {"#note", "begin with #"}, {"@file", "begin with @"},
		{"\u200b!ls", "begin with !"}, {"\x1b[0m\n!ls", "begin with !"},
		{strings.Repeat("x", MaxLine+1), "12001 characters"},
	} {
		if got, err := Then(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Then(%.30q) = %.30q, %v; want %s", c.in, got, err, c.want)
		}
	}
}

func FuzzGiven(f *testing.F) {
	for _, s := range []string{"keep", "/compact x @y", "/compact", "!\u200b", "\\", "\u3000#", "/a/b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, err := Given(s); err == nil {
			checkClean(t, got)
			if again, err := Given(got); err != nil || again != got {
				t.Errorf("given twice: %q, then %q, %v", got, again, err)
			}
			if rest, ok := strings.CutPrefix(got, "/compact "); !ok || rest != strings.TrimSpace(rest) {
				t.Errorf("begins %.20q", got)
			}
		}
		if got, err := Then(s); err == nil {
			checkClean(t, got)
			if strings.ContainsAny(got[:1], "!/#@") {
				t.Errorf("begins %.20q", got)
			}
		}
	})
}
