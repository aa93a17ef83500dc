// Words for sh, tried on sh.

package install

import (
	"os/exec"
	"strings"
	"testing"
)

func FuzzQuote(f *testing.F) {
	for _, word := range []string{"", "a", "/opt/my bin/savectx", "it's", `a\b`, "$HOME `x` \"y\"", "~", "#", "a\nb", "\xff", "é"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		if strings.Contains(word, "\x00") {
			t.Skip("no argument can hold it")
		}
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q comes out as %q (%v)", word, out, err)
		}
		if got, rest := firstWord(Quote(word) + " rest"); got != word && word != "" || rest != " rest" {
			t.Errorf("%q is read as %q, %q", word, got, rest)
		}
	})
}

func TestWholly(t *testing.T) {
	for _, c := range []struct {
		command string
		args    []string
		want    bool
	}{
		{"savectx hook Stop", nil, true},
		{"'/opt/my bin/savectx' hook Stop", nil, true},
		{`"/opt/my bin/savectx-hook" Stop`, nil, true},
		{"/opt/savectx-hook", []string{"Stop"}, true},
		{"/opt/savectx", []string{"hook", "Stop"}, true},
		{"command -v savectx-hook >/dev/null 2>&1 && savectx-hook Stop || true", nil, true},
		{"command -v /opt/savectx >/dev/null && /opt/savectx hook Stop", nil, true},
		{"say done; savectx hook Stop", nil, false},
		{"savectx hook Stop; say done", nil, false},
		{"savectx hook Stop | tee log", nil, false},
		{"command -v savectx && rm -r x && savectx hook Stop", nil, false},
		{"env", []string{"savectx", "hook", "Stop"}, false},
		{"echo savectx hook Stop", nil, false},
	} {
		if got := wholly(c.command, c.args, "Stop"); got != c.want {
			t.Errorf("%q %q: %v", c.command, c.args, got)
		}
	}
}

// TestStatusLineRuns: a wrapped line does what it did.
func TestStatusLineRuns(t *testing.T) {
	for _, line := range []string{`echo 'it''s' \"x\"`, `printf '%s' \u0027a b\u0027`, `echo \\\\`, `echo a\nb`, `echo \"$((1+1))\"`, `echo é \u00e9 \/`} {
		data := `{"statusLine": {"type": "command", "command": "` + line + `"}}`
		got, err := Add([]byte(data), Wanted{StatusLine: "exec 3>&1; savectx() { shift 2; \"$@\"; }; savectx statusline", Insist: true})
		if err != nil {
			t.Fatal(err)
		}
		d, err := parse(got)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := exec.Command("sh", "-c", decode(line)).Output()
		after, _ := exec.Command("sh", "-c", decode(inner(commandOf(d.statusLine())))).Output()
		if string(before) != string(after) || len(before) == 0 {
			t.Errorf("%s: %q became %q", line, before, after)
		}
	}
}
