// The handoff of a session, and of the project.

package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory"
)

// HandoffAge is how long a handoff nobody touched is kept.
const HandoffAge = 14 * 24 * time.Hour

// fullIndex is why a line is not in the index.
const fullIndex = "the index is full, and its line is left out"

const (
	nowFile   = "HANDOFF.md"
	indexFile = "MEMORY.md"
)

func (r Request) handoffs() string { return filepath.Join(r.Place.Config, "handoffs") }

// HandoffPath is the handoff file of this session. Without a session it is
// named after the project's folder; where the handoff of another folder of that
// name has it, a few letters that stand for the whole path make the difference.
func (r Request) HandoffPath() string {
	path := filepath.Join(r.handoffs(), dest.HandoffName(r.Place.Session, r.Place.Root))
	if r.Place.Session != "" {
		return path
	}
	if root, _, ok := headerOf(path); ok && root != preserve.Clean(r.Place.Root) {
		sum := sha256.Sum256([]byte(r.Place.Root))
		path = strings.TrimSuffix(path, ".md") + "-" + hex.EncodeToString(sum[:3]) + ".md"
	}
	return path
}

// Blocks are what is pasted: the line, the resume prompt, the sentence.
type Blocks struct {
	Line     dest.Text
	Resume   dest.Text
	Sentence string
}

// Blocks writes them. With handoff they name the handoff file.
func (p *Plan) Blocks(handoff bool) Blocks {
	s, places := reasoned(p.Request.Snapshot)
	path := ""
	b := Blocks{}
	if handoff {
		path = p.Request.HandoffPath()
		b.Sentence = dest.Sentence(path, p.words)
	}
	b.Line, b.Resume = dest.CompactLine(s, path, p.words), dest.Resume(s, p.words)
	for _, list := range [][]int{b.Line.LeftOut, b.Resume.LeftOut, b.Resume.Over} {
		for i, at := range list {
			list[i] = places[at]
		}
	}
	return b
}

func (p *Plan) routeHandoff() {
	r := p.Request
	p.add(Entry{Destination: Handoff, Item: -1, File: r.HandoffPath()})
	dir := r.Place.Memory.Dir
	off := r.memoryOff()
	if off == "" {
		if err := writable(dir); err != nil { // the session's own file has everything
			off = reason(err)
		}
	}
	if r.Place.Memory.Disabled {
		return // wanted so
	}
	if off != "" {
		p.say(p.words.Receipt.Failed + nowFile + ": " + off)
		return
	}
	p.add(Entry{Destination: Handoff, Item: -1, File: filepath.Join(dir, nowFile)})
}

func (p *Plan) renderHandoff() {
	p.each(Handoff, func(e *Entry) {
		line := p.Receipt.At(Handoff, e.File)
		for i, it := range p.Request.Snapshot.Items {
			if it.Unreasoned() {
				line.LeaveOut(i, NoReason)
			}
		}
		var err error
		if filepath.Base(e.File) == nowFile && filepath.Dir(e.File) == p.Request.Place.Memory.Dir {
			err = p.renderNow(e, line)
		} else {
			err = p.renderSession(e, line)
		}
		if err != nil {
			line.Error = reason(err)
			return
		}
		line.Written = 1
	})
}

func (p *Plan) renderSession(e *Entry, line *Destination) error {
	r := p.Request
	f, err := p.draft.openIn(r.handoffs(), e.File)
	if err != nil {
		return err
	}
	if f.existed && len(f.old) > 0 && !dest.IsHandoff(f.old) {
		return errors.New("there is a file of that name that is no handoff")
	}
	b := p.Blocks(true)
	for _, i := range b.Resume.LeftOut {
		line.LeaveOut(i, TooLong)
	}
	for _, i := range b.Resume.Over {
		line.LeaveOut(i, OverCap)
	}
	data := dest.Handoff(b.Resume.Text, b.Line.Text, r.Place.Root, r.At)
	e.Lines = strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	f.ours = true
	p.draft.set(f, data, Handoff, free)
	old, err := Expired(r.handoffs(), r.At)
	if err != nil {
		return err
	}
	for _, path := range old {
		if path == e.File {
			continue
		}
		if f, err := p.draft.open(path); err == nil && dest.IsHandoff(f.old) {
			p.draft.drop(f, Handoff)
		}
	}
	if r.Restored {
		p.say(p.words.Receipt.Restored)
	}
	return nil
}

// renderNow writes HANDOFF.md whole, and its line in the index once. The
// handoffs of the project's other sessions are named in it.
func (p *Plan) renderNow(e *Entry, line *Destination) error {
	r := p.Request
	f, err := p.draft.openIn(r.Place.Memory.Dir, e.File)
	if err != nil {
		return err
	}
	s, places := reasoned(r.Snapshot)
	data, leftOut := dest.Now(s, p.others(), r.At, p.words)
	for _, i := range leftOut {
		line.LeaveOut(places[i], TooLong)
	}
	e.Lines = strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	f.ours = true
	p.draft.set(f, data, Handoff, free)
	index, err := p.draft.openIn(r.Place.Memory.Dir, filepath.Join(r.Place.Memory.Dir, indexFile))
	if err != nil {
		return err
	}
	lines, ok := memory.SetWithin(index.new, nowFile, "HANDOFF", p.words.Handoff.Hook)
	if !ok {
		p.say(p.words.Receipt.Failed + indexFile + ": " + fullIndex)
	}
	p.draft.set(index, lines, Handoff, free)
	return nil
}

// others are the handoffs of the project's other sessions, newest first.
func (p *Plan) others() []dest.Other {
	r := p.Request
	files, _ := Handoffs(r.handoffs())
	var out []dest.Other
	for _, h := range files {
		if h.Root == preserve.Clean(r.Place.Root) && h.Path != r.HandoffPath() && r.At.Sub(h.Touched) < HandoffAge {
			out = append(out, dest.Other{Path: h.Path, When: h.When})
		}
	}
	return out[:min(len(out), mostOthers)]
}

// mostOthers bounds how many other sessions HANDOFF.md names.
const mostOthers = 5

// HandoffFile is one handoff file as it stands on disk.
type HandoffFile struct {
	Path, Root, When string
	Touched          time.Time
}

// Handoffs lists the regular files of a folder that begin as handoffs do,
// newest first. A missing folder has none.
func Handoffs(dir string) ([]HandoffFile, error) {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []HandoffFile
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(entry.Name()) != ".md" {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		root, when, ok := headerOf(path)
		if ok {
			out = append(out, HandoffFile{path, root, when, info.ModTime()})
		}
	}
	slices.SortStableFunc(out, func(a, b HandoffFile) int { return b.Touched.Compare(a.Touched) })
	return out, nil
}

// headerOf reads the first line of a file, if it is a handoff's.
func headerOf(path string) (root, when string, ok bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return "", "", false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 8<<10))
	if err != nil {
		return "", "", false
	}
	root, when, _, ok = dest.ReadHandoff(head)
	return root, when, ok
}

// Expired lists the handoff files of a folder that nobody touched for
// [HandoffAge].
func Expired(dir string, at time.Time) ([]string, error) {
	files, err := Handoffs(dir)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: dir, Err: err}
	}
	var out []string
	for _, h := range files {
		if at.Sub(h.Touched) >= HandoffAge {
			out = append(out, h.Path)
		}
	}
	return out, nil
}
