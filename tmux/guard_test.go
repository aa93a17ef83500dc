package tmux

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestGuardFormat(t *testing.T) {
	id := guard{serverPID: 10, serverStart: 20, panePID: 30}
	base := "#{&&:#{&&:#{==:#{pid},10},#{==:#{start_time},20}},#{&&:#{==:#{pane_pid},30},#{?pane_dead,0,1}}}"
	tests := []struct {
		name  string
		guard func(guard) guard
		want  string
	}{
		{"identity", func(g guard) guard { return g }, base},
		{"hostile command is left out", func(g guard) guard { g.command = "a},1}#(touch x)"; return g }, base},
		{"command with a space is left out", func(g guard) guard { g.command = "a b"; return g }, base},
		{"command with a line end is left out", func(g guard) guard { g.command = "a\n"; return g }, base},
		{"command", func(g guard) guard { g.command = "2.1.332"; return g },
			"#{&&:#{&&:#{==:#{pid},10},#{==:#{start_time},20}},#{&&:#{==:#{pane_pid},30},#{&&:#{?pane_dead,0,1},#{==:#{pane_current_command},2.1.332}}}}"},
		{"idle", func(g guard) guard {
			g.free, g.command, g.pinned, g.x, g.y = true, "claude", true, 2, 7
			return g
		}, "#{&&:" +
			"#{&&:#{&&:#{==:#{pid},10},#{==:#{start_time},20}},#{&&:#{==:#{pane_pid},30},#{&&:#{?pane_dead,0,1},#{?pane_in_mode,0,1}}}}," +
			"#{&&:#{&&:#{?pane_input_off,0,1},#{?pane_synchronized,0,1}},#{&&:#{==:#{pane_current_command},claude},#{&&:#{==:#{cursor_x},2},#{==:#{cursor_y},7}}}}}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.guard(id).format(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// No value breaks out of the format, and the format stays below the depth that
// old versions expand.
func FuzzGuardFormat(f *testing.F) {
	f.Add(1, int64(2), 3, true, "claude", "copy-mode", true, 2, 7)
	f.Add(-1, int64(-2), -3, true, "a},#{==:1,1", "#(touch x)", true, -1, 1<<40)
	f.Add(0, int64(0), 0, false, "a,b", "}", false, 0, 0)
	plain := regexp.MustCompile(`^[A-Za-z0-9._:,#{}=&?-]*$`)
	names := regexp.MustCompile(`#\{[a-z_]+\}|#\{\?[a-z_]+,0,1\}|#\{(==|&&):`)
	f.Fuzz(func(t *testing.T, pid int, start int64, pane int, free bool, command, mode string, pinned bool, x, y int) {
		got := guard{pid, start, pane, free, command, mode, pinned, x, y}.format()
		if !plain.MatchString(got) {
			t.Fatalf("unexpected character in %s", got)
		}
		if opened := len(names.FindAllString(got, -1)); opened != strings.Count(got, "#") || opened != strings.Count(got, "{") {
			t.Fatalf("a brace that is none of ours in %s", got)
		}
		depth, deepest := 0, 0
		for _, c := range got {
			switch c {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth < 0 {
				t.Fatalf("closed too early: %s", got)
			}
			deepest = max(deepest, depth)
		}
		if depth != 0 || deepest > 8 {
			t.Fatalf("depth ends at %d, goes to %d: %s", depth, deepest, got)
		}
	})
}

// Each condition by itself turns the guard, in a real server.
func TestGuardInServer(t *testing.T) {
	b := newBed(t)
	x, y := cursor(t, b.pane)
	good := b.pane.idle(x, y)
	if good.command == "" || !strings.Contains(good.format(), "pane_current_command") {
		t.Fatalf("command %q is not in the guard", good.command)
	}
	tests := map[string]func(*guard){
		"server pid":   func(g *guard) { g.serverPID++ },
		"server start": func(g *guard) { g.serverStart++ },
		"pane pid":     func(g *guard) { g.panePID++ },
		"command":      func(g *guard) { g.command += "x" },
		"mode":         func(g *guard) { g.mode = "copy-mode" },
		"cursor x":     func(g *guard) { g.x++ },
		"cursor y":     func(g *guard) { g.y++ },
	}
	ok, err := b.pane.guarded(t.Context(), good, pressKey(KeyEnter, 1, b.pane.id.Pane))
	done(t, ok, err)
	b.reader.Expect("\r")
	b.at(t, 2, 1)
	good.x, good.y = 2, 1
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			g := good
			change(&g)
			ok, err := b.pane.guarded(t.Context(), g, pressKey(KeyEnter, 1, b.pane.id.Pane))
			refused(t, ok, err)
		})
	}
	b.sync(t, "\r")
}

// The runner takes no command that reaches a pane, and only three functions
// start tmux at all, one of them to ask for its version.
func TestNoWayAroundTheGuard(t *testing.T) {
	s := &Server{program: "/nonexistent", socket: "/nonexistent"}
	for _, c := range [][]string{
		{"send-keys", "-t", "%0", "x"}, {"send", "x"}, {"paste-buffer"}, {"pasteb"}, {"if-shell", "1", "send-keys x"},
		{"run-shell", "true"}, {"respawn-pane"}, {"kill-server"}, {"display-message", "x;"}, {},
	} {
		if _, err := s.ask(t.Context(), "", c); err == nil || strings.Contains(err.Error(), errNotStarted.Error()) {
			t.Errorf("%q: got %v, want a refusal", c, err)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	calls := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "doc.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		calls += strings.Count(string(text), " run(ctx, ")
		for _, word := range []string{`"send-keys`, `"paste-buffer`, "exec.Command("} {
			if strings.Contains(string(text), word) && name != "guard.go" {
				t.Errorf("%s has %s", name, word)
			}
		}
	}
	if calls != 3 {
		t.Errorf("run is called %d times, want ask, guarded, and tmux -V", calls)
	}
}
