package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
	"savectx/preserve"
)

// conversation is a session, and where its transcript is.
type conversation struct {
	session.Session // without a path when only a transcript is known
	transcript      string
}

const sessionHint = "give the id of a session, its beginning, or the path of a transcript; without one it is the session this runs in, else the newest of this project"

// conversationOf is the one an argument names. "" is the one around this
// process, else the newest of the project, which is said.
func (v *voice) conversationOf(arg string) (conversation, error) {
	folder, err := claude.Folder(os.Getenv)
	if err != nil {
		return conversation{}, err
	}
	if strings.ContainsRune(arg, filepath.Separator) || strings.HasSuffix(arg, ".jsonl") {
		return transcriptAt(arg)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return conversation{}, fmt.Errorf("the working folder is gone: %w", err)
	}
	if arg == "" {
		root, _ := here()
		if arg = v.currentSession(folder, cwd, root); arg == "" {
			return conversation{}, coded{exitNothing, fmt.Errorf("there is no session of this project under %s", filepath.Join(folder, "projects")), sessionHint}
		}
	}
	if !session.ValidID(arg) {
		return conversation{}, usageError{fmt.Sprintf("%q is not a session id", arg), sessionHint}
	}
	if path := claude.TranscriptPath(folder, cwd, arg); exists(path) {
		return conversationIn(arg, path)
	}
	found := claude.Transcripts(folder, arg)
	switch len(found) {
	case 0:
		return conversation{}, usageError{fmt.Sprintf("there is no transcript of session %q under %s", arg, filepath.Join(folder, "projects")), sessionHint}
	case 1:
		return conversationIn(idOf(found[0]), found[0])
	}
	ids := make([]string, len(found))
	for i, path := range found {
		ids[i] = idOf(path)
	}
	slices.Sort(ids)
	return conversation{}, usageError{fmt.Sprintf("%q is the beginning of %d sessions", arg, len(found)), "they are " + strings.Join(ids[:min(len(ids), 5)], ", ")}
}

// transcriptAt is the conversation in a file.
func transcriptAt(path string) (conversation, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return conversation{}, err
	}
	info, err := os.Stat(path)
	var of *fs.PathError
	switch {
	case errors.As(err, &of):
		return conversation{}, usageError{fmt.Sprintf("transcript %q: %v", path, of.Err), sessionHint}
	case err != nil:
		return conversation{}, err
	case !info.Mode().IsRegular():
		return conversation{}, usageError{fmt.Sprintf("transcript %q is not a file", path), sessionHint}
	case info.Size() > 0 && !holdsRows(path):
		return conversation{}, usageError{fmt.Sprintf("%q is no transcript: it holds no row of JSON", path), sessionHint}
	}
	return conversationIn(idOf(path), path)
}

// holdsRows tells whether a file begins as a transcript does, damaged lines
// aside. One that cannot be read says so when it is.
func holdsRows(path string) bool {
	const enough = 1 << 20 // bytes
	head, err := readUpTo(path, enough)
	if err != nil {
		return true
	}
	for line := range bytes.Lines(head) {
		if line = bytes.TrimLeft(line, "\x00 \t\r\ufeff"); len(line) > 1 && line[0] == '{' {
			return true
		}
	}
	return len(head) == enough
}

func conversationIn(id, transcript string) (conversation, error) {
	dir, err := stateDir()
	if err != nil {
		return conversation{}, err
	}
	s, err := dir.Session(id)
	if err != nil { // a file of another name
		s = session.Session{ID: id}
	}
	return conversation{s, transcript}, nil
}

// conversationWith is that of an agent; none if there is no transcript of it.
func conversationWith(a orchestrator.Agent) conversation {
	if a.Transcript == "" && session.ValidID(a.Session) {
		folder, err := claude.Folder(os.Getenv)
		cwd, werr := os.Getwd()
		if err != nil || werr != nil {
			return conversation{}
		}
		a.Transcript = claude.TranscriptPath(folder, cwd, a.Session)
	}
	if !exists(a.Transcript) {
		return conversation{}
	}
	k, _ := conversationIn(a.Session, a.Transcript)
	return k
}

// languageIn is the language the person of a conversation reads.
func (v *voice) languageIn(k conversation) string {
	root, _ := here()
	set, _ := config.Load(root, os.Getenv) // what is wrong with it is said elsewhere
	return languageOf(k.Session, set)
}

// completeSession offers the ids of the project's sessions.
func (v *voice) completeSession(c *cli.Context) {
	if strings.HasPrefix(os.Args[max(len(os.Args)-2, 0)], "-") {
		cli.DefaultCompleteWithFlags(c.Command)(c)
		return
	}
	folder, err := claude.Folder(os.Getenv)
	root, rerr := here()
	if err != nil || rerr != nil || c.NArg() > 0 {
		return
	}
	dirs := []string{root}
	if cwd, err := os.Getwd(); err == nil && cwd != root {
		dirs = append(dirs, cwd)
	}
	for _, dir := range dirs {
		files, _ := os.ReadDir(filepath.Join(folder, "projects", claude.Slug(dir)))
		for _, f := range files {
			if id, ok := strings.CutSuffix(f.Name(), ".jsonl"); ok && session.ValidID(id) {
				v.say("%s", id)
			}
		}
	}
}

func idOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".jsonl") }

func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// mayTake says on a terminal what makes the answer wait.
func (v *voice) mayTake(path string) {
	const long = 256 << 20 // bytes: about a second
	if info, err := os.Stat(path); err == nil && info.Size() >= long && isTerminal(v.err) {
		v.tell("reading %d MiB", info.Size()>>20)
	}
}

// unreadable is what is wrong with a transcript.
func unreadable(path string, err error) error {
	if err == nil {
		return nil
	}
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("the transcript %s cannot be read: %w", path, err)
}

// moment is a row's time as a person reads it, "" if it has none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// excerpt is a text in one line of at most n characters.
func excerpt(text string, n int) string {
	text = preserve.Clean(text)
	if cut := firstRunes(text, n-1); n > 0 && len([]rune(text)) > n {
		return strings.TrimRight(cut, " ") + "…"
	}
	return text
}
