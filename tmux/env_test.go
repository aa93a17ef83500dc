package tmux

import (
	"slices"
	"strings"
	"testing"
)

func env(tmux, pane string) func(string) string {
	return func(name string) string {
		return map[string]string{"TMUX": tmux, "TMUX_PANE": pane}[name]
	}
}

func TestFromEnv(t *testing.T) {
	tests := []struct{ tmux, pane, socket, err string }{
		{"/tmp/tmux-0/default,123,0", "%0", "/tmp/tmux-0/default", ""},
		{"/tmp/a,b, c,1,2/s,123,45", "%17", "/tmp/a,b, c,1,2/s", ""},
		{"/tmp/ü/s,1,1", "%4294967295", "/tmp/ü/s", ""},
		{"", "%0", "", "not inside tmux"},
		{"", "", "", "not inside tmux"},
		{"/tmp/s,1,0", "", "", "TMUX_PANE is not set"},
		{"/tmp/s", "%0", "", "not socket,pid,session"},
		{"/tmp/s,1", "%0", "", "not socket,pid,session"},
		{",1,0", "%0", "", "not socket,pid,session"},
		{"/tmp/s,,0", "%0", "", "not socket,pid,session"},
		{"/tmp/s,1,", "%0", "", "not socket,pid,session"},
		{"/tmp/s,-1,0", "%0", "", "not socket,pid,session"},
		{"/tmp/s,1,0 ", "%0", "", "not socket,pid,session"},
		{"/tmp/\x00s,1,0", "%0", "", "zero byte"},
		{"/tmp/s,1,0", "0", "", "not a pane id"},
		{"/tmp/s,1,0", "%", "", "not a pane id"},
		{"/tmp/s,1,0", "%1x", "", "not a pane id"},
		{"/tmp/s,1,0", "%-1", "", "not a pane id"},
		{"/tmp/s,1,0", "s:0.0", "", "not a pane id"},
		{"/tmp/s,1,0", "%1\n", "", "not a pane id"},
	}
	for _, tt := range tests {
		socket, pane, err := FromEnv(env(tt.tmux, tt.pane))
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q %q: error %v, want %q", tt.tmux, tt.pane, err, tt.err)
			}
		case err != nil || socket != tt.socket || pane != tt.pane:
			t.Errorf("%q %q: got %q, %q, %v", tt.tmux, tt.pane, socket, pane, err)
		}
	}
}

// What is accepted can be put together again, letter for letter.
func FuzzFromEnv(f *testing.F) {
	f.Add("/tmp/a,b/s,1,2", "%3")
	f.Add("/tmp/s,1,", "%")
	f.Add(",,", "%0%")
	f.Fuzz(func(t *testing.T, tmux, pane string) {
		socket, id, err := FromEnv(env(tmux, pane))
		if err != nil {
			if socket != "" || id != "" {
				t.Fatalf("an error with values: %q %q", socket, id)
			}
			return
		}
		rest, ok := strings.CutPrefix(tmux, socket+",")
		if !ok || socket == "" || strings.Count(rest, ",") != 1 || strings.Trim(rest, "0123456789,") != "" {
			t.Fatalf("%q was cut into %q and %q", tmux, socket, rest)
		}
		if id != pane || strings.Trim(id[1:], "0123456789") != "" || id[0] != '%' {
			t.Fatalf("pane %q from %q", id, pane)
		}
	})
}

func TestEnvironForTmux(t *testing.T) {
	got := environ([]string{"A=1", "TMUX=/x,1,2", "TMUX_PANE=%1", "TMUX_TMPDIR=/t", "B"})
	if want := []string{"A=1", "TMUX_TMPDIR=/t", "B"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
