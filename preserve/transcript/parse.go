// One line of a transcript, read into a Row.

package transcript

import (
	"strings"
	"time"
)

// textLimit is how much of a prompt, an answer or a summary is kept, in bytes.
const textLimit = 1 << 20

// raw are the fields of a line, where they stand in it.
type raw struct {
	kind, subtype, uuid, parent, logical, session, version, agent, time, prompt []byte
	compact, origin, source, content, operation, attachment                     []byte
	denial, feedback, permission                                                []byte
	meta, sidechain, summary, visible, apiError, beforeRun, aborted             bool
	message                                                                     message
	result                                                                      toolResult
}

// split finds them in one pass. It answers false for what is no JSON object.
func split(line []byte, r *raw) bool {
	*r = raw{message: message{blocks: r.message.blocks[:0]}}
	c := cursor{data: line}
	if !c.peek('{') {
		return false
	}
	c.fields(func(key []byte) {
		if to := r.place(key); to != nil {
			*to = c.raw()
			return
		}
		switch string(key) {
		case "message":
			r.message.read(&c)
		case "toolUseResult":
			r.result.read(&c)
		case "toolDenialBeforeRun":
			r.beforeRun = isTrue(c.raw())
		case "isAbortedMidStream":
			r.aborted = isTrue(c.raw())
		case "isMeta":
			r.meta = isTrue(c.raw())
		case "isSidechain":
			r.sidechain = isTrue(c.raw())
		case "isCompactSummary":
			r.summary = isTrue(c.raw())
		case "isVisibleInTranscriptOnly":
			r.visible = isTrue(c.raw())
		case "isApiErrorMessage":
			r.apiError = isTrue(c.raw())
		}
	})
	c.space()
	return !c.bad && c.at == len(line)
}

// place is where a field is kept as it stands.
func (r *raw) place(key []byte) *[]byte {
	switch string(key) {
	case "type":
		return &r.kind
	case "subtype":
		return &r.subtype
	case "uuid":
		return &r.uuid
	case "parentUuid":
		return &r.parent
	case "logicalParentUuid":
		return &r.logical
	case "sessionId":
		return &r.session
	case "version":
		return &r.version
	case "agentId":
		return &r.agent
	case "timestamp":
		return &r.time
	case "promptId":
		return &r.prompt
	case "compactMetadata":
		return &r.compact
	case "origin":
		return &r.origin
	case "promptSource":
		return &r.source
	case "content":
		return &r.content
	case "operation":
		return &r.operation
	case "attachment":
		return &r.attachment
	case "toolDenialKind":
		return &r.denial
	case "userFeedback":
		return &r.feedback
	case "permissionDecision":
		return &r.permission
	}
	return nil
}

// parser reads lines.
type parser struct {
	options Options
	names   map[string]string // of the calls that have no result yet, by id
}

// waiting bounds names: a call that is never answered is forgotten.
const waiting = 4096

// parse reads one line, after split.
func (p *parser) parse(r *raw) *Row {
	row := &Row{
		Kind: Other, Who: Client,
		UUID: str(r.uuid), Parent: str(r.parent), LogicalParent: str(r.logical),
		Session: str(r.session), Version: str(r.version), AgentID: str(r.agent),
		Sidechain: r.sidechain, PromptID: str(r.prompt), Source: str(r.source), Origin: str(field(r.origin, "kind")),
	}
	row.Time, _ = time.Parse(time.RFC3339Nano, str(r.time))
	switch str(r.kind) {
	case "user":
		p.user(row, r)
	case "assistant":
		p.assistant(row, r)
	case "system":
		system(row, r)
	case "attachment":
		attachment(row, r)
	case "queue-operation":
		row.Kind, row.Who, row.Detail = QueueChange, Person, str(r.operation)
		row.Text, _ = ends(r.content, textLimit)
		if strings.HasPrefix(row.Text, "<task-notification") {
			row.Who = Client
		}
	case "summary": // of a conversation's branch, in files before 2.1
		row.Detail = "summary"
	}
	return row
}

