// How the scripted model follows a skill of the client.

package loopback

import (
	"regexp"
	"slices"
	"strings"
)

// steps are what a skill's text tells the model to do, in order: the bash
// blocks, and a question to the person where the text names AskUserQuestion.
type steps []step

type step struct{ bash string } // empty: ask the person

// Snapshot is what the model puts where a skill shows a skeleton in a heredoc.
const Snapshot = `{"version":1,"language":"en","topic":"Abandoned-cart mail","goal":"An automatic mail when a cart is left behind","status":"in-progress",
"items":[
 {"kind":"correction","text":"Tests never mail real customers","quote":"never send to real customers in tests","origin":"requested","memory":{"type":"feedback","name":"test-mail-address","hook":"Test mail goes to the test address only"}},
 {"kind":"dead_end","text":"The checkouts/update webhook as the trigger","why":"it fires dozens of times a cart","exact":["429 Too Many Requests: rate limit 75/s exceeded"]},
 {"kind":"decision","text":"Klaviyo, not Mailchimp","why":"its built-in cart event","target":{"file":"docs/api.md","section":"Mail"}},
 {"kind":"waiting","text":"Turning the mail on in production","approved":false},
 {"kind":"open","text":"Try the mail on the test address"}],
"next":["deploy to staging"],
"narrative":{"overview":"Built the mail for abandoned carts.","current":"jobs/cart.ts works on a demo cart; it's not deployed."}}`

// Followed returns what the steps of the skill that the last prompt invoked
// have answered so far, and whether there is such a skill.
func (r Request) Followed() (results []string, ok bool) {
	_, results, ok = r.skill()
	return results, ok
}

// skillHead begins a skill's text, whether the person or the model invoked it
// (2.1.100 and 2.1.332).
const skillHead = "Base directory for this skill:"

// skill finds the skill that was invoked last, if no prompt came after it, and
// what its steps have answered.
func (r Request) skill() (s steps, results []string, ok bool) {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		m := r.Messages[i]
		if m.Role != "user" {
			continue
		}
		texts := Request{Messages: r.Messages[i : i+1]}.Prompts()
		if n := len(texts); n > 0 {
			if strings.HasPrefix(texts[n-1], skillHead) {
				s = parseSteps(texts[n-1])
			}
			return s, results, len(s) > 0
		}
		results = append(slices.Clone(m.Results), results...)
	}
	return nil, nil, false
}

func parseSteps(text string) steps {
	var s steps
	var block []string
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch trimmed := strings.TrimSpace(line); {
		case inside && trimmed == "```":
			s, inside = append(s, step{bash: fill(strings.Join(block, "\n"))}), false
		case inside:
			block = append(block, line)
		case trimmed == "```bash":
			inside, block = true, nil
		case strings.Contains(line, "AskUserQuestion"):
			s = append(s, step{})
		}
	}
	return s
}

// fill puts the snapshot in the place of the heredoc's body.
func fill(command string) string {
	const from, to = "<<'SNAPSHOT'\n", "\nSNAPSHOT\n"
	before, rest, ok := strings.Cut(command, from)
	_, after, closed := strings.Cut(rest, to)
	if !ok || !closed {
		return command
	}
	return before + from + Snapshot + to + after
}

var planID = regexp.MustCompile(`plan (\d{8}-\d{6}-[0-9a-f]{8})`)

// Question is what the model asks where a skill has it ask.
const Question = "Shall this be written?"

// plan is the answer once these steps have answered.
func (s steps) plan(results []string) plan {
	if len(results) >= len(s) {
		return plan{text: "The skill is done."}
	}
	command := s[len(results)].bash
	if command == "" {
		return plan{text: "Please look.", tool: "AskUserQuestion", input: question(Question, "Approve", "Cancel")}
	}
	for _, r := range results {
		if id := planID.FindStringSubmatch(r); id != nil {
			command = strings.ReplaceAll(command, "PLAN_ID", id[1])
		}
	}
	return plan{text: "As the skill says.", tool: "Bash", input: map[string]any{"command": command, "description": "Do what the skill says"}}
}

func question(text string, labels ...string) any {
	options := []map[string]string{}
	for _, l := range labels {
		options = append(options, map[string]string{"label": l, "description": "choose " + l})
	}
	return map[string]any{"questions": []any{map[string]any{"question": text, "header": "Choice", "options": options, "multiSelect": false}}}
}
