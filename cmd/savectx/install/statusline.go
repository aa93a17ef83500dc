// The status line: the client has one, so a user's own is wrapped.
//
//	"command": "ccstatus --short"
//	"command": "/opt/savectx statusline -- sh -c 'ccstatus --short'"
//
// The user's line keeps its spelling in JSON, escapes included, inside the
// quotes, so that it comes out as it went in.

package install

import (
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"
)

// wrapOpen stands between our command and the user's line.
const wrapOpen = " -- sh -c '"

type statusDoc struct {
	Type    string `json:"type"`
	Command string `json:"command"`
}

func (d *document) addStatusLine(command string, insist bool) error {
	i := last(d.top, "statusLine")
	if i < 0 {
		if insist {
			d.style.put(d.top, "", "statusLine", d.blank, statusDoc{"command", command})
		}
		return nil
	}
	value := d.top.Members[i].Value
	status, ok := value.Value.(*hujson.Object)
	var raw hujson.Literal
	if ok {
		raw = commandOf(status)
	}
	if raw == nil {
		if insist {
			return d.refuse(value.StartOffset, "statusLine has no command that could be wrapped")
		}
		return nil
	}
	if front, back, ours := splitStatus(raw); ours {
		if decode(front) != command {
			setCommand(status, inner(literal(command))+back)
		}
		return nil
	}
	if insist {
		setCommand(status, inner(literal(command))+wrapOpen+escapeQuotes(inner(raw))+"'")
	}
	return nil
}

// statusLine is the object that counts, nil if there is none.
func (d *document) statusLine() *hujson.Object {
	i := last(d.top, "statusLine")
	if i < 0 {
		return nil
	}
	status, _ := d.top.Members[i].Value.Value.(*hujson.Object)
	return status
}

func (d *document) removeStatusLine() {
	status := d.statusLine()
	if status == nil {
		return
	}
	_, back, ours := splitStatus(commandOf(status))
	switch {
	case !ours:
	case back == "" && !twice(d.top, "statusLine"):
		removeMember(d.top, last(d.top, "statusLine"))
	case back != "":
		setCommand(status, unwrap(back))
	}
}

// commandOf is the status line's command as it is spelled, nil if it has none.
func commandOf(status *hujson.Object) hujson.Literal {
	i := last(status, "command")
	if i < 0 {
		return nil
	}
	lit, ok := status.Members[i].Value.Value.(hujson.Literal)
	if kind, isText := text(status, "type"); !ok || lit.Kind() != '"' || isText && kind != "command" || strings.TrimSpace(lit.String()) == "" {
		return nil
	}
	return lit
}

func setCommand(status *hujson.Object, inside string) {
	status.Members[last(status, "command")].Value.Value = hujson.Literal(`"` + inside + `"`)
}

func inner(lit hujson.Literal) string { return string(lit[1 : len(lit)-1]) }

func decode(inside string) string { return hujson.Literal(`"` + inside + `"`).String() }

// splitStatus splits our status line, as it is spelled, into our command and
// what follows it: "" or " -- " and a user's command.
func splitStatus(raw hujson.Literal) (front, back string, ours bool) {
	if raw == nil {
		return "", "", false
	}
	word, rest := firstWord(raw.String())
	if filepath.Base(word) != "savectx" {
		return "", "", false
	}
	if next, behind := firstWord(rest); next != "statusline" || behind != "" && !strings.HasPrefix(behind, " -- ") {
		return "", "", false
	}
	in := inner(raw)
	if i := strings.Index(in, "statusline -- "); i >= 0 {
		i += len("statusline")
		return in[:i], in[i:], true
	}
	return in, "", true
}

// unwrap is the user's line in what follows our command, as it is spelled.
func unwrap(back string) string {
	if inside, ok := strings.CutPrefix(back, wrapOpen); ok {
		if inside, ok := strings.CutSuffix(inside, "'"); ok {
			if line, ok := unescapeQuotes(inside); ok {
				return line
			}
		}
	}
	return strings.TrimPrefix(back, " -- ")
}

// escapeQuotes writes every single quote as sh wants it inside single quotes,
// '\”, in JSON's spelling; one that is spelled \u0027 stays so.
func escapeQuotes(inside string) string {
	var b strings.Builder
	for inside != "" {
		var t string
		t, inside = token(inside)
		if isQuote(t) {
			b.WriteString(`'\\` + t + `'`)
		} else {
			b.WriteString(t)
		}
	}
	return b.String()
}

func unescapeQuotes(inside string) (string, bool) {
	var b strings.Builder
	for inside != "" {
		var t string
		t, inside = token(inside)
		if t != "'" {
			if isQuote(t) {
				return "", false
			}
			b.WriteString(t)
			continue
		}
		backslash, rest := token(inside)
		quoted, rest := token(rest)
		end, rest := token(rest)
		if backslash != `\\` || !isQuote(quoted) || end != "'" {
			return "", false
		}
		b.WriteString(quoted)
		inside = rest
	}
	return b.String(), true
}

func isQuote(t string) bool { return t == "'" || t == `\u0027` }

// token is the first character of a JSON text as it is spelled.
func token(inside string) (first, rest string) {
	n := 1
	switch {
	case inside == "":
		return "", ""
	case strings.HasPrefix(inside, `\u`):
		n = 6
	case inside[0] == '\\':
		n = 2
	}
	n = min(n, len(inside))
	return inside[:n], inside[n:]
}
