// The doctor on what is kept for Claude: memory, handoff, transcripts.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/memory"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
)

// How much of MEMORY.md the client loads (2.1.332).
const (
	indexLines = 200
	indexBytes = 25_000
	indexLook  = 4 << 20 // bytes that are read of it
)

func (d *doctor) examineMemory() {
	place, err := memory.Locate(d.config, d.cwd, os.Getenv, claude.Slug)
	switch {
	case err != nil:
		d.warn("memory", fmt.Sprintf("the memory folder cannot be told: %v", err), "set CLAUDE_CONFIG_DIR to an absolute path")
		return
	case place.Disabled:
		d.ok("memory", "Claude's memory is switched off, so savectx writes none; the folder would be "+place.Dir)
		return
	}
	text := fmt.Sprintf("memory is in %s (from: %s)", place.Dir, place.From)
	if place.ByProject() {
		d.warn("memory", text+": a file of the project has named it", "see that you want the memory there")
	} else {
		d.ok("memory", text)
	}
	if dir, err := writableAt(place.Dir); err != nil {
		d.fail("memory-writable", fmt.Sprintf("no memory can be written: %s: %v", dir, err), "make the folder writable, or name another with autoMemoryDirectory")
	}
	d.examineIndex(filepath.Join(place.Dir, "MEMORY.md"))
}

func (d *doctor) examineIndex(path string) {
	data, existed, err := safefile.ReadState(path, indexLook)
	lines := bytes.Count(data, []byte("\n"))
	switch text := fmt.Sprintf("MEMORY.md has %d lines and %d bytes of the %d and %d the client loads", lines, len(data), indexLines, indexBytes); {
	case err != nil:
		d.warn("memory-index", fmt.Sprintf("MEMORY.md cannot be read: %v", err), "see what stands in its place")
	case !existed:
		d.ok("memory-index", "there is no MEMORY.md yet")
	case lines > indexLines || len(data) > indexBytes:
		d.warn("memory-index", text, "what is beyond that is not read: shorten it, or have Claude merge memories")
	default:
		d.ok("memory-index", text)
	}
}

// writableAt tells whether a folder can be written to, or made where it is not
// there yet, and if not, which folder is in the way.
func writableAt(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir):
			dir = filepath.Dir(dir)
			continue
		case err != nil:
			var path *fs.PathError
			if errors.As(err, &path) {
				err = path.Err
			}
			return dir, err
		case !info.IsDir():
			return dir, syscall.ENOTDIR
		}
		const writeAndSearch = 2 | 1 // W_OK, X_OK
		return dir, syscall.Access(dir, writeAndSearch)
	}
}

// handoffs is the folder of the handoff files.
func (d *doctor) handoffs() string { return filepath.Join(d.config, "handoffs") }

func (d *doctor) examineHandoff() {
	files, err := plan.Handoffs(d.handoffs())
	if err != nil {
		d.warn("handoff", fmt.Sprintf("the handoffs cannot be read: %v", err), "make "+d.handoffs()+" a folder you can read")
		return
	}
	own := plan.Request{Place: plan.Place{Root: d.root, Config: d.config, Session: d.session}}.HandoffPath()
	var newest *plan.HandoffFile
	expired := 0
	for _, f := range files {
		switch {
		case d.now.Sub(f.Touched) >= plan.HandoffAge:
			expired++
		case f.Path == own, newest == nil && f.Root == preserve.Clean(d.root):
			newest = &f
		}
	}
	switch {
	case newest == nil:
		d.ok("handoff", "there is no handoff of this project; a save writes one")
	case newest.Path == own:
		d.ok("handoff", fmt.Sprintf("this session's handoff is %s old: %s", age(d.now.Sub(newest.Touched)), own))
	default:
		d.ok("handoff", fmt.Sprintf("this session has no handoff; the project's newest is %s old: %s", age(d.now.Sub(newest.Touched)), newest.Path))
	}
	if expired > 0 {
		d.warn("handoff-expired", fmt.Sprintf("handoff files in %s that are older than 14 days: %d", d.handoffs(), expired), "savectx doctor --fix, or savectx handoff prune")
	}
}

// age is a time in the largest unit that fits.
func age(t time.Duration) string {
	switch {
	case t < 2*time.Minute:
		return "a moment"
	case t < 2*time.Hour:
		return fmt.Sprintf("%d minutes", int(t.Minutes()))
	case t < 48*time.Hour:
		return fmt.Sprintf("%d hours", int(t.Hours()))
	}
	return fmt.Sprintf("%d days", int(t.Hours()/24))
}

// transcriptDays is how long the client keeps a transcript that nobody
// touches (2.1.332).
const transcriptDays = 30

func (d *doctor) examineTranscripts() {
	kept := d.settings.Int("cleanupPeriodDays")
	switch {
	case kept.Set && kept.Value <= 0:
		d.warn("transcripts", "cleanupPeriodDays is 0 in "+kept.Path+": the client keeps no transcripts, and without one no compaction can be proven", "set it to a few days at least")
	case kept.Set:
		d.ok("transcripts", fmt.Sprintf("the client deletes transcripts that nobody touched for %d days (%s); what is saved stays", kept.Value, kept.Path))
	default:
		d.ok("transcripts", fmt.Sprintf("the client deletes transcripts that nobody touched for %d days; what is saved stays", transcriptDays))
	}
}
