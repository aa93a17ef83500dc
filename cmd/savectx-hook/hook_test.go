// A hook ends well whatever it is given and wherever it runs.

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What savectx-hook answers is what savectx hook answers.
func TestSameAnswer(t *testing.T) {
	for _, event := range events {
		t.Run(event, func(t *testing.T) {
			one, other := newHome(t), newHome(t)
			got := answers(t, one.command(ownProgram(), event), strings.NewReader(one.event(event)))
			want := answers(t, other.command(wholeProgram(), "hook", event), strings.NewReader(other.event(event)))
			if got = strings.ReplaceAll(got, one.dir, other.dir); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if event == "PreCompact" && !strings.Contains(got, "Klaviyo, not Mailchimp") || event == "SessionStart" && !strings.Contains(got, `\"shop\"`) {
				t.Errorf("the answer is %q", got)
			}
			if got := one.log(t) + other.log(t); got != "" {
				t.Errorf("the log says %q", got)
			}
			left, err := os.ReadDir(filepath.Join(one.dir, "tmp"))
			if must(t, err); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

func TestTurnMarker(t *testing.T) {
	for _, event := range []string{"Stop", "StopFailure"} {
		h := newHome(t)
		silent(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))
		marker, err := os.ReadFile(filepath.Join(h.dir, "state", "savectx", "sessions", session, "turn.json"))
		if must(t, err); !strings.Contains(string(marker), `"event":"`+event+`"`) {
			t.Errorf("the marker is %q", marker)
		}
	}
}

// The whole program is looked for beside this one, also behind a link, and
// then on PATH.
func TestWhereTheProgramIs(t *testing.T) {
	h := newHome(t)
	data, err := os.ReadFile(ownProgram())
	alone := filepath.Join(h.dir, "alone", "savectx-hook")
	must(t, err, os.MkdirAll(filepath.Dir(alone), 0o755), os.WriteFile(alone, data, 0o755))
	input := h.event("PreCompact")
	set := func(path string) { h.env = append(h.env, "PATH="+path) }

	set(programs)
	if out := answers(t, h.command(alone, "PreCompact"), strings.NewReader(input)); !strings.Contains(out, "Klaviyo") {
		t.Errorf("found on PATH, it answers %q", out)
	}
	set("/nonesuch")
	linked := filepath.Join(h.dir, "linked-hook")
	must(t, os.Symlink(ownProgram(), linked))
	if out := answers(t, h.command(linked, "PreCompact"), strings.NewReader(input)); !strings.Contains(out, "Klaviyo") {
		t.Errorf("beside what the link leads to, it answers %q", out)
	}
	if log := h.log(t); log != "" {
		t.Errorf("the log says %q", log)
	}
	silent(t, h.command(alone, "PreCompact"), strings.NewReader(input))
	wantLine(t, h.log(t), "PreCompact: savectx is neither beside savectx-hook nor on PATH")
}

func TestBadInput(t *testing.T) {
	for _, event := range events {
		t.Run(event, func(t *testing.T) {
			h := newHome(t)
			for _, text := range []string{"", "garbage", "[1,2]", "{", `{"session_id":"../../escape","hook_event_name":"` + event + `"}`, "\x00\xff", "null", strings.Repeat("[", 1<<20)} {
				silent(t, h.command(ownProgram(), event), strings.NewReader(text))
			}
			if lines := strings.Count(h.log(t), "\n"); lines != 8 {
				t.Errorf("%d lines in the log: %q", lines, h.log(t))
			}
			silent(t, h.command(ownProgram(), event), io.LimitReader(endless('y'), 100<<20))
			if _, err := os.Lstat(filepath.Join(h.dir, "escape")); err == nil {
				t.Error("a session id left the state folder")
			}
		})
	}
}

// A huge event is one like others, if the client's own fields come first and
// it comes in time.
func TestHugeEvent(t *testing.T) {
	h := newHome(t)
	head := strings.TrimSuffix(strings.TrimSpace(h.event("Stop")), "}")
	silent(t, h.command(ownProgram(), "Stop"), io.MultiReader(strings.NewReader(head+`,"last_assistant_message":"`), io.LimitReader(endless('y'), 16<<20), strings.NewReader(`"}`)))
	_, err := os.Stat(filepath.Join(h.dir, "state", "savectx", "sessions", session, "turn.json"))
	if err != nil && !strings.Contains(h.log(t), "not done after") {
		t.Error(err)
	}
}

// endless is a text of one character without an end.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// A client that neither writes an end nor closes does not keep a hook waiting,
// and one that writes without an end neither.
func TestInputWithoutAnEnd(t *testing.T) {
	for _, program := range [][]string{{ownProgram(), "Stop"}, {wholeProgram(), "hook", "Stop"}} {
		h := newHome(t)
		r, w, err := os.Pipe()
		must(t, err)
		defer w.Close()
		defer r.Close()
		_, err = w.WriteString(`{"session_id":"` + session + `",`)
		must(t, err)
		silent(t, h.command(program...), r)
		wantLine(t, h.log(t), "not done after")

		h = newHome(t)
		zero, err := os.Open("/dev/zero")
		must(t, err)
		defer zero.Close()
		silent(t, h.command(program...), zero)
		wantLine(t, h.log(t), "not done after")
	}
}

func TestNoInput(t *testing.T) {
	h := newHome(t)
	silent(t, h.command("/bin/sh", "-c", `exec "$0" Stop <&-`, ownProgram()), nil)
	silent(t, h.command("/bin/sh", "-c", `exec "$0" PreCompact <&-`, ownProgram()), nil)
	silent(t, h.command(ownProgram()), nil)
	silent(t, h.command(ownProgram(), "Stop", "Stop"), nil)
	silent(t, h.command(ownProgram(), "\x1b[31mStop\n"), nil)
	if strings.ContainsRune(h.log(t), '\x1b') {
		t.Errorf("the log drives a terminal: %q", h.log(t))
	}
}

// A client that does not listen any more is no reason to end badly.
func TestNobodyListens(t *testing.T) {
	for _, event := range events {
		h := newHome(t)
		for _, input := range []string{h.event(event), "garbage"} {
			r, w, err := os.Pipe()
			must(t, err)
			r.Close()
			cmd := h.command(ownProgram(), event)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), w, w
			if err := cmd.Run(); err != nil {
				t.Errorf("%s with %.20q: %v", event, input, err)
			}
			w.Close()
			if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // Linux has it
				cmd := h.command(ownProgram(), event)
				cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), full, full
				if err := cmd.Run(); err != nil {
					t.Errorf("%s with %.20q, output full: %v", event, input, err)
				}
				full.Close()
			}
		}
	}
}

