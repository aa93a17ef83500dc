// To-dos as the client records them.

package evidence

import (
	"strings"

	"savectx/preserve/transcript"
)

type todo struct {
	at     place
	id     string
	text   string
	status string
}

const mostTodos = 200

type todos struct{ list []todo }

// set takes the entries after a call: the whole list of TodoWrite, or the
// tasks a Task tool tells of.
func (t *todos) set(tool string, entries []transcript.Todo, at place) {
	if tool == "TodoWrite" {
		old := t.list
		t.list = nil
		for _, e := range entries {
			one := todo{at, e.ID, e.Text, e.Status}
			for _, o := range old {
				if o.text == e.Text && o.status == e.Status {
					one.at = o.at
				}
			}
			t.list = append(t.list, one)
		}
	} else {
		for _, e := range entries {
			t.merge(e, at)
		}
	}
	if n := len(t.list); n > mostTodos {
		t.list = t.list[n-mostTodos:]
	}
}

func (t *todos) merge(e transcript.Todo, at place) {
	for i := range t.list {
		if one := &t.list[i]; e.ID != "" && one.id == e.ID || e.ID == "" && one.text == e.Text {
			if e.Text != "" {
				one.text = e.Text
			}
			if e.Status != "" {
				one.status = e.Status
			}
			return
		}
	}
	t.list = append(t.list, todo{at, e.ID, e.Text, e.Status})
}

// open are the entries that are not done.
func (t *todos) open() []todo {
	var list []todo
	for _, one := range t.list {
		if strings.TrimSpace(one.text) != "" && one.status != "completed" && one.status != "deleted" && one.status != "cancelled" {
			list = append(list, one)
		}
	}
	return list
}