func system(row *Row, r *raw) {
	row.Kind, row.Detail = Notice, str(r.subtype)
	row.Text, _ = ends(r.content, textLimit)
	switch row.Detail {
	case "compact_boundary":
		row.Kind, row.Compaction = Boundary, compaction(r.compact)
	case "local_command":
		local(row, row.Text)
	case "api_error":
		row.Kind = APIError
	}
}

func compaction(meta []byte) *Compaction {
	c := &Compaction{}
	object(meta, func(key, v []byte) {
		switch string(key) {
		case "trigger":
			c.Trigger = str(v)
		case "preTokens":
			c.Before = number(v)
		case "postTokens":
			c.After = number(v)
		case "cumulativeDroppedTokens":
			c.Dropped = number(v)
		case "preservedMessages":
			for _, id := range preserved(meta) {
				c.Preserved = append(c.Preserved, str(id))
			}
		case "durationMs":
			c.Duration = time.Duration(number(v)) * time.Millisecond
		}
	})
	return c
}

func attachment(row *Row, r *raw) {
	row.Kind, row.Detail = Attachment, str(field(r.attachment, "type"))
	switch row.Detail {
	case "hook_additional_context": // content is an array of texts, on 2.1.100 and 2.1.332
		row.Text = strings.Join(texts(field(r.attachment, "content")), "\n")
		return
	case "queued_command":
	default:
		return
	}
	var meta bool
	object(r.attachment, func(key, v []byte) {
		switch string(key) {
		case "prompt":
			var m message
			m.body(&cursor{data: v})
			row.Text, row.Images = m.text(), m.count("image")
		case "origin":
			row.Origin = str(field(v, "kind"))
		case "commandMode", "isMeta":
			meta = meta || isTrue(v) || is(v, "task-notification")
		}
	})
	row.Kind = Queued
	row.speak(meta)
}

// texts are a string, or those of an array.
func texts(raw []byte) []string {
	if len(raw) > 0 && raw[0] == '"' {
		return []string{str(raw)}
	}
	var list []string
	array(raw, func(v []byte) {
		if len(v) > 0 && v[0] == '"' {
			list = append(list, str(v))
		}
	})
	return list
}

// speak says who sent a text that reaches the model like a prompt. Without an
// origin, as in older files, it is a person unless something says otherwise.
func (row *Row) speak(meta bool) {
	switch {
	case row.Sidechain, row.Origin == "peer", row.Origin == "coordinator":
		row.Kind, row.Who = Message, Agent
	case meta, row.Origin != "" && row.Origin != "human", row.Source == "system", strings.HasPrefix(row.Text, "<task-notification"):
		row.Kind, row.Who = Message, Client
	default:
		row.Who = Person
	}
}

func (p *parser) assistant(row *Row, r *raw) {
	row.Kind, row.Who = Answer, Model
	// 2.1.100 also gives this model to an answer the person broke off.
	synthetic := is(r.message.model, "<synthetic>")
	row.Aborted = r.aborted || synthetic && !r.apiError
	row.MessageID, row.Text, row.Calls = str(r.message.id), r.message.text(), r.message.calls()
	switch {
	case r.apiError, synthetic && strings.HasPrefix(row.Text, apiErrorMark):
		row.Kind, row.Who, row.Aborted = APIError, Client, false
	case synthetic && row.Text == noResponse:
		row.Kind, row.Who, row.Aborted = Notice, Client, false
	case len(row.Calls) > 0:
		row.Kind = ToolCall
		for _, c := range row.Calls {
			if len(p.names) < waiting {
				p.names[c.ID] = c.Name
			}
		}
	case row.Text == "" && r.message.count("thinking")+r.message.count("redacted_thinking") > 0:
		row.Kind = Thinking
	}
}
