package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"savectx/scripts/loopback"
)

// Options of one session; the zero value is the newest client in a pane of
// 120 by 40.
type Options struct {
	Version       string
	Width, Height int
	Settings      map[string]any    // the config folder's settings.json
	Config        map[string]any    // further keys of the client's own .claude.json, such as editorMode
	Env           map[string]string // further environment of the client
	Args          []string
	Under         []string            // a program that runs the client, for example bash -c '"$@"'
	Model         *loopback.Model     // shared with another session; nil: its own
	Path          []string            // folders put before PATH
	Shown         string              // what the screen shows once it is up; empty: a composer
	Prepare       func(*Client) error // called before the client is started, when its folders are there
}

// Client is the real client in a pane, with everything it lives in.
type Client struct {
	*Pane
	Model  *loopback.Model
	Root   string // everything of this session lies under it
	Home   string
	Config string // CLAUDE_CONFIG_DIR
	Work   string // the project's folder

	server *Server
	pid    int
	own    bool // the server is this client's alone
	owns   bool // so is the model
}

const key = "sk-ant-api03-loopback-only-0000000000000000000000"

// Start brings up a session and waits until its composer is on the screen.
func Start(ctx context.Context, o Options) (*Client, error) {
	server, err := NewServer()
	if err != nil {
		return nil, err
	}
	c, err := StartIn(ctx, server, o)
	if err != nil {
		server.Close()
		return nil, err
	}
	c.own = true
	return c, nil
}

// StartIn is Start on a tmux server that already runs.
func StartIn(ctx context.Context, server *Server, o Options) (_ *Client, err error) {
	if o.Version == "" {
		o.Version = Newest
	}
	if o.Width == 0 {
		o.Width, o.Height = 120, 40
	}
	argv, err := Install(ctx, o.Version)
	if err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp("", "savectx-live-")
	if err != nil {
		return nil, err
	}
	c := &Client{Root: root, Home: root + "/home", Config: root + "/home/.claude", Work: root + "/work", server: server, Model: o.Model}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if c.Model == nil {
		if c.Model, err = loopback.Start(); err != nil {
			return nil, err
		}
		c.owns = true
	}
	if err := c.furnish(o, argv); err != nil {
		return nil, err
	}
	if o.Prepare != nil {
		if err := o.Prepare(c); err != nil {
			return nil, err
		}
	}
	command := append(append(append([]string{}, o.Under...), argv...), o.Args...)
	if c.Pane, err = server.Open(o.Width, o.Height, c.Work, c.Env(o), command); err != nil {
		return nil, err
	}
	c.pid, _ = strconv.Atoi(c.Format("#{pane_pid}"))
	up := ComposerShown
	if o.Shown != "" {
		up = shows(o.Shown)
	}
	if err := c.Until(ctx, up); err != nil {
		return nil, fmt.Errorf("the client did not come up: %w", err)
	}
	return c, nil
}

// furnish lays out the folders, so that the client asks nothing at its start,
// and puts it on PATH as claude.
func (c *Client) furnish(o Options, argv []string) error {
	for _, dir := range []string{c.Config, c.Work, c.Root + "/bin"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	script := "#!/bin/sh\nexec '" + strings.Join(argv, "' '") + "' \"$@\"\n"
	if err := os.WriteFile(c.Root+"/bin/claude", []byte(script), 0o700); err != nil {
		return err
	}
	state := map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "numStartups": 5, "hasSeenAutoDefaultNudge": true,
		"customApiKeyResponses": map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              map[string]any{c.Work: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	}
	maps.Copy(state, o.Config)
	settings := map[string]any{"permissions": map[string]any{"defaultMode": "default"}}
	maps.Copy(settings, o.Settings)
	for path, v := range map[string]any{c.Config + "/.claude.json": state, c.Home + "/.claude.json": state, c.Config + "/settings.json": settings} {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Env is the whole environment of the session, as NAME=value.
func (c *Client) Env(o Options) []string {
	path := strings.Join(append(append([]string{c.Root + "/bin"}, o.Path...), os.Getenv("PATH")), ":")
	env := map[string]string{
		"HOME": c.Home, "CLAUDE_CONFIG_DIR": c.Config, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
		"SHELL": "/bin/bash", "USER": "person", "XDG_STATE_HOME": c.Root + "/state", "XDG_CONFIG_HOME": c.Root + "/config", "XDG_CACHE_HOME": c.Root + "/cache",
		"ANTHROPIC_BASE_URL": c.Model.URL, "ANTHROPIC_API_KEY": key,
		"DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1", "DISABLE_AUTOUPDATER": "1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		"NO_PROXY": "127.0.0.1", "HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9",
	}
	maps.Copy(env, o.Env)
	out := make([]string, 0, len(env))
	for k, v := range env {
		out = append(out, k+"="+v)
	}
	return out
}

// Close ends what this client started and removes its folders.
func (c *Client) Close() {
	if c.own {
		c.server.Close()
	} else if c.Pane != nil {
		c.Pane.Kill()
	}
	if c.owns {
		_ = c.Model.Close()
	}
	// A client that is just ending may still write: its folder is removed
	// again until it stays away.
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if os.RemoveAll(c.Root) == nil {
			if _, err := os.Stat(c.Root); err != nil && !c.alive() {
				return
			}
		}
	}
}

// alive tells whether the client's process still runs.
func (c *Client) alive() bool {
	return c.pid > 0 && syscall.Kill(c.pid, 0) == nil
}

// Transcripts are the session files of the client's project, the one written
// last at the end.
func (c *Client) Transcripts() []string {
	found, _ := filepath.Glob(c.Config + "/projects/*/*.jsonl")
	written := func(path string) (at time.Time) {
		if info, err := os.Stat(path); err == nil {
			at = info.ModTime()
		}
		return at
	}
	slices.SortStableFunc(found, func(a, b string) int { return written(a).Compare(written(b)) })
	return found
}

// ComposerShown accepts a screen with an empty composer at its cursor.
func ComposerShown(screen string) error {
	if !composerLine.MatchString(screen) {
		return errors.New("no empty composer on the screen")
	}
	return nil
}

var composerLine = regexp.MustCompile(`(?m)^[│ ]*[❯>]\x{a0}`)
