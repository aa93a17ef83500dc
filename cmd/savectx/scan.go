package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"savectx/cmd/savectx/config"
	"savectx/preserve/markdown"
)

func (v *voice) scan(c *cli.Context) error {
	if err := atMost(c, 0); err != nil {
		return err
	}
	root, err := here()
	if err != nil {
		return err
	}
	settings, err := v.settings(root)
	if err != nil {
		return err
	}
	debug.SetGCPercent(scanGC)
	asJSON := c.Bool("json")
	rows, err := markdown.Map(c.Context, markdown.Scan{Exclude: settings.List(config.ContextExclude)}, root, func(d markdown.Doc) scanned {
		if asJSON {
			return scanned{text: written(d, appendDocJSON)}
		}
		row := scanned{text: written(d, appendDocText)}
		if d.Problem != "" {
			row.problem = oneLine(d.Path) + ": " + oneLine(d.Problem)
		}
		return row
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.problem != "" {
			v.tell("%s", r.problem)
		}
	}
	switch {
	case !asJSON:
		return v.printRows(rows, "", "", "")
	case len(rows) == 0:
		return v.print("[]\n")
	}
	return v.printRows(rows, "[\n", ",\n", "\n]\n")
}

// scanGC lets the memory of a scan grow before it is cleared up: the process
// ends soon, and clearing up costs a third of the time.
const scanGC = 800

// scanned is what is kept of a document: what is printed.
type scanned struct {
	text    []byte
	problem string
}

// drafts are used again for every document, of which only a copy of the right
// size is kept.
var drafts = sync.Pool{New: func() any { return new([]byte) }}

func written(d markdown.Doc, write func([]byte, markdown.Doc) []byte) []byte {
	draft := drafts.Get().(*[]byte)
	defer drafts.Put(draft)
	*draft = write((*draft)[:0], d)
	return bytes.Clone(*draft)
}

func (v *voice) printRows(rows []scanned, before, between, behind string) error {
	w := bufio.NewWriterSize(v.out, 256<<10)
	w.WriteString(before)
	for i, r := range rows {
		if i > 0 {
			w.WriteString(between)
		}
		w.Write(r.text)
	}
	w.WriteString(behind)
	return w.Flush() // with the first error of all the writes
}

// appendDocJSON appends a document as one line of JSON. The path of a heading
// follows from the levels before it. It does what json.Marshal would: with
// dozens of headings in each of many documents, that takes longer than reading
// them.
func appendDocJSON(b []byte, d markdown.Doc) []byte {
	b = appendJSON(append(b, `{"path":`...), d.Path)
	b = strconv.AppendInt(append(b, `,"size":`...), d.Size, 10)
	b = appendJSON(append(b, `,"title":`...), d.Title)
	b = append(b, `,"headings":[`...)
	for i, h := range d.Headings {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"level":`...), int64(h.Level), 10)
		b = appendJSON(append(b, `,"title":`...), h.Title)
		b = strconv.AppendInt(append(b, `,"line":`...), int64(h.Line), 10)
		b = append(b, '}')
	}
	b = append(b, ']')
	if d.Text != "" {
		b = appendJSON(append(b, `,"text":`...), d.Text)
	}
	if d.Problem != "" {
		b = appendJSON(append(b, `,"problem":`...), d.Problem)
	}
	return append(b, '}')
}

// appendJSON appends s as a string of JSON. All but the simplest text is left
// to encoding/json.
func appendJSON(b []byte, s string) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			data, err := json.Marshal(s)
			if err != nil { // it is a text
				panic(err)
			}
			return append(b, harmless(string(data))...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

func appendDocText(b []byte, d markdown.Doc) []byte {
	b = appendLine(b, strings.TrimSpace(d.Path+"  "+d.Title))
	b = append(b, '\n')
	for _, h := range d.Headings {
		for range h.Level {
			b = append(b, "  "...)
		}
		b = appendLine(b, h.Title)
		b = append(b, "  (line "...)
		b = strconv.AppendInt(b, int64(h.Line), 10)
		b = append(b, ")\n"...)
	}
	return b
}

// appendLine appends oneLine(s), which ASCII that a terminal shows is itself.
func appendLine(b []byte, s string) []byte {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return append(b, oneLine(s)...)
		}
	}
	return append(b, s...)
}
