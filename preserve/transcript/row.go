// What a row of a transcript says.

package transcript

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Kind is what one row is in a conversation.
type Kind string

// The kinds. A row that is none of them is Other.
const (
	Other        Kind = "other"
	Prompt       Kind = "prompt"       // a person's prompt: Text
	Queued       Kind = "queued"       // a prompt that was folded into a running turn: Text
	Message      Kind = "message"      // text that reaches the model like a prompt, and no person typed it
	Command      Kind = "command"      // a local command or a skill: Command, Args
	Output       Kind = "output"       // what a local command printed: Text; Failed for its error
	Shell        Kind = "shell"        // bash mode: Text is the command line
	ShellOutput  Kind = "shell-output" // Text, and Errors
	Answer       Kind = "answer"       // the model's text
	Thinking     Kind = "thinking"     // the model's thinking alone; its text is not handed out
	ToolCall     Kind = "tool-call"    // Calls, and Text where the model spoke in the same row
	ToolResult   Kind = "tool-result"  // Results
	Interruption Kind = "interruption" // by the person
	Boundary     Kind = "boundary"     // a compaction: Compaction
	Summary      Kind = "summary"      // the summary that follows it: Text
	Notice       Kind = "notice"       // of the client to the person: Text, Detail is its subtype
	APIError     Kind = "api-error"    // Text
	Attachment   Kind = "attachment"   // what the client adds to the context: Detail is its type
	Meta         Kind = "meta"         // the client's own text in the person's place, such as a skill's
	QueueChange  Kind = "queue"        // Detail is the operation, Text the queued prompt: said only once it is Queued or Prompt
)

// Speaker is whose words or deeds a row holds.
type Speaker string

// The speakers.
const (
	Person Speaker = "person"
	Model  Speaker = "model"
	Tool   Speaker = "tool"
	Client Speaker = "client"
	Agent  Speaker = "agent" // another agent: a peer, a coordinator, the caller of a subagent
)

// Row is one line of a transcript as a conversation knows it. Its texts are
// decoded and without the client's reminders.
type Row struct {
	Line    int   // from 1
	Offset  int64 // of the line's first byte in the file
	Segment int   // boundaries above it in the file, its own included

	UUID, Parent, LogicalParent string
	Session, Version, AgentID   string
	Time                        time.Time // zero when not told
	Sidechain                   bool      // of a subagent
	PromptID                    string    // the client's id of the prompt the row belongs to
	MessageID                   string    // the id of the model's message: one message can be several rows

	// Off: the row is not part of the conversation that leads to the last row:
	// taken back, another writer's, a subagent's, or there a second time.
	Off bool
	// Twice: a row with the same UUID stands above.
	Twice bool
	// Kept is the last segment in whose context the row stands word for word:
	// its own, or a later one whose compaction preserved it.
	Kept int

	Kind   Kind
	Who    Speaker
	Origin string // origin.kind: human, peer, task-notification and others; empty in older files
	Source string // promptSource: typed, queued, sdk, system and others; empty in older files
	Detail string // a subtype, an attachment's type, an operation

	Text    string
	Errors  string // ShellOutput: standard error
	Failed  bool
	Aborted bool   // an answer the person broke off
	Command string // "/compact"
	Args    string
	Images  int // in a prompt

	Calls      []Call
	Results    []Result
	Compaction *Compaction
}

// Call is one tool call of the model.
type Call struct {
	ID, Name string
	Input    json.RawMessage // as it stands in the row; valid while the row is
}

// Texts are the strings in the input, those of objects behind their keys and in
// the order of these: a key can tell that a string is a secret. None where it is
// no JSON.
func (c Call) Texts() []string {
	var input any
	if json.Unmarshal(c.Input, &input) != nil {
		return nil
	}
	return appendTexts(nil, input)
}

func appendTexts(to []string, v any) []string {
	switch v := v.(type) {
	case string:
		to = append(to, v)
	case []any:
		for _, e := range v {
			to = appendTexts(to, e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if text, ok := v[key].(string); ok {
				to = append(to, key+": "+text)
			} else {
				to = appendTexts(to, v[key])
			}
		}
	}
	return to
}

// Outcome is how a tool call ended.
type Outcome string

// The outcomes.
const (
	Done        Outcome = "done"
	Failed      Outcome = "failed"      // is_error
	Refused     Outcome = "refused"     // by the person, in a dialog: Said where they gave a reason
	Denied      Outcome = "denied"      // by a rule, a hook or a mode
	Interrupted Outcome = "interrupted" // by the person
	Chosen      Outcome = "chosen"      // questions answered: Answers
	Approved    Outcome = "approved"    // a plan: Plan
)

// Result is what became of one tool call.
type Result struct {
	ID      string // of the call
	Name    string // of the tool, where its call was seen
	Outcome Outcome
	Text    string
	Size    int    // of the text as it stands in the row, in bytes
	Cut     bool   // Text is only its beginning and end
	Said    string // the person's words with a refusal
	// Permission is who let the call run or not: user_temporary, user_reject,
	// config and others (permissionDecision.source, 2.1.332).
	Permission string
	Answers    []Choice
	Plan       string
	Todos      []Todo
}

// Choice is a question of the model and what the person chose or wrote.
type Choice struct {
	Question string
	Answer   string
	Typed    bool   // in the person's own words, not one of the options
	Note     string // what they wrote beside an option
}

// String is the answer behind its question, which can tell that it is a secret.
func (c Choice) String() string {
	return strings.TrimRight(c.Question, "?？؟ ") + ": " + c.Answer
}

// Todo is one entry of the to-do list as it stands after the call.
type Todo struct {
	ID     string // Task* tools
	Text   string
	Status string // pending, in_progress, completed
}

// Compaction is what a boundary tells. Everything but Trigger can be missing.
type Compaction struct {
	Trigger   string // manual, auto
	Before    int    // tokens
	After     int    // tokens
	Dropped   int    // tokens, of all compactions so far
	Duration  time.Duration
	Preserved []string // the UUIDs of the messages that stay in the context word for word, oldest first
}
