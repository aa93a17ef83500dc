// The errand: what is done behind a session's back, by one detached process.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator"
	"savectx/orchestrator/session"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
)

// How long each part of an errand may take: past it, it is left for the next.
const (
	textPatience  = 2 * time.Minute
	fetchPatience = 30 * time.Second
)

// errandCommand is hidden: hooks and whatever keeps facts start it, detached.
//
//	session's text ──▶ ┌─ lock of the project ──────────────────────────┐ ──▶ sweep, once a day
//	                   │ fetch ──▶ deliver ──▶ fetch, if something went │
//	                   └──── again, if another errand came meanwhile ───┘
func errandCommand(v *voice) *cli.Command {
	return &cli.Command{
		Name: "errand", Hidden: true, Usage: "deliver what waits, fetch ahead what a session begins with, clear away what is old, tidy the embedded store",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "root", Usage: "the project's `DIR`"},
			&cli.StringFlag{Name: "session", Usage: "keep the text of the session `ID`"},
			&cli.StringFlag{Name: "transcript", Usage: "its transcript `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			state, err := stateDir()
			if err != nil {
				return err
			}
			root := c.String("root")
			if root != "" && !filepath.IsAbs(root) {
				return usageError{fmt.Sprintf("--root %q is not an absolute path", oneLine(root)), "hooks give the project's root"}
			}
			if root != "" { // who set a variable, and which server a name means, depends on it
				if err := os.Chdir(root); err != nil {
					return fmt.Errorf("the project is gone: %w", err)
				}
			}
			e := errand{voice: v, state: state, root: root, open: &sync.WaitGroup{}}
			defer e.close()
			if id := c.String("session"); session.ValidID(id) && c.String("transcript") != "" {
				e.step("session text", e.keepText(c.Context, id, c.String("transcript")))
			}
			if root != "" {
				e.step("project", e.forProject(c.Context))
			}
			e.step("sweep", v.sweepDaily(c, state))
			return nil
		},
	}
}

// errand is one run. What goes wrong in a part is in its log, and the others
// are done all the same.
type errand struct {
	*voice
	state session.Dir
	root  string
	open  *sync.WaitGroup // stores that are being closed
}

// closePatience bounds the wait for servers that were started to end: past it
// they are left to notice it themselves.
const closePatience = 10 * time.Second

func (e errand) close() {
	over := make(chan struct{})
	go func() { e.open.Wait(); close(over) }()
	select {
	case <-over:
	case <-time.After(closePatience):
	}
}

func (e errand) step(name string, err error) {
	if err != nil {
		e.tell("%s %s: %s", time.Now().Format(time.RFC3339), name, oneLine(e.withoutSecrets(err.Error())))
	}
}

// forProject works for the project until nobody wants anything any more. An
// errand that finds another one at work leaves a mark and ends: the other looks
// for it after it has given the lock back, so that no mark is left unseen.
func (e errand) forProject(ctx context.Context) error {
	due := recallPath(e.state, e.root, ".due")
	if err := safefile.Swap(due, nil); err != nil {
		return err
	}
	for {
		unlock, free, err := safefile.TryLock(recallPath(e.state, e.root, ".lock"))
		if err != nil || !free {
			return err
		}
		err = os.Remove(due)
		if err == nil {
			e.project(ctx)
		}
		unlock()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if _, err := os.Lstat(due); err != nil || ctx.Err() != nil {
			return nil
		}
	}
}

// project fetches first, because that waits for nobody: what is delivered later
// is fetched in another round.
func (e errand) project(ctx context.Context) {
	set, err := config.Load(e.root, os.Getenv) // what is right in it counts
	e.step("configuration", err)
	fetch := func() {
		ctx, cancel := context.WithTimeout(ctx, fetchPatience)
		defer cancel()
		e.step("recall", e.fetch(ctx, set))
	}
	e.step("entries", e.entries(ctx))
	fetch()
	box := e.outbox(string(e.state))
	waiting, err := box.List()
	e.step("outbox", err)
	if len(waiting) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, e.patience(deliverWaits))
	defer cancel()
	reports, err := e.deliver(ctx, set, box)
	if !errors.Is(err, outbox.ErrBusy) {
		e.step("outbox", err)
	}
	for _, r := range reports {
		if len(r.Delivered) > 0 {
			fetch()
			return
		}
	}
}