func TestHomeMissing(t *testing.T) {
	for _, event := range events {
		h := newHome(t)
		all := h.env
		h.env = []string{"PATH=/nonesuch"}
		silent(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))
		h.env = []string{"PATH=/nonesuch", "HOME=" + filepath.Join(h.dir, "nonesuch"), "TMPDIR=" + filepath.Join(h.dir, "nonesuch")}
		answers(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))
		h.env = append(all, "HOME=", "XDG_STATE_HOME=relative")
		silent(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))
	}
}

// A state folder that cannot be: there is a file in its place, or it is not
// writable.
func TestNoStateFolder(t *testing.T) {
	for _, event := range events {
		h := newHome(t)
		h.env = append(h.env, "XDG_STATE_HOME="+filepath.Join(h.dir, "shop", "t.jsonl"))
		answers(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))

		if os.Getuid() == 0 {
			continue // nothing is read-only for root: the test with a read-only disk is for that
		}
		h = newHome(t)
		state := filepath.Join(h.dir, "state", "savectx")
		must(t, os.Chmod(filepath.Join(state, "sessions", session), 0o500), os.Chmod(state, 0o500))
		answers(t, h.command(ownProgram(), event), strings.NewReader(h.event(event)))
		must(t, os.Chmod(filepath.Join(state, "sessions", session), 0o700), os.Chmod(state, 0o700))
	}
}
