package orchestrator

import (
	"os"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"savectx/orchestrator/claude"
)

// readRows folds what the client has written since the last call into what
// has been seen. A transcript that cannot be read adds nothing.
func (r *Run) readRows() {
	if r.rows == nil {
		return
	}
	err := r.rows.Next(func(row claude.Row) {
		if !row.Time.IsZero() && row.Time.Before(r.armedAt.Add(-time.Second)) {
			return // an old row, read again because the file was rewritten
		}
		r.seen.take(row, r.armedAt)
	})
	if err != nil {
		r.Log.Warn("cannot read the transcript", "error", err)
	}
}

func (s *seen) take(row claude.Row, armed time.Time) {
	switch row.Kind {
	case claude.RowBoundary:
		if !row.Time.Before(armed) {
			s.boundary = &row
		}
	case claude.RowPrompt, claude.RowCommand:
		s.asked = true
	case claude.RowQueued:
		s.queued = max(0, s.queued+row.Queue)
	}
	if s.submitted.IsZero() || row.Time.Before(s.submitted) {
		return
	}
	switch row.Kind {
	case claude.RowCommand:
		s.command = &row
	case claude.RowStdout:
		if s.command != nil {
			s.output = oneLine(row.Text)
		}
	case claude.RowPrompt:
		s.prompts = append(s.prompts, row.Text)
	case claude.RowAssistant, claude.RowAPIError:
		s.answered = s.answered || len(s.prompts) > 0
	case claude.RowStderr:
		s.failure = oneLine(row.Text)
	}
}

// oneLine keeps the first line of a client's message.
func oneLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// boundaryOf looks for the compaction of a job whose orchestrator is gone.
func boundaryOf(j Job) (time.Time, bool) {
	if !j.State.Touched() || j.Command != Compact {
		return time.Time{}, false
	}
	since := j.Created
	for _, h := range j.History {
		if h.State == Guarded {
			since = h.At // the last round of a repeated job
		}
	}
	var at time.Time
	ours := false
	_ = claude.Follow(j.Agent.Transcript, j.Agent.Size).Next(func(row claude.Row) {
		switch {
		case row.Kind == claude.RowBoundary && row.Time.After(since):
			at = row.Time
		case row.Kind == claude.RowCommand && !row.Time.Before(since) && sameLine(row.Command+" "+row.Text, j.Line):
			ours = true
		}
	})
	return at, ours && !at.IsZero()
}

// sameLine compares two lines up to white space and composition: the client
// composes letters and their marks (NFC, 2.1.332).
func sameLine(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string { return norm.NFC.String(strings.Join(strings.Fields(s), " ")) }

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