// entries puts those of the project's TempContext.md into this machine's store,
// if there is one, so that they are found from other projects, too.
func (e errand) entries(ctx context.Context) error {
	if _, err := os.Lstat(filepath.Join(string(e.state), memoryFile)); err != nil {
		return nil
	}
	return e.remembered(ctx, func(s *store.Store) error { return e.indexEntries(ctx, s, e.root) })
}

// keepText keeps the text of a session that is in this machine's store as fresh
// as its transcript.
func (e errand) keepText(ctx context.Context, id, transcript string) error {
	if _, err := os.Lstat(filepath.Join(string(e.state), memoryFile)); err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, textPatience)
	defer cancel()
	return e.remembered(ctx, func(s *store.Store) error {
		_, err := e.keepTranscript(ctx, s, id, transcript)
		return err
	})
}

// sendErrand starts an errand for the project at root, if there is anything it
// could do. What goes wrong with it is nobody's business here.
func (v *voice) sendErrand(root string, more ...string) {
	state, err := stateDir()
	if err != nil {
		return
	}
	set, _ := config.Load(root, os.Getenv)
	if errands(state, root, set) {
		_ = v.startErrand(state, root, set, more...)
	}
}

// errandHere sends one for the project around this process, and for the text of
// a session.
func (v *voice) errandHere(id, transcript string) {
	if root, err := here(); err == nil {
		v.sendErrand(root, "--session="+id, "--transcript="+transcript)
	}
}

// errands tells whether there is a store to fetch from or something to deliver,
// for a project that is there.
func errands(state session.Dir, root string, set config.Config) bool {
	if info, err := os.Stat(root); err != nil || !info.IsDir() || !filepath.IsAbs(root) {
		return false
	}
	if set.String(config.Mem0User) != "" || set.String(config.MCPServer) != "" {
		return true
	}
	if _, err := os.Lstat(filepath.Join(string(state), memoryFile)); err == nil {
		return true
	}
	waits, _ := filepath.Glob(filepath.Join(string(state), "outbox", "*.json"))
	return len(waits) > 0
}

// errandLog bounds the log of errands, in bytes: from there on it makes room
// for a new one, and one old log is kept beside it.
const errandLog = 256 << 10

// startErrand starts one, detached.
func (v *voice) startErrand(state session.Dir, root string, set config.Config, more ...string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(state), 0o700); err != nil {
		return err
	}
	log := filepath.Join(string(state), "errand.log")
	switch info, err := os.Lstat(log); {
	case err != nil:
	case !info.Mode().IsRegular(): // opening it could take for ever
		log = os.DevNull
	case info.Size() > errandLog:
		_ = os.Rename(log, log+".1")
	}
	args := []string{"errand"}
	if root != "" {
		args = append(args, "--root="+root)
	}
	over, err := orchestrator.Detach(program, append(args, more...), errandEnv(os.Environ(), set), "/", log, nil)
	if err == nil {
		v.sent.Go(over)
	}
	return err
}

// errandEnv is childEnv with what a store beyond this machine needs: the key,
// the way there, and, where a server of the client's configuration is set,
// everything, since that configuration can name any variable. What a project
// may have set stays behind; where an errand cannot do without, it is told so,
// because it outlives the session that shows it.
func errandEnv(env []string, set config.Config) []string {
	way := append(wayVariables(), "NO_PROXY", mem0KeyVariable)
	wants := childEnv(env)
	for _, kv := range env {
		if name, _, _ := strings.Cut(kv, "="); slices.Contains(way, strings.ToUpper(name)) {
			wants = append(wants, kv)
		}
	}
	if set.String(config.MCPServer) != "" {
		wants = env
	}
	given := set.Given()
	var out, told []string
	for _, kv := range wants {
		name, _, _ := strings.Cut(kv, "=")
		if given.By(name) != "" {
			if strings.HasPrefix(name, "SAVECTX_") || name == "XDG_CONFIG_HOME" || childEnv([]string{kv}) == nil {
				continue
			}
			told = append(told, name)
		}
		out = append(out, kv)
	}
	if told != nil {
		out = append(out, config.GivenMark+"="+strings.Join(told, ","))
	}
	return out
}
