package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/mattn/go-isatty"

	"savectx/tmux"
)

// clipboardPatience bounds a clipboard tool: past it, it is taken to hang on a
// display that is not there.
const clipboardPatience = 3 * time.Second

// copyLine puts the line wherever this machine has a place to paste from, and
// says where. It fails only when there is none at all.
func (v *voice) copyLine(ctx context.Context, line string) error {
	var places []string
	if tool := copyByTool(ctx, line); tool != "" {
		places = append(places, "the clipboard (by "+tool+")")
	}
	if isatty.IsTerminal(os.Stderr.Fd()) {
		sequence := osc52.New(line)
		if os.Getenv("TMUX") != "" {
			sequence = sequence.Tmux()
		}
		if _, err := sequence.WriteTo(os.Stderr); err == nil {
			places = append(places, "the terminal's clipboard (OSC 52)")
		}
	}
	if copyByTmux(ctx, line) {
		places = append(places, "the tmux buffer savectx")
	}
	if len(places) == 0 {
		return coded{exitFailed, errors.New("there is no clipboard here: no terminal, no clipboard tool, no tmux"), "copy the printed line by hand"}
	}
	v.tell("copied to %s", strings.Join(places, ", "))
	return nil
}

// copyByTool uses the first clipboard tool of the platform that works.
func copyByTool(ctx context.Context, line string) string {
	ctx, cancel := context.WithTimeout(ctx, clipboardPatience)
	defer cancel()
	for _, argv := range clipboardTools(os.Getenv) {
		path, err := exec.LookPath(argv[0])
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, argv[1:]...)
		cmd.Stdin = bytes.NewReader([]byte(line))
		cmd.WaitDelay = 100 * time.Millisecond
		if err := cmd.Run(); err == nil || errors.Is(err, exec.ErrWaitDelay) {
			return argv[0]
		}
	}
	return ""
}

// copyByTmux leaves the line in a buffer of the tmux server this runs under.
func copyByTmux(ctx context.Context, line string) bool {
	socket, id, err := tmux.FromEnv(os.Getenv)
	if err != nil {
		return false
	}
	server, err := tmux.Open(ctx, socket)
	if err != nil {
		return false
	}
	pane, err := server.Pane(ctx, id)
	return err == nil && pane.Offer(ctx, "savectx", line) == nil
}
