// The text of a session, out of its transcript: what was said and done, short
// and without secrets.

package main

import (
	"strings"
	"unicode/utf8"

	"savectx/preserve"
	"savectx/preserve/memory/store"
	"savectx/preserve/transcript"
)

// Who speaks in a turn.
const (
	turnUser   = "user"
	turnModel  = "assistant"
	turnAgent  = "agent"  // another agent, in the person's place
	turnCall   = "tool"   // a tool and what it was given
	turnResult = "result" // what it answered
	turnClient = "system"
)

// Bounds of a session's text.
const (
	turnsMost  = 4 << 20   // bytes of all of it: the newest
	sourceMost = 256 << 20 // bytes of a transcript's end that are read: they hold more text than that
	speechMost = 64 << 10  // bytes of what one person or model said at once
	callMost   = 200       // characters of what a tool was given
	resultMost = 400       // characters of what it answered
	errorMost  = 2000      // characters of an error; of a longer one both ends

	// A long result, or input, is cut before it is cleaned, far from where it is
	// cut behind that.
	doneSource   = 3 << 9 // bytes
	failedSource = 12 << 10
	inputSource  = 4 << 10
	doubtful     = 256 // bytes at such a cut: what a secret there began with may not tell that it is one
)

// sessionTurns are the text of a session, the oldest first, and its size in
// bytes: what the person and the model said, the calls of tools in one line
// each, and the beginning of what these answered, with short errors whole. No
// thinking, no images, no reminders of the client, nothing of subagents and
// nothing that was taken back; a compaction is one turn. At most 4 MiB, the
// newest. Errors are those of [transcript.Read].
func (v *voice) sessionTurns(path string) (turns []store.Turn, size int64, err error) {
	hide, err := v.secrets()
	if err != nil {
		return nil, 0, err
	}
	var q turnQueue
	_, err = transcript.Read(path, transcript.Options{Done: doneSource, Result: failedSource, Last: sourceMost}, func(r *transcript.Row) error {
		q.row(r)
		return nil
	})
	if err != nil {
		return nil, 0, unreadable(path, err)
	}
	turns = q.clean(hide.Redactor)
	for _, t := range turns {
		size += int64(len(t.Text))
	}
	return turns, size, nil
}

// piece is one turn as it stands in the transcript.
type piece struct {
	role string
	text string
	cut  bool // text is only the beginning of what stands there
	end  bool // only its end
	trim func(string) string
	size int // what is left of text, about, in bytes
}

// turnQueue holds the last pieces, about as many as are kept.
type turnQueue struct {
	pieces []piece
	first  int // those before it are let go
	size   int
}

func (q *turnQueue) add(p piece, most int) {
	if p.text == "" {
		return
	}
	p.size = min(len(p.text), most)
	q.pieces = append(q.pieces, p)
	q.size += p.size
	const spare = turnsMost / 4 // secrets that go make room
	for ; q.size-q.pieces[q.first].size > turnsMost+spare; q.first++ {
		q.size -= q.pieces[q.first].size
		q.pieces[q.first] = piece{}
	}
	if q.first > len(q.pieces)/2 {
		q.pieces, q.first = append([]piece(nil), q.pieces[q.first:]...), 0
	}
}

func (q *turnQueue) say(role, text string) {
	q.add(piece{role: role, text: text, trim: speech}, speechMost)
}

// broke notes an interruption, which the client writes down once or twice.
func (q *turnQueue) broke() {
	const text = "[interrupted]"
	if n := len(q.pieces); n == 0 || q.pieces[n-1].text != text {
		q.say(turnUser, text)
	}
}

func (q *turnQueue) row(r *transcript.Row) {
	if r.Off || r.Twice || r.Sidechain {
		return
	}
	switch r.Kind {
	case transcript.Prompt, transcript.Queued, transcript.Message:
		switch r.Who {
		case transcript.Person:
			q.say(turnUser, r.Text)
		case transcript.Agent:
			q.say(turnAgent, r.Text)
		}
	case transcript.Command:
		if r.Who == transcript.Person {
			q.say(turnUser, strings.TrimSpace(r.Command+" "+r.Args))
		}
	case transcript.Shell:
		q.say(turnUser, "! "+r.Text)
	case transcript.ShellOutput:
		q.output(transcript.Result{Text: r.Text, Outcome: transcript.Done})
		q.output(transcript.Result{Text: r.Errors, Outcome: transcript.Failed})
	case transcript.Interruption:
		q.broke()
	case transcript.Answer:
		q.say(turnModel, r.Text)
	case transcript.ToolCall:
		q.say(turnModel, r.Text)
		for _, c := range r.Calls {
			q.call(c)
		}
	case transcript.ToolResult:
		for _, res := range r.Results {
			q.result(res)
		}
	case transcript.Boundary:
		q.say(turnClient, "[compacted]")
	}
}

