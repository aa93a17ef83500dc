package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/proc"
	"savectx/tmux"
)

// place is a pane and the agent that is proven to sit in it.
type place struct {
	target orchestrator.Target
	agent  orchestrator.Agent
}

func targetFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pane", Usage: "the tmux pane `%N` where Claude Code runs; without it, the pane this runs in"},
		&cli.StringFlag{Name: "socket", Usage: "the socket `PATH` of the tmux server; without it, the one this runs under"},
	}
}

// errSandbox says that the socket is there and may not be used.
var errSandbox = errors.New("tmux cannot be reached from here")

// locate finds the pane and proves that this session's own process sits in it.
func locate(ctx context.Context, c *cli.Context) (place, error) {
	socket, id, err := paneOf(c)
	if err != nil {
		return place{}, err
	}
	config, err := claude.Folder(os.Getenv)
	if err != nil {
		return place{}, err
	}
	server, err := tmux.Open(ctx, socket)
	if err != nil {
		if errors.Is(err, tmux.ErrDenied) {
			return place{}, fmt.Errorf("%w: %w", errSandbox, err)
		}
		return place{}, err
	}
	pid := 0
	if !c.IsSet("pane") {
		pid, _ = strconv.Atoi(os.Getenv("CLAUDE_PID"))
	}
	pane, err := ownPane(ctx, server, id, pid)
	if err != nil {
		return place{}, err
	}
	target := orchestrator.Target(pane.Identity())
	agent, err := orchestrator.FindAgent(config, target.TTY, pid, os.Getenv("CLAUDE_CODE_SESSION_ID"))
	if err != nil {
		return place{}, err
	}
	return place{target, agent}, nil
}

var paneID = regexp.MustCompile(`^%[0-9]{1,10}$`)

// paneOf reads where to type from the flags, else from the environment.
func paneOf(c *cli.Context) (socket, id string, err error) {
	id, socket = c.String("pane"), c.String("socket")
	if c.IsSet("socket") && socket == "" { // an unset variable must not mean another server
		return "", "", usageError{"--socket is empty", "tmux display-message -p '#{socket_path}' shows the path, inside that tmux"}
	}
	if !c.IsSet("pane") {
		if socket != "" {
			return "", "", usageError{"--socket needs --pane", "tmux list-panes -a shows the panes"}
		}
		return tmux.FromEnv(os.Getenv)
	}
	if !paneID.MatchString(id) {
		return "", "", usageError{fmt.Sprintf("--pane %q is not a pane id", id), "a pane id is a percent sign and a number; tmux list-panes -a -F '#{pane_id} #{pane_current_command}' shows them"}
	}
	if socket == "" {
		if socket, err = tmux.SocketFromEnv(os.Getenv); err != nil {
			return "", "", usageError{"--pane outside tmux needs --socket", "tmux display-message -p '#{socket_path}' shows the path, inside that tmux"}
		}
	}
	return socket, id, nil
}

// ownPane is the pane id, unless the process pid sits on another pane's
// terminal: an inherited TMUX_PANE is followed to the right one.
func ownPane(ctx context.Context, server *tmux.Server, id string, pid int) (*tmux.Pane, error) {
	pane, err := server.Pane(ctx, id)
	if pid == 0 {
		return pane, err
	}
	info, perr := proc.Read(pid)
	if perr != nil {
		return nil, fmt.Errorf("process %d: %w", pid, perr)
	}
	if err == nil {
		if on, _ := info.On(pane.Identity().TTY); on {
			return pane, nil
		}
	}
	panes, lerr := server.Panes(ctx)
	if lerr != nil {
		return nil, lerr
	}
	for _, p := range panes {
		if on, _ := info.On(p.TTY); on {
			return server.Pane(ctx, p.ID)
		}
	}
	return nil, fmt.Errorf("pane %s is not this session's own, and no pane of its server is: %w", id, orchestrator.ErrNoAgent)
}
