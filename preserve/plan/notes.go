// The person's own notes: only on request, and only into a folder that is
// there.

package plan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"savectx/preserve"
	"savectx/preserve/dest"
)

func (p *Plan) routeNotes() {
	n := p.Request.Place.Notes
	line := p.Receipt.At(Notes, n.Vault)
	if n.Vault == "" {
		line.Error = "no folder for notes is configured: set notes.vault in the configuration"
		return
	}
	if info, err := os.Stat(n.Vault); err != nil || !info.IsDir() {
		line.Error = "the notes folder " + n.Vault + " is not there"
		return
	}
	s := p.Request.Snapshot
	for i, it := range s.Items {
		if it.Kind != preserve.Decision || it.NotGranted() {
			continue
		}
		switch {
		case it.Unreasoned():
			line.LeaveOut(i, NoReason)
		case n.Decisions != "":
			p.add(Entry{Destination: Notes, Item: i, File: filepath.Join(n.Vault, n.Decisions, dest.DecisionNoteName(it, p.Request.At))})
		}
	}
	if n.DailyLogs != "" {
		p.add(Entry{Destination: Notes, Item: -1, File: filepath.Join(n.Vault, n.DailyLogs, dest.LogName(p.Request.At))})
	}
}

func (p *Plan) renderNotes() {
	r := p.Request
	p.each(Notes, func(e *Entry) {
		line := p.Receipt.At(Notes, e.File)
		err := mayMake(r.Place.Notes.Vault, e.File)
		if errors.Is(err, errUnsafe) {
			line.Error = err.Error()
			return
		}
		f, err := p.draft.open(e.File)
		if err != nil {
			line.Error = reason(err)
			return
		}
		f.own()
		if e.Item < 0 {
			if err := addable(f.new); err != nil {
				line.Error = err.Error()
				return
			}
			s, _ := reasoned(r.Snapshot)
			e.Lines = []string{r.Snapshot.Topic}
			p.draft.set(f, dest.Log(f.new, s, r.At, p.words), Notes, free)
			line.Written = 1
			return
		}
		it := p.item(e)
		// Another decision of that day can have the same short title.
		stem := strings.TrimSuffix(e.File, ".md")
		for n := 2; err == nil && f.new != nil; n++ {
			if strings.Contains(dest.Fold(string(f.new)), dest.Fold(it.Text)) {
				line.LeaveOut(e.Item, Duplicate)
				e.gone = true
				return
			}
			e.File = fmt.Sprintf("%s %d.md", stem, n)
			f, err = p.draft.open(e.File)
		}
		if err != nil {
			line.Error = reason(err)
			return
		}
		f.own()
		line = p.Receipt.At(Notes, e.File)
		f.ours = true
		data := dest.DecisionNote(it, r.Snapshot.Topic, r.At, p.words)
		e.Lines = []string{preserve.Clean(it.Text)}
		p.draft.set(f, data, Notes, free)
		line.Written = 1
	})
}
