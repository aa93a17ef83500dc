package claude

import (
	"slices"
	"strings"
	"testing"
)

const ours = "/compact Keep the decisions of today and the file src/main.go"

// draw makes a capture of a screen of 40 columns: "─" alone is a border, `~`
// the no-break space, `|` the client's cursor block, `{…}` dim text. The
// cursor is at the block.
func draw(t *testing.T, rows ...string) (capture string, x, y int) {
	t.Helper()
	for i, row := range rows {
		if row == "─" {
			row = strings.Repeat("─", 40)
		}
		if at := strings.Index(row, "|"); at >= 0 {
			x, y = len([]rune(row[:at])), i
			rest := []rune(strings.TrimPrefix(row[at:], "|"))
			under := " "
			if len(rest) > 0 && rest[0] != '{' {
				under, rest = string(rest[0]), rest[1:]
			} else if len(rest) > 1 {
				under, rest = string(rest[1]), append([]rune{'{'}, rest[2:]...)
			}
			row = row[:at] + "\x1b[7m" + under + "\x1b[0m" + string(rest)
		}
		row = strings.NewReplacer("~", nbsp, "{", "\x1b[2m", "}", "\x1b[0m").Replace(row)
		capture += row + "\n"
	}
	return capture, x, y
}

func TestHostileScreens(t *testing.T) {
	foot := "  ? for shortcuts"
	for name, c := range map[string]struct {
		rows  []string
		kind  Kind
		empty bool
		holds string
	}{
		"empty":                           {[]string{"─", "❯~|", "─", foot}, KindIdleEmpty, true, ""},
		"suggestion":                      {[]string{"─", "❯~|{fix it}", "─", foot}, KindSuggestion, true, ""},
		"suggestion of our text":          {[]string{"─", "❯~|{/compact Keep it}", "─", foot}, KindSuggestion, true, ""},
		"a letter, cursor on it":          {[]string{"─", "❯~|a", "─", foot}, KindIdleDraft, false, ""},
		"a draft, cursor at its head":     {[]string{"─", "❯~|fix it", "─", foot}, KindIdleDraft, false, ""},
		"a draft with a dim end":          {[]string{"─", "❯~f|ix{ it}", "─", foot}, KindIdleDraft, false, ""},
		"ours":                            {[]string{"─", "❯~/compact Keep it|", "─", foot}, KindIdleDraft, false, "/compact Keep it"},
		"ours, cursor one to the left":    {[]string{"─", "❯~/compact Keep i|t", "─", foot}, KindIdleDraft, false, ""},
		"ours and a suggestion behind":    {[]string{"─", "❯~/compact Keep it|{s}", "─", foot}, KindIdleDraft, false, ""},
		"ours and a second line":          {[]string{"─", "❯~/compact Keep it", "  and more|", "─", foot}, KindIdleDraft, false, ""},
		"ours, wrapped":                   {[]string{"─", "❯~/compact Keep the decisions, the open", "  questions|", "─", foot}, KindIdleDraft, false, "/compact Keep the decisions, the open questions"},
		"ours and an empty second line":   {[]string{"─", "❯~/compact Keep it", "  |", "─", foot}, KindIdleDraft, false, ""},
		"ours below an empty line":        {[]string{"─", "❯~", "  /compact Keep it|", "─", foot}, KindIdleDraft, false, ""},
		"ours in shell mode":              {[]string{"─", "!~/compact Keep it|", "─", foot}, KindShellMode, false, ""},
		"empty shell mode":                {[]string{"─", "!~|", "─", foot}, KindShellMode, false, ""},
		"ours with a folded paste":        {[]string{"─", "❯~/compact Keep [Pasted text #1]|", "─", foot}, KindIdleDraft, false, ""},
		"no border above":                 {[]string{"", "❯~|", "─", foot}, KindUnknown, false, ""},
		"no border below":                 {[]string{"─", "❯~|", foot}, KindUnknown, false, ""},
		"borders of two widths":           {[]string{"─", "❯~|", strings.Repeat("─", 39), foot}, KindUnknown, false, ""},
		"narrower than the screen":        {[]string{strings.Repeat("─", 39), "❯~|", strings.Repeat("─", 39), strings.Repeat("x", 40)}, KindUnknown, false, ""},
		"indented, in an answer":          {[]string{"  " + strings.Repeat("─", 30), "  ❯~|", "  " + strings.Repeat("─", 30), foot}, KindUnknown, false, ""},
		"no no-break space":               {[]string{"─", "❯ |", "─", foot}, KindUnknown, false, ""},
		"a choice between borders":        {[]string{"─", "❯ 1. Yes|", "  2. No", "─", "Esc to cancel"}, KindDialog, false, ""},
		"a choice with our glyph":         {[]string{"─", "❯~1. Yes|", "  2. No", "─", "  Enter to select · Esc to cancel"}, KindUnknown, false, ""},
		"a dialog below a composer":       {[]string{"─", "❯~|", "─", "  Enter to confirm · Esc to cancel"}, KindUnknown, false, ""},
		"rows not of the composer":        {[]string{"─", "❯~it", "x|", "─", foot}, KindUnknown, false, ""},
		"cursor left of the text":         {[]string{"─", "|❯~", "─", foot}, KindUnknown, false, ""},
		"cursor below the box":            {[]string{"─", "❯~", "─", "  |search"}, KindUnknown, false, ""},
		"cursor on the border":            {[]string{"─", "❯~", "───|───", foot}, KindUnknown, false, ""},
		"a draft that draws a box":        {[]string{"─", "❯~x", "  " + strings.Repeat("─", 36), "  ❯~|", "  " + strings.Repeat("─", 36), "─", foot}, KindIdleDraft, false, ""},
		"a draft that says Esc to cancel": {[]string{"─", "❯~Esc to cancel|", "─", foot}, KindIdleDraft, false, "Esc to cancel"},
		"a draft that says it is busy":    {[]string{"─", "❯~esc to interrupt|", "─", foot}, KindIdleDraft, false, "esc to interrupt"},
		"an answer that says it is busy":  {[]string{"● ✻ Working… (3s)", "  ✻ Working… (3s)", "─", "❯~|", "─", foot}, KindIdleEmpty, true, ""},
		"an old composer above":           {[]string{"─", "❯~" + ours[:20], "─", "─", "❯~|", "─", foot}, KindIdleEmpty, true, ""},
		"busy":                            {[]string{"✻ Working… (3s)", "─", "❯~|", "─", "  esc to interrupt"}, KindBusy, true, ""},
		"scrolled, all of it dim":         {[]string{"─── ↑ 2 more " + strings.Repeat("─", 27), "  |{abc}", "─", foot}, KindIdleDraft, false, ""},
		"scrolled, blank":                 {[]string{"─── ↑ 2 more " + strings.Repeat("─", 27), "  |", "─", foot}, KindIdleDraft, false, ""},
		"scrolled below":                  {[]string{"─", "❯~|", "─── ↓ 2 more " + strings.Repeat("─", 27), foot}, KindIdleDraft, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			capture, x, y := draw(t, c.rows...)
			s := ReadScreen(capture, x, y)
			if s.Kind != c.kind {
				t.Errorf("kind %s, want %s", s.Kind, c.kind)
			}
			if s.Empty() != c.empty {
				t.Errorf("empty %v, want %v", s.Empty(), c.empty)
			}
			for _, text := range []string{"/compact Keep it", "/compact Keep it and more", "/compact Keep the decisions, the open questions", "Esc to cancel", "esc to interrupt", "fix it", "a", "/compact Keep i"} {
				if s.Holds(text) != (text == c.holds) {
					t.Errorf("holds %q: %v", text, s.Holds(text))
				}
			}
		})
	}
}

