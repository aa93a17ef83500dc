package claude

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// RowKind is what one transcript row means for an orchestrator.
type RowKind int

// The rows that matter; everything else is RowOther.
const (
	RowOther       RowKind = iota
	RowPrompt              // a person's prompt
	RowCommand             // a local command, with Command and Text = its arguments
	RowStdout              // a local command's output
	RowStderr              // a local command's error, Text without attributes
	RowBoundary            // a compaction happened: Trigger, Before, After
	RowSummary             // the summary that follows a boundary
	RowAssistant           // a piece of an answer, with Usage where it has one
	RowToolResult          // what a tool answered
	RowTurnEnd             // the turn is over
	RowInterrupted         // by the person
	RowAPIError            // the turn ended in an API error
	RowQueued              // a prompt was queued (+1) or taken out (-1): Queue
)

// Row is one line of a transcript, as far as it matters here.
type Row struct {
	Kind    RowKind
	Time    time.Time
	Session string
	Version string // of the client that wrote it
	Text    string // prompt, command arguments, answer, error
	Command string // "/compact"

	Trigger       string // manual or auto
	Before, After int    // tokens around a boundary, 0 when not told

	Model  string
	Tokens int  // context in use after an answer, 0 when not told
	Ends   bool // an answer with stop_reason end_turn
	Queue  int
}

// rawRow is the union of the shapes seen from 2.1.100 to 2.1.332.
type rawRow struct {
	Type        string          `json:"type"`
	Subtype     string          `json:"subtype"`
	Content     json.RawMessage `json:"content"`
	Timestamp   time.Time       `json:"timestamp"`
	SessionID   string          `json:"sessionId"`
	Version     string          `json:"version"`
	IsMeta      bool            `json:"isMeta"`
	IsSidechain bool            `json:"isSidechain"`
	IsSummary   bool            `json:"isCompactSummary"`
	OnlyVisible bool            `json:"isVisibleInTranscriptOnly"`
	IsAPIError  bool            `json:"isApiErrorMessage"`
	Operation   string          `json:"operation"`
	Compact     struct {
		Trigger    string `json:"trigger"`
		PreTokens  int    `json:"preTokens"`
		PostTokens int    `json:"postTokens"`
	} `json:"compactMetadata"`
	Message struct {
		Model      string          `json:"model"`
		StopReason string          `json:"stop_reason"`
		Content    json.RawMessage `json:"content"`
		Usage      *usage          `json:"usage"`
	} `json:"message"`
}

type usage struct {
	Input      int     `json:"input_tokens"`
	Created    int     `json:"cache_creation_input_tokens"`
	Read       int     `json:"cache_read_input_tokens"`
	Iterations []usage `json:"iterations"`
}

func (u *usage) total() int {
	if u == nil {
		return 0
	}
	if n := len(u.Iterations); n > 0 {
		return u.Iterations[n-1].total()
	}
	return u.Input + u.Created + u.Read
}

// ParseRow reads one line. A line that is no JSON, or belongs to a subagent,
// is RowOther.
func ParseRow(line []byte) Row {
	var raw rawRow
	if json.Unmarshal(line, &raw) != nil || raw.IsSidechain {
		return Row{}
	}
	row := Row{Time: raw.Timestamp, Session: raw.SessionID, Version: raw.Version}
	switch raw.Type {
	case "system":
		system(&row, raw)
	case "assistant":
		assistant(&row, raw)
	case "user":
		user(&row, raw)
	case "queue-operation":
		row.Kind = RowQueued
		switch raw.Operation {
		case "enqueue":
			row.Queue = 1
		case "dequeue", "remove", "popAll":
			row.Queue = -1
		}
	}
	return row
}

func system(row *Row, raw rawRow) {
	switch raw.Subtype {
	case "compact_boundary":
		row.Kind, row.Trigger = RowBoundary, raw.Compact.Trigger
		row.Before, row.After = raw.Compact.PreTokens, raw.Compact.PostTokens
	case "turn_duration", "stop_hook_summary":
		row.Kind = RowTurnEnd
	case "local_command":
		text, _ := content(raw.Content)
		local(row, text)
	}
}

func assistant(row *Row, raw rawRow) {
	row.Kind, row.Model = RowAssistant, raw.Message.Model
	if raw.IsAPIError || raw.Message.Model == "<synthetic>" {
		row.Kind = RowAPIError
		row.Text, _ = content(raw.Message.Content)
		return
	}
	row.Tokens, row.Ends = raw.Message.Usage.total(), raw.Message.StopReason == "end_turn"
	row.Text, _ = content(raw.Message.Content)
}

