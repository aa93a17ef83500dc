// What became of tool calls.

package transcript

import "strings"

func (p *parser) results(row *Row, r *raw) {
	row.Kind, row.Who = ToolResult, Tool
	for _, one := range r.message.blocks {
		if !is(one.kind, "tool_result") {
			continue
		}
		res := Result{ID: str(one.id), Outcome: Done}
		res.Name = p.names[res.ID]
		delete(p.names, res.ID)
		limit := p.options.Done
		if one.failed {
			limit = p.options.Result
		}
		res.Text, res.Size, res.Cut = textOf(one.body, limit)
		res.Text = withoutReminders(res.Text)
		if one.failed {
			res.fail(r)
		}
		if inner, ok := strings.CutPrefix(res.Text, errorOpen); ok {
			res.Text = strings.TrimSuffix(inner, errorClose)
		}
		if strings.HasPrefix(res.Text, interruptedMark) || one.failed && strings.Contains(res.Text, "\n"+interruptedMark) {
			res.Outcome = Interrupted
		}
		if r.message.count("tool_result") == 1 { // toolUseResult does not say whose it is
			res.Permission = str(field(r.permission, "source"))
			res.detail(&r.result)
		}
		row.Results = append(row.Results, res)
	}
}

// fail tells a refusal by a person from one by a rule, from an interruption,
// and all from an error. 2.1.332 says which in fields of the row; 2.1.100 has
// only the text, the same for a refusal and for a call that was interrupted.
func (res *Result) fail(r *raw) {
	kind := str(r.denial)
	switch {
	case kind == "user-rejected" && !r.beforeRun && r.feedback == nil && r.permission == nil:
		res.Outcome = Interrupted
	case kind == "user-rejected", kind == "" && res.mayTell(r) && strings.HasPrefix(res.Text, rejectedMark):
		res.Outcome = Refused
		if res.Said = strings.TrimSpace(str(r.feedback)); res.Said == "" {
			res.Said = said(res.Text)
		}
	case kind != "", strings.HasPrefix(res.Text, deniedMark):
		res.Outcome = Denied
	default:
		res.Outcome = Failed
	}
}

// mayTell tells whether the text of a failed call can be the client's own: not
// from the version on that says it in fields, nor where somebody else writes
// the whole of it.
func (res *Result) mayTell(r *raw) bool {
	switch {
	case res.Name == "WebFetch", res.Name == "WebSearch", strings.HasPrefix(res.Name, "mcp__"):
		return false
	}
	return !atLeast(str(r.version), 2, 1, 332)
}

// atLeast compares a version as a row names it; none is an old one.
func atLeast(version string, want ...int) bool {
	parts := strings.SplitN(version, ".", len(want))
	if len(parts) < len(want) {
		return false
	}
	for i, w := range want {
		n := number([]byte(parts[i]))
		if n != w {
			return n > w
		}
	}
	return true
}

// toolResult is toolUseResult, as far as some tools answer what no text tells:
// questions, plans, to-dos.
type toolResult struct {
	there                                                                        bool
	questions, answers, notes, plan, todos, task, tasks, taskID, change, stopped []byte
}

func (d *toolResult) read(c *cursor) {
	d.there = true
	c.fields(func(key []byte) {
		switch string(key) {
		case "questions":
			d.questions = c.raw()
		case "answers":
			d.answers = c.raw()
		case "annotations":
			d.notes = c.raw()
		case "plan":
			d.plan = c.raw()
		case "newTodos":
			d.todos = c.raw()
		case "task":
			d.task = c.raw()
		case "tasks":
			d.tasks = c.raw()
		case "taskId":
			d.taskID = c.raw()
		case "statusChange":
			d.change = c.raw()
		case "interrupted":
			d.stopped = c.raw()
		}
	})
}

func (res *Result) detail(d *toolResult) {
	switch {
	case isTrue(d.stopped):
		res.Outcome = Interrupted
	case res.Outcome != Done:
	case res.is("AskUserQuestion") && d.answers != nil:
		res.Outcome, res.Answers = Chosen, choices(d)
	case res.is("ExitPlanMode") && d.plan != nil:
		res.Outcome = Approved
		res.Plan, _ = ends(d.plan, textLimit)
	case res.is("TodoWrite"):
		res.Todos = todoList(d.todos)
	case res.is("TaskCreate", "TaskGet"):
		res.Todos = []Todo{todo(d.task)}
	case res.is("TaskList"):
		res.Todos = todoList(d.tasks)
	case res.is("TaskUpdate"):
		res.Todos = []Todo{{ID: str(d.taskID), Status: str(field(d.change, "to"))}}
	}
}

// is tells whether the result can be one of these tools': the call may stand
// in a part of the file that is damaged.
func (res *Result) is(names ...string) bool {
	for _, n := range names {
		if res.Name == n {
			return true
		}
	}
	return res.Name == "" && len(names) == 1 && names[0] == "AskUserQuestion"
}

// answerLimit is how many questions one call can ask, and more: 4 in 2.1.332.
const answerLimit = 64

func choices(d *toolResult) []Choice {
	var out []Choice
	object(d.answers, func(key, v []byte) {
		if len(out) == answerLimit {
			return
		}
		c := Choice{Question: str(quoted(key)), Answer: str(v)}
		c.Typed = !offered(d.questions, c)
		if note := str(field(field(d.notes, string(key)), "notes")); note != c.Answer {
			c.Note = note
		}
		out = append(out, c)
	})
	return out
}

// offered tells whether an answer is an option of its question, or several of
// them, joined by commas.
func offered(questions []byte, c Choice) bool {
	rest, found := c.Answer, false
	array(questions, func(q []byte) {
		if str(field(q, "question")) != c.Question {
			return
		}
		array(field(q, "options"), func(o []byte) {
			label := str(field(o, "label"))
			if rest == label {
				found = true
			} else if after, ok := strings.CutPrefix(rest, label+", "); ok {
				rest = after
			}
		})
	})
	return found
}

func todoList(data []byte) []Todo {
	var out []Todo
	array(data, func(v []byte) {
		out = append(out, todo(v))
	})
	return out
}

func todo(data []byte) (t Todo) {
	object(data, func(key, v []byte) {
		switch string(key) {
		case "id":
			t.ID = str(v)
		case "content", "subject":
			t.Text = str(v)
		case "status":
			t.Status = str(v)
		}
	})
	if t.Status == "" && t.ID != "" {
		t.Status = "pending" // a new task
	}
	return t
}
