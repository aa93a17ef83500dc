package tmux

import (
	"os"
	"path/filepath"
	"testing"

	"savectx/tmux/tmuxtest"
)

// Titles, folders and command names hold what they like, a forged row included.
func TestPanes(t *testing.T) {
	ts := tmuxtest.New(t)
	s, err := Open(t.Context(), ts.Socket)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := s.Panes(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("no panes: %v, %v", list, err)
	}
	dir := filepath.Join(filepath.Dir(ts.Socket), "a\n%9 -:- b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	first := ts.NewPane(80, 24, "sleep", "1000")
	session := ts.Format(first, "#{session_name}")
	titles := []string{"x-:-y-:-z", "#{pid} #(touch x)", "タイトル ✳", "'quoted'", ""}
	for _, title := range titles {
		id := ts.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", session+":", "-c", dir, "--",
			"bash", "-c", `exec -a "$0" sleep 1000`, "evil\n%7")
		ts.Tmux("select-pane", "-t", id, "-T", title)
	}
	ts.Tmux("new-session", "-d", "-t", session) // each listed twice by tmux
	ts.Tmux("copy-mode", "-t", first)
	list, err := s.Panes(t.Context())
	if err != nil || len(list) != len(titles)+1 {
		t.Fatalf("got %d panes, %v: %+v", len(list), err, list)
	}
	if p := list[0]; p.ID != first || p.Modes != 1 || p.Dead || p.PID == 0 || p.TTY != ts.Format(first, "#{pane_tty}") {
		t.Errorf("got %+v", p)
	}
	for i, p := range list[1:] {
		if want := ts.Format(p.ID, "#{pane_title}"); p.Title != want || p.Path != dir {
			t.Errorf("pane %d: got %+v, want title %q", i, p, want)
		}
	}
}

// Where gotmux cannot be used the answer is the same.
func TestPanesWithoutGotmux(t *testing.T) {
	b := newBed(t)
	with, err := b.server.Panes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	mark, format := rowFormat([]string{"pane_id"})
	out, err := b.server.listThroughGotmux(t.Context(), format)
	if table, bad := rows(out, mark, 1); err != nil || bad != nil || len(table) != 1 || table[0][0] != b.reader.Pane {
		t.Errorf("gotmux: %v, %v, %v", table, err, bad)
	}
	t.Setenv("PATH", "/nonexistent")
	if _, err := b.server.listThroughGotmux(t.Context(), format); err == nil {
		t.Error("a tmux was found in an empty PATH")
	}
	without, err := b.server.Panes(t.Context())
	if err != nil || len(with) != 1 || len(without) != 1 || with[0] != without[0] {
		t.Errorf("with gotmux %+v, without %+v, %v", with, without, err)
	}
}

func TestRows(t *testing.T) {
	tests := []struct {
		out  string
		want int // rows, -1 an error
	}{
		{"", 0}, {"\n", 0}, {"a|b|\n", 1}, {"a|b|\nc|d|\n", 2}, {"a\n|b\n|\nc|d|", 2},
		{"a|\n", -1}, {"a|b|c|\n", -1}, {"a|b|\nserver version is too old for client\n", -1}, {"no mark", -1},
	}
	for _, tt := range tests {
		got, err := rows(tt.out, "|", 2)
		if tt.want < 0 && err == nil || tt.want >= 0 && (err != nil || len(got) != tt.want) {
			t.Errorf("%q: got %q, %v, want %d", tt.out, got, err, tt.want)
		}
	}
}