// call is a tool and the beginning of what it was given, what names a place
// first.
func (q *turnQueue) call(c transcript.Call) {
	var first, rest []string
	for _, text := range c.Texts() {
		switch key, plan, _ := strings.Cut(text, ": "); key {
		case "plan":
			q.say(turnModel, plan)
		case "file_path", "notebook_path", "path", "command", "pattern", "url", "query", "skill", "subject":
			first = append(first, text)
		default:
			rest = append(rest, text)
		}
	}
	given, cut := bounded(strings.Join(append(first, rest...), "\n"), inputSource)
	q.add(piece{role: turnCall, text: strings.TrimSpace(c.Name + "\n" + given), cut: cut, trim: func(s string) string {
		return excerpt(s, callMost)
	}}, callMost)
}

// result is how a call ended.
func (q *turnQueue) result(res transcript.Result) {
	switch res.Outcome {
	case transcript.Chosen:
		for _, a := range res.Answers {
			text := a.String()
			if a.Note != "" {
				text += "\n" + a.Note
			}
			q.say(turnUser, text)
		}
	case transcript.Approved:
		q.say(turnUser, "[plan approved]")
	case transcript.Refused:
		q.say(turnUser, strings.TrimSpace("[refused] "+res.Said))
	case transcript.Interrupted:
		q.broke()
	case transcript.Denied:
		q.say(turnClient, "[denied]")
	default:
		q.output(res)
	}
}

// output is what a tool or a command printed.
func (q *turnQueue) output(res transcript.Result) {
	const open, end, mark = "<system-reminder>", "</system-reminder>", "\n[...]\n"
	text := res.Text
	for {
		before, rest, found := strings.Cut(text, open)
		if !found {
			break
		}
		_, after, _ := strings.Cut(rest, end)
		text = before + after
	}
	if res.Outcome == transcript.Failed && !res.Cut {
		q.add(piece{role: turnResult, text: text, trim: failure}, errorMost)
		return
	}
	if res.Cut { // its middle is not there, and its end is not shown, unless it failed
		i := strings.LastIndex(text, mark)
		if res.Outcome == transcript.Failed && i >= 0 {
			q.add(piece{role: turnResult, text: text[:i], cut: true, trim: head}, resultMost)
			q.add(piece{role: turnResult, text: text[i+len(mark):], end: true, trim: tail}, resultMost)
			return
		}
		text, _, _ = strings.Cut(text, mark)
	}
	q.add(piece{role: turnResult, text: text, cut: res.Cut, trim: head}, resultMost)
}

// plainLines is a text whose lines are clean, with their indentation and
// without empty ones; changed tells whether more than white space went.
func plainLines(text string) (plain string, changed bool) {
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		clean := preserve.Clean(line)
		changed = changed || clean != strings.TrimSpace(line) && clean != strings.ReplaceAll(strings.TrimSpace(line), "\t", " ")
		if clean == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line[:len(line)-len(strings.TrimLeft(line, " \t"))])
		b.WriteString(clean)
	}
	return b.String(), changed
}

// bounded is the beginning of a text, at most n bytes, up to the last space in
// it.
func bounded(text string, n int) (head string, cut bool) {
	if len(text) <= n {
		return text, false
	}
	head = text[:n]
	return head[:strings.LastIndexAny(head, " \t\r\n")+1], true
}

// head is the beginning of a result, and a sign where it was cut.
func head(text string) string {
	if utf8.RuneCountInString(text) <= resultMost {
		return text
	}
	return strings.TrimSpace(firstRunes(text, resultMost-1)) + "…"
}

// tail is its end.
func tail(text string) string {
	runes := []rune(text)
	return "…" + strings.TrimSpace(string(runes[max(0, len(runes)-resultMost+1):]))
}

// failure is an error whole, of a long one both ends.
func failure(text string) string {
	if utf8.RuneCountInString(text) <= errorMost {
		return text
	}
	return head(text) + "\n" + tail(text)
}

// speech is what somebody said, of a very long text both ends.
func speech(text string) string {
	if len(text) <= speechMost {
		return text
	}
	const end = speechMost / 4
	return strings.ToValidUTF8(text[:speechMost-end], "") + "\n[…]\n" + strings.ToValidUTF8(text[len(text)-end:], "")
}