func user(row *Row, raw rawRow) {
	text, results := content(raw.Message.Content)
	switch {
	case raw.IsSummary:
		row.Kind = RowSummary
	case raw.IsMeta || raw.OnlyVisible:
	case results:
		row.Kind = RowToolResult
		if strings.HasPrefix(text, interrupted) {
			row.Kind = RowInterrupted
		}
	case strings.HasPrefix(text, interrupted):
		row.Kind = RowInterrupted
	case local(row, text):
	case hasAnyPrefix(text, "<bash-", "<task-notification", "<system-reminder", "<command-message"):
	case text != "":
		row.Kind, row.Text = RowPrompt, text
	}
}

const interrupted = "[Request interrupted by user"

// local reads the traces a local command leaves, in a user row or, from some
// 2.1 version on, in a system row.
func local(row *Row, text string) bool {
	text = strings.TrimSpace(text)
	if name, ok := strings.CutPrefix(text, "<command-name>"); ok {
		if name, _, ok := strings.Cut(name, "</command-name>"); ok {
			row.Kind, row.Command = RowCommand, strings.TrimSpace(name)
			row.Text = arguments(text)
			return true
		}
	}
	for tag, kind := range map[string]RowKind{"local-command-stdout": RowStdout, "local-command-stderr": RowStderr} {
		if rest, ok := strings.CutPrefix(text, "<"+tag+">"); ok {
			row.Kind = kind
			row.Text = strings.TrimSpace(withoutColors(strings.TrimSuffix(rest, "</"+tag+">")))
			return true
		}
	}
	return strings.HasPrefix(text, "<local-command-")
}

// arguments are what stands between the first opening and the last closing
// tag: a person may have typed either.
func arguments(text string) string {
	_, rest, ok := strings.Cut(text, "<command-args>")
	end := strings.LastIndex(rest, "</command-args>")
	if !ok || end < 0 {
		return ""
	}
	return rest[:end]
}

// withoutColors takes SGR sequences out.
func withoutColors(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		after := strings.TrimLeft(rest, "0123456789;")
		if tail, isColor := strings.CutPrefix(after, "m"); isColor {
			s = tail
			continue
		}
		b.WriteString("\x1b[")
		s = rest
	}
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// content joins the text of a message and tells whether tool results are in it.
func content(raw json.RawMessage) (text string, results bool) {
	if len(raw) == 0 {
		return "", false
	}
	if json.Unmarshal(raw, &text) == nil {
		return text, false
	}
	var blocks []struct{ Type, Text string }
	if json.Unmarshal(raw, &blocks) != nil {
		return "", false
	}
	var parts []string
	for _, b := range blocks {
		switch b.Type {
		case "text":
			parts = append(parts, b.Text)
		case "tool_result":
			results = true
		}
	}
	return strings.Join(parts, "\n"), results
}

// slugLimit is the length from which the client shortens a project's folder
// name and adds a hash.
const slugLimit = 200

// Slug is the name of a project's folder under <config>/projects: every
// UTF-16 unit that is no ASCII letter or digit becomes a hyphen (2.1.332).
func Slug(cwd string) string {
	var b strings.Builder
	var hash int32
	for _, unit := range utf16Units(cwd) {
		hash = hash<<5 - hash + int32(unit)
		if unit < 128 && (unit >= '0' && unit <= '9' || unit >= 'A' && unit <= 'Z' || unit >= 'a' && unit <= 'z') {
			b.WriteByte(byte(unit))
		} else {
			b.WriteByte('-')
		}
	}
	slug := b.String()
	if len(slug) <= slugLimit {
		return slug
	}
	h := int64(hash)
	if h < 0 {
		h = -h
	}
	return slug[:slugLimit] + "-" + strconv.FormatInt(h, 36)
}

// TranscriptPath is where a session's transcript lies. The folder is named
// after the directory the session was started in, which may since have
// changed: a file of that session in another project's folder wins over none.
func TranscriptPath(config, cwd, session string) string {
	name := session + ".jsonl"
	path := filepath.Join(config, "projects", Slug(cwd), name)
	if _, err := os.Lstat(path); err == nil {
		return path
	}
	folders, _ := os.ReadDir(filepath.Join(config, "projects")) // not a pattern: config may hold any character
	for _, folder := range folders {
		other := filepath.Join(config, "projects", folder.Name(), name)
		if _, err := os.Lstat(other); err == nil {
			return other
		}
	}
	return path
}

// Transcripts are those of all projects whose session's id begins so. The names
// of folders are taken as they are.
func Transcripts(config, prefix string) (paths []string) {
	projects := filepath.Join(config, "projects")
	folders, _ := os.ReadDir(projects)
	for _, folder := range folders {
		files, _ := os.ReadDir(filepath.Join(projects, folder.Name()))
		for _, f := range files {
			if strings.HasPrefix(f.Name(), prefix) && strings.HasSuffix(f.Name(), ".jsonl") {
				paths = append(paths, filepath.Join(projects, folder.Name(), f.Name()))
			}
		}
	}
	return paths
}
