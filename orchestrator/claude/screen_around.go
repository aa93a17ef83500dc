package claude

import (
	"regexp"
	"strings"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked
// for: hooks import this package and look at no screen.
type pattern func() *regexp.Regexp

func lazy(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// What stands around a composer. Everything here is drawn by the client at
// column 0 or right above and below the box; answers and prompts of the
// conversation are indented, so they cannot imitate it.
var (
	// spinner is the line of a running turn: `✻ Architecting… (2s · ↓ 39 tokens)`,
	// in 2.1.100 without the brackets at first. A finished one has no ellipsis.
	spinner    = lazy(`^[·✢✳✶✻✽*∗+] \S[^…]{0,80}…`)
	compacting = lazy(`^[·✢✳✶✻✽*∗+] Compacting conversation…`)

	placeholder = lazy(`\[(Pasted text|Image|\.\.\.Truncated text) ?#[0-9]+`)
	queuedHint  = lazy(`Press up to edit queued messages`)
	queuedMark  = lazy(`^  ⎿ +Queued · `)
	queuedOld   = lazy(`^  ❯ \S`) // 2.1.100: right above the composer
	stashHint   = lazy(`^ {2,}(\S.* · )?draft stashed( · .*)?$|^  › Stashed \(auto-restores after submit\)$`)
	dialogHint  = lazy(`(Esc to (cancel|go back|close|exit)|[Ee]nter to (select|confirm|continue|view tasks)|↑/↓ to (navigate|choose|select))`)

	// 2.1.332 lists above the box, `  ❯ /copy   …` the selected row; 2.1.100
	// below it from column 0, the selected row by its colour alone.
	menuAbove = lazy(`^  (❯ |  )(/\S+)(  +\S|$)`)
	menuBelow = lazy(`^ {0,4}(/\S+)(  +\S|$)`)
)

// pasting is under the composer while 2.1.100 still reads a paste.
const pasting = "Pasting text…"

func anyRow(rows []line, p pattern) bool {
	re := p()
	for _, l := range rows {
		if re.MatchString(l.text) {
			return true
		}
	}
	return false
}

func queuedAbove(rows []line) bool {
	n := len(rows)
	return anyRow(rows, queuedMark) || n > 0 && queuedOld().MatchString(rows[n-1].text)
}

// footer is what stands below the box, rows joined.
func footer(g []line, b box) string {
	var rows []string
	for _, l := range g[b.bottom+1:] {
		rows = append(rows, l.text)
	}
	return strings.Join(rows, "\n")
}

func (s *Screen) readAround(g []line, b box) {
	above, below := g[:b.top], g[b.bottom+1:]
	if strings.Contains(footer(g, b), "-- INSERT --") {
		s.Vim = "INSERT"
	}
	s.Busy = anyRow(above, spinner) || strings.Contains(footer(g, b), "esc to interrupt")
	if n := len(above); n > 0 {
		s.Stashed = stashHint().MatchString(above[n-1].text)
	}
	if s.Menu = selectedAbove(above); s.Menu == "" {
		s.Menu = selectedBelow(below)
	}
	s.Picker = s.Menu == "" && s.listed(above, below)
}

// selectedAbove reads the menu of 2.1.332 from the box upwards.
func selectedAbove(above []line) string {
	found, menu := "", false
	for i := len(above) - 1; i >= 0 && strings.TrimSpace(above[i].text) != ""; i-- {
		m := menuAbove().FindStringSubmatch(above[i].text)
		switch {
		case m == nil && !above[i].indented(8): // not the rest of a long description
			i = 0
		case m == nil:
		case m[1] == "❯ ":
			found, menu = m[2], true
		default:
			menu = true
		}
	}
	if menu && found == "" {
		return MenuUnclear
	}
	return found
}

// selectedBelow reads the menu of 2.1.100.
func selectedBelow(below []line) string {
	var names, colors []string
	for _, l := range below {
		m := menuBelow().FindStringSubmatch(l.text)
		if m == nil {
			break
		}
		names = append(names, m[1])
		for _, c := range l.cells {
			if c.text == "/" {
				colors = append(colors, c.color)
				break
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	selected := MenuUnclear
	for i, name := range names {
		if grey(colors[i]) {
			continue
		}
		if selected != MenuUnclear {
			return MenuUnclear
		}
		selected = name
	}
	return selected
}

// grey tells whether an SGR foreground is without hue.
func grey(color string) bool {
	f := strings.FieldsFunc(color, func(r rune) bool { return r == ';' || r == ':' })
	switch {
	case color == "" || color == "90" || color == "37":
		return true
	case len(f) == 3 && f[1] == "5":
		return len(f[2]) == 3 && f[2] >= "232" || f[2] == "8" || f[2] == "7"
	case len(f) == 5 && f[1] == "2":
		return f[2] == f[3] && f[3] == f[4]
	}
	return false
}

// listed tells whether a list belongs to the word at the cursor: only behind
// one that starts with a picker's letter, and only when something stands left
// in the row above the box (2.1.332) or under it (2.1.100).
func (s *Screen) listed(above, below []line) bool {
	words := strings.Fields(strings.Join(s.Rows, " "))
	if len(words) == 0 || !strings.ContainsAny(words[len(words)-1][:1], "@:#/") {
		return false
	}
	if n := len(above); n > 0 && leftRow(above[n-1]) && !stashHint().MatchString(above[n-1].text) && !queuedAbove(above) {
		return true
	}
	return len(below) > 0 && len(below[0].cells) > 0 && below[0].cells[0].text != " "
}

// leftRow tells whether a row's text starts within the first columns.
func leftRow(l line) bool { return len(l.cells) > 0 && !l.indented(8) }