// textKinds are those whose composer takes text.
var textKinds = []string{"idle-empty", "idle-draft", "suggestion", "vim-insert", "vim-normal", "busy", "queued", "compacting"}

func TestNothingElseTakesText(t *testing.T) {
	for _, r := range recordings(t) {
		s := r.read()
		switch {
		case slices.Contains(textKinds, r.folder):
			if !s.Box {
				t.Errorf("%s/%s has no composer", r.folder, r.name)
			}
		case s.Empty():
			t.Errorf("%s/%s is taken for an empty composer", r.folder, r.name)
		}
		if s.Holds(ours) != strings.HasSuffix(r.name, "-compact-line.txt") || s.Holds(ours+"x") {
			t.Errorf("%s/%s: holds our line: %v", r.folder, r.name, s.Holds(ours))
		}
		if empty := !strings.Contains(r.name, "-draft") && !strings.Contains(r.name, "-compact-line"); slices.Contains(textKinds[2:], r.folder) ||
			r.folder == "idle-empty" {
			if s.Empty() != empty {
				t.Errorf("%s/%s: empty is %v", r.folder, r.name, s.Empty())
			}
		}
		if r.folder == "idle-draft" && s.Empty() {
			t.Errorf("%s/%s: a draft is taken for nothing", r.folder, r.name)
		}
		checkDetails(t, r, s)
	}
}

// checkDetails compares what a recording's name says with what was read.
func checkDetails(t *testing.T, r recording, s Screen) {
	t.Helper()
	if stashed := strings.Contains(r.name, "-stashed"); stashed != s.Stashed {
		t.Errorf("%s/%s: stashed is %v", r.folder, r.name, s.Stashed)
	}
	if busy := slices.Contains([]string{"busy", "queued", "compacting"}, r.folder); busy != s.Busy && s.Box {
		t.Errorf("%s/%s: busy is %v", r.folder, r.name, s.Busy)
	}
	if folded := strings.Contains(r.name, "-pasted-text") || strings.Contains(r.name, "-image"); folded != s.Placeholder {
		t.Errorf("%s/%s: placeholder is %v", r.folder, r.name, s.Placeholder)
	}
	if vim := r.folder == "vim-insert" || strings.Contains(r.name, "-vim-insert"); vim != (s.Vim == "INSERT") {
		t.Errorf("%s/%s: vim is %q", r.folder, r.name, s.Vim)
	}
	if picker := r.folder == "file-picker"; picker != s.Picker {
		t.Errorf("%s/%s: picker is %v", r.folder, r.name, s.Picker)
	}
	want := ""
	if r.folder == "command-menu" {
		want = map[string]string{"co": "/copy", "clear": "/clear", "compact": "/compact"}[strings.TrimSuffix(r.name[strings.LastIndex(r.name, "-")+1:], ".txt")]
	}
	if s.Menu != want {
		t.Errorf("%s/%s: menu is %q, want %q", r.folder, r.name, s.Menu, want)
	}
}
