package orchestrator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
)

// A composer with faults that the real client cannot be made to have on
// demand. It is the test binary itself, in a pane of a real tmux server; it
// draws the client's box, keeps its session record and transcript, and logs
// what is submitted. What it shares with the client is only what savectx reads.
const (
	composerEnv = "SAVECTX_TEST_COMPOSER" // its folder
	faultEnv    = "SAVECTX_TEST_FAULT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(composerEnv); dir != "" {
		if err := (&composer{dir: dir, fault: os.Getenv(faultEnv)}).run(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type composer struct {
	dir, fault string
	text       string
	pastes     int
	enters     int
	dialog     bool
	columns    int
	lines      int
}

const composerSession = "11111111-2222-3333-4444-555555555555"

func (c *composer) run() error {
	old, err := unix.IoctlGetTermios(0, termios)
	if err != nil {
		return err
	}
	raw := *old
	raw.Lflag &^= unix.ICANON | unix.ECHO | unix.ISIG | unix.IEXTEN
	raw.Iflag &^= unix.ICRNL | unix.IXON
	if err := unix.IoctlSetTermios(0, setTermios, &raw); err != nil {
		return err
	}
	size, err := unix.IoctlGetWinsize(0, unix.TIOCGWINSZ)
	if err != nil {
		return err
	}
	c.columns, c.lines = int(size.Col), int(size.Row)
	if err := c.status("idle"); err != nil {
		return err
	}
	fmt.Print("\x1b[?2004h")
	c.draw()
	return c.listen()
}

func (c *composer) listen() error {
	var in []byte
	buf := make([]byte, 64<<10)
	for {
		n, err := os.Stdin.Read(buf)
		if err != nil {
			return err
		}
		for in = append(in, buf[:n]...); len(in) > 0; {
			if bytes.HasPrefix(in, []byte("\x1b[200~")) {
				end := bytes.Index(in, []byte("\x1b[201~"))
				if end < 0 {
					break // the rest is on its way
				}
				c.paste(string(in[6:end]))
				in = in[end+6:]
			} else {
				c.key(in[0])
				in = in[1:]
			}
			c.draw()
		}
	}
}

func (c *composer) paste(text string) {
	c.pastes++
	switch {
	case c.fault == "a letter too many":
		text += "x"
	case c.fault == "folds":
		text = "[Pasted text #1]"
	case c.fault == "loses its tail once" && c.pastes == 1:
		text = text[:10]
	case c.fault == "shows nothing":
		text = ""
	}
	c.text += text
	switch c.fault {
	case "a dialog opens":
		c.dialog = true
	case "copy-mode is entered":
		_ = exec.Command("tmux", "-S", strings.Split(os.Getenv("TMUX"), ",")[0], "copy-mode", "-t", os.Getenv("TMUX_PANE")).Run()
	case "a person types":
		c.text += "?"
	}
}

func (c *composer) key(k byte) {
	switch {
	case c.dialog:
		c.log(fmt.Sprintf("dialog got %q", k))
	case k == '\r':
		c.enter()
	case k == 0x7f && c.text != "":
		c.text = c.text[:len(c.text)-1]
	case k >= ' ' && k < 0x7f:
		c.text += string(rune(k))
	}
}

func (c *composer) enter() {
	c.enters++
	c.log("enter")
	if c.fault == "swallows every Enter" || c.fault == "swallows one Enter" && c.enters == 1 {
		return
	}
	text := c.text
	c.text = ""
	c.log("submitted " + text)
	now := time.Now().UTC().Format(time.RFC3339Nano)
	args, isCompact := strings.CutPrefix(text, "/compact ")
	if !isCompact || c.fault == "sends it as a prompt" {
		c.row(map[string]any{"type": "user", "timestamp": now, "message": map[string]any{"content": text}})
		c.row(map[string]any{"type": "assistant", "timestamp": now, "message": map[string]any{"model": "m", "stop_reason": "end_turn"}})
		return
	}
	if c.fault == "does nothing" {
		return
	}
	c.row(map[string]any{"type": "system", "subtype": "compact_boundary", "timestamp": now, "compactMetadata": map[string]any{"trigger": "manual", "preTokens": 9, "postTokens": 3}})
	c.row(map[string]any{"type": "user", "timestamp": now, "message": map[string]any{
		"content": "<command-name>/compact</command-name><command-args>" + args + "</command-args>"}})
}

// draw shows the box at the bottom of the screen, or the dialog.
func (c *composer) draw() {
	fmt.Print("\x1b[H\x1b[2J")
	if c.dialog {
		fmt.Print("Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\nEsc to cancel")
		time.AfterFunc(1500*time.Millisecond, func() {
			c.dialog, c.fault = false, ""
			c.draw()
		})
		return
	}
	rule := strings.Repeat("─", c.columns)
	at := c.lines - 4
	fmt.Printf("\x1b[%d;1H%s\x1b[%d;1H❯\u00a0%s\x1b[%d;1H%s\x1b[%d;1H  ? for shortcuts", at, rule, at+1, c.text, at+2, rule, at+3)
	fmt.Printf("\x1b[%d;%dH", at+1, 3+len([]rune(c.text)))
}

func (c *composer) status(status string) error {
	info, err := proc.Read(os.Getpid())
	if err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"pid": os.Getpid(), "sessionId": composerSession, "cwd": c.dir, "procStart": info.Start,
		"version": "2.1.332", "status": status, "statusUpdatedAt": time.Now().Add(-time.Second).UnixMilli()})
	if err != nil {
		return err
	}
	return os.WriteFile(claude.RecordPath(c.dir, os.Getpid()), data, 0o600)
}

func (c *composer) row(v any) {
	data, _ := json.Marshal(v)
	c.add(claude.TranscriptPath(c.dir, c.dir, composerSession), string(data))
}

func (c *composer) log(line string) { c.add(filepath.Join(c.dir, "log"), line) }

func (c *composer) add(path, line string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Fprintln(f, line)
}
