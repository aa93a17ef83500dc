package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve/memory"
	"savectx/preserve/plan"
)

// settings reads the configuration and says what was ignored in it.
func (v *voice) settings(root string) (config.Config, error) {
	c, err := config.Load(root, os.Getenv)
	if err != nil {
		return c, usageError{err.Error(), "nothing was written; mend the file and try again"}
	}
	for _, w := range c.Warnings {
		v.tell("%s", oneLine(v.withoutSecrets(w)))
	}
	return c, nil
}

// scene is where a save happens.
type scene struct {
	cwd      string
	place    plan.Place
	settings config.Config
	state    session.Dir
}

// scene finds project, session and folders.
func (v *voice) scene(c *cli.Context) (scene, error) {
	var s scene
	var err error
	if s.cwd, err = os.Getwd(); err != nil {
		return s, fmt.Errorf("the working folder is gone: %w", err)
	}
	root := config.ProjectRoot(s.cwd)
	if s.settings, err = v.settings(root); err != nil {
		return s, err
	}
	if s.state, err = stateDir(); err != nil {
		return s, err
	}
	folder, err := claude.Folder(os.Getenv)
	if err != nil {
		return s, err
	}
	s.place = plan.Place{Root: root, Config: folder, Exclude: s.settings.List(config.ContextExclude)}
	if s.place.Session, err = v.session(c, folder, s.cwd, root); err != nil {
		return s, err
	}
	if s.place.Memory, err = memory.Locate(folder, s.cwd, os.Getenv, claude.Slug); err != nil {
		return s, err
	}
	s.place.Notes, err = notesPlace(s.settings)
	return s, err
}

// session is the one that --session names, else the current one.
func (v *voice) session(c *cli.Context, folder string, dirs ...string) (string, error) {
	if c.IsSet("session") {
		id := c.String("session")
		if !session.ValidID(id) {
			return "", usageError{fmt.Sprintf("--session %q is not a session id", id), "a session id is letters, digits and hyphens, such as the name of its transcript without .jsonl"}
		}
		return id, nil
	}
	return v.currentSession(folder, dirs...), nil
}

// currentSession is the one around this process, or the newest of the folders,
// which is said; "" when there is none.
func (v *voice) currentSession(folder string, dirs ...string) string {
	if id := os.Getenv("CLAUDE_CODE_SESSION_ID"); session.ValidID(id) {
		return id
	}
	best, when := "", time.Time{}
	for _, dir := range dirs {
		if id, at := newestSession(filepath.Join(folder, "projects", claude.Slug(dir))); at.After(when) {
			best, when = id, at
		}
	}
	if best != "" {
		v.tell("session %s, the newest of this project; another can be named", best)
	}
	return best
}

// newestSession is that of the transcript written last; those of subagents
// (agent-ID) are none.
func newestSession(dir string) (best string, when time.Time) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		info, err := e.Info()
		if ok && err == nil && info.Mode().IsRegular() && session.ValidID(id) && !strings.HasPrefix(id, "agent-") && info.ModTime().After(when) {
			best, when = id, info.ModTime()
		}
	}
	return best, when
}

func notesPlace(c config.Config) (plan.NotesPlace, error) {
	vault := c.String(config.NotesVault)
	if rest, ok := strings.CutPrefix(vault, "~/"); ok {
		vault = filepath.Join(os.Getenv("HOME"), rest)
	}
	n := plan.NotesPlace{Vault: vault, DailyLogs: c.String(config.NotesDailyLogs), Decisions: c.String(config.NotesDecisions)}
	if vault != "" && !filepath.IsAbs(vault) {
		return n, usageError{fmt.Sprintf("%s: notes.vault %q is not an absolute path", c.Get(config.NotesVault).From, vault), "begin it with / or ~/"}
	}
	for _, name := range []string{config.NotesDailyLogs, config.NotesDecisions} {
		if dir := c.String(name); dir != "" && !filepath.IsLocal(dir) {
			return n, usageError{fmt.Sprintf("%s: %s %q is not a folder in the vault", c.Get(name).From, name, dir), "give it relative to notes.vault"}
		}
	}
	return n, nil
}

// journal is where saves are written down, and locks the folder of the locks
// that keep two saves apart.
func (s scene) journal() string { return filepath.Join(string(s.state), "journal") }
func (s scene) locks() string   { return filepath.Join(string(s.state), "locks") }
func (s scene) plans() plan.Store {
	return plan.Store(filepath.Join(string(s.state), "plans"))
}

// lockPatience bounds the wait for another save: past it, that one hangs.
const lockPatience = 60 * time.Second

var errBusySave = errors.New("another save of this project has not ended for a minute")
