package loopback

import (
	"encoding/json"
	"strings"
	"time"
)

// Request is one POST /v1/messages as the client sent it.
type Request struct {
	At   time.Time
	Path string
	Raw  []byte // the whole body, JSON

	Model    string
	Tools    int
	Names    []string // of the tools, without those that are deferred
	Messages []Message
}

// Message is one turn of a request, with its text blocks in order.
type Message struct {
	Role    string
	Texts   []string
	Results []string // tool_result contents
	Last    string   // type of the last block
}

const marker = "Additional Instructions:"

// Instructions returns what follows "Additional Instructions:" in the last
// user message, trimmed to its paragraph, and whether the marker is there at
// all. The client puts the text of `/compact TEXT` there, then whatever a
// PreCompact hook printed.
func (r Request) Instructions() (string, bool) {
	rest, ok := r.AllInstructions()
	if j := strings.Index(rest, "\n"); j >= 0 {
		rest = rest[:j]
	}
	return strings.TrimSpace(rest), ok
}

// AllInstructions is the same with everything that follows.
func (r Request) AllInstructions() (string, bool) {
	text := r.LastUser()
	i := strings.LastIndex(text, marker)
	if i < 0 {
		return "", false
	}
	return strings.TrimSpace(text[i+len(marker):]), true
}

// Compaction tells whether the client asks for a summary. A compaction's
// request closes with the client's summary prompt, which alone names the
// summary tags.
func (r Request) Compaction() bool {
	text := r.LastUser()
	return strings.Contains(text, "<summary>") && strings.Contains(text, "<analysis>")
}

// LastUser is the text of the last user message, its blocks joined by newlines.
func (r Request) LastUser() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if m := r.Messages[i]; m.Role == "user" {
			return strings.Join(m.Texts, "\n")
		}
	}
	return ""
}

// Prompts are the user texts of the conversation without the client's own
// reminders, oldest first.
func (r Request) Prompts() []string {
	var out []string
	for _, m := range r.Messages {
		if m.Role != "user" {
			continue
		}
		for _, t := range m.Texts {
			if !strings.HasPrefix(strings.TrimSpace(t), "<system-reminder>") && t != toolLoaded {
				out = append(out, t)
			}
		}
	}
	return out
}

func parse(path string, body []byte) Request {
	r := Request{At: time.Now(), Path: path, Raw: body}
	var in struct {
		Model string `json:"model"`
		Tools []struct {
			Name  string `json:"name"`
			Defer bool   `json:"defer_loading"`
		} `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(body, &in) != nil {
		return r
	}
	r.Model, r.Tools = in.Model, len(in.Tools)
	for _, t := range in.Tools {
		if !t.Defer {
			r.Names = append(r.Names, t.Name)
		}
	}
	for _, m := range in.Messages {
		r.Messages = append(r.Messages, message(m.Role, m.Content))
	}
	return r
}

func message(role string, content json.RawMessage) Message {
	m := Message{Role: role}
	var text string
	if json.Unmarshal(content, &text) == nil {
		m.Texts, m.Last = []string{text}, "text"
		return m
	}
	var blocks []struct {
		Type    string          `json:"type"`
		Text    string          `json:"text"`
		Content json.RawMessage `json:"content"`
	}
	_ = json.Unmarshal(content, &blocks)
	for _, b := range blocks {
		m.Last = b.Type
		switch b.Type {
		case "text":
			m.Texts = append(m.Texts, b.Text)
		case "tool_result":
			m.Results = append(m.Results, string(b.Content))
		}
	}
	return m
}
