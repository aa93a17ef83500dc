package claude

import "strings"

// Kind names what a screen shows.
type Kind string

// The kinds. KindUnknown is every screen that is not positively identified.
// Only the first four are a composer that text may go into; the ones with a
// composer up to KindExitConfirm are told apart by what stands around it.
const (
	KindUnknown    Kind = "unknown"
	KindIdleEmpty  Kind = "idle-empty"
	KindIdleDraft  Kind = "idle-draft"
	KindSuggestion Kind = "suggestion"
	KindVimInsert  Kind = "vim-insert" // empty, in vim's INSERT; a draft there is idle-draft

	KindBusy        Kind = "busy"
	KindCompacting  Kind = "compacting"
	KindQueued      Kind = "queued"
	KindShellMode   Kind = "shell-mode"
	KindCommandMenu Kind = "command-menu"
	KindFilePicker  Kind = "file-picker"
	KindHelp        Kind = "help"
	KindExitConfirm Kind = "exit-confirm"

	KindPermission     Kind = "permission"
	KindPicker         Kind = "picker"
	KindQuestion       Kind = "question"
	KindPlanApproval   Kind = "plan-approval"
	KindTrust          Kind = "trust"
	KindRewind         Kind = "rewind"
	KindConfig         Kind = "config"
	KindTasks          Kind = "tasks"
	KindDialog         Kind = "dialog" // some other question of the client
	KindTranscriptView Kind = "transcript-view"
	KindHistorySearch  Kind = "history-search"
	KindSuspended      Kind = "suspended"
	KindShell          Kind = "shell"
	KindOtherProgram   Kind = "other-program"
)

// Screen is one capture of the pane, understood.
//
// Vim's NORMAL mode cannot be seen: in 2.1.100 and 2.1.332 its empty composer
// is drawn exactly like one without vim, so Vim is "INSERT" or "", and
// whoever must know reads editorMode from the client's settings.
type Screen struct {
	Kind        Kind
	Box         bool     // a composer was found and the cursor is in it
	Text        string   // what it holds, rows joined, without a suggestion; the visible part when Hidden > 0
	Rows        []string // its visible rows without prompt glyph and indentation
	Hidden      int      // rows scrolled out above
	X, Y        int      // the cursor, columns and rows from 0
	Vim         string   // "" or "INSERT"
	Stashed     bool     // a draft is put aside (the hint can be covered by another hint or a menu)
	Menu        string   // the selected command of an open command menu, MenuUnclear, or ""
	Picker      bool     // an open list of files, agents, emoji or the like: Enter may take its first row
	Placeholder bool     // a folded paste or an image is in the composer
	Busy        bool     // a turn or a compaction is seen running; only good as a veto

	width int
	end   bool // nothing stands at or behind the cursor
	exact bool // the cursor's column agrees with the last row's width
	tail  int  // blanks between the last row's text and the cursor
	below int  // rows scrolled out below
}

// MenuUnclear is Screen.Menu when a command menu is open and its selected row
// cannot be told.
const MenuUnclear = "?"

// ReadScreen understands a capture with attributes (tmux capture-pane -p -e)
// and the cursor's position in it.
func ReadScreen(capture string, x, y int) Screen {
	s := Screen{Kind: KindUnknown, X: x, Y: y}
	g := parseGrid(capture)
	b, ok := findBox(g, x, y)
	if !ok {
		s.Kind = viewKind(g, y)
		return s
	}
	s.Box, s.Hidden, s.Rows, s.width, s.below = true, b.hidden, b.texts(), b.width, b.below
	s.readCursor(b)
	s.readAround(g, b)
	s.Placeholder = placeholder().MatchString(strings.Join(s.Rows, " "))
	suggested := b.suggested(x, y)
	if suggested {
		s.Rows = []string{""}
	}
	s.Text = strings.TrimRight(strings.Join(s.Rows, " "), " ")
	if len(s.Rows) == 1 && !suggested {
		s.Text = s.Rows[0]
	}
	s.Kind = s.composerKind(g, b, suggested)
	return s
}

// readCursor compares the cursor with the end of what is written.
func (s *Screen) readCursor(b box) {
	if s.Y != b.bottom-1 || b.below > 0 {
		return // rows follow the cursor's
	}
	last := b.rows[len(b.rows)-1]
	written, block := last.columns, last.open
	if n := len(last.cells); n > 0 && last.cells[n-1].reverse && last.cells[n-1].text == " " {
		block = last.cells[n-1].col
		written = block
		for n--; n > 0 && last.cells[n-1].text == " "; n-- {
			written = last.cells[n-1].col
		}
	}
	written = max(written, indent)
	for _, c := range last.cells {
		if c.reverse && c.col != block {
			return // the block is on a letter
		}
	}
	// Where tmux and the client count a joined emoji differently, the
	// client's own cursor block at the end of the row decides.
	s.exact = s.X >= written
	s.end = s.exact || block >= 0 && uneven(last)
	if s.tail = max(0, s.X-written); block >= 0 && uneven(last) {
		s.tail = max(0, block-written)
	}
}

// uneven tells whether the row holds a grapheme on whose width tmux and the
// client may differ: several runes, or a width of nothing.
func uneven(l line) bool {
	for _, c := range l.cells {
		if c.text != nbsp && (c.width == 0 || len([]rune(c.text)) > 1) {
			return true
		}
	}
	return false
}

func (s Screen) composerKind(g []line, b box, suggested bool) Kind {
	foot := footer(g, b)
	switch {
	case b.glyph == "!":
		return KindShellMode
	case anyRow(g[b.bottom+1:], dialogHint), strings.Contains(foot, pasting):
		return KindUnknown
	case s.Menu != "":
		return KindCommandMenu
	case s.Picker:
		return KindFilePicker
	case anyRow(g[:b.top], compacting):
		return KindCompacting
	case s.Busy && (queuedAbove(g[:b.top]) || queuedHint().MatchString(b.rows[0].text)):
		return KindQueued
	case s.Busy:
		return KindBusy
	case strings.HasPrefix(strings.TrimLeft(foot, " "), "! for "):
		return KindHelp
	case strings.Contains(foot, "again to exit"):
		return KindExitConfirm
	case suggested:
		return KindSuggestion
	case !b.blank() || s.Hidden > 0 || s.below > 0 || len(b.rows) > 1:
		return KindIdleDraft
	case s.X != indent || s.Y != b.top+1:
		return KindIdleDraft // blanks
	case s.Vim == "INSERT":
		return KindVimInsert
	}
	return KindIdleEmpty
}

// Empty tells whether the composer is there with nothing in it, a suggestion
// excepted, and takes text: no shell mode, menu, picker, help or dialog.
// A busy client can have an empty composer.
func (s Screen) Empty() bool {
	switch s.Kind {
	case KindIdleEmpty, KindSuggestion, KindVimInsert, KindBusy, KindCompacting, KindQueued:
	default:
		return false
	}
	return s.Box && s.Hidden == 0 && s.below == 0 && s.Text == "" && len(s.Rows) == 1 && s.X == indent && !s.Placeholder
}
