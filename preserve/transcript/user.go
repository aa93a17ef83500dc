// Rows in the person's place: what they typed, and what the client put there.

package transcript

import "strings"

func (p *parser) user(row *Row, r *raw) {
	if r.message.count("tool_result") > 0 {
		p.results(row, r)
		return
	}
	var texts []string
	for _, t := range r.message.texts() {
		if t = withoutReminders(t); t != "" {
			texts = append(texts, t)
		}
	}
	row.Text, row.Images = strings.Join(texts, "\n"), r.message.count("image")
	switch {
	case r.summary:
		row.Kind = Summary
	case strings.HasPrefix(row.Text, interruptedMark):
		row.Kind, row.Who = Interruption, Person
	case r.meta || r.visible:
		row.Kind = Meta
	case local(row, row.Text):
	case row.Text == "" && row.Images == 0:
		row.Kind = Meta // nothing but reminders
	default:
		row.Kind = Prompt
		row.speak(false)
	}
}

// local reads the traces of local commands, skills and bash mode, in a user
// row or, from some 2.1 version on, in a system row.
func local(row *Row, text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "<") {
		return false
	}
	head, _, _ := strings.Cut(text[1:], ">")
	switch head {
	case "command-name", "command-message":
		name, _ := tagged(text, "command-name")
		row.Kind, row.Who, row.Command = Command, Person, strings.TrimSpace(name)
		if row.Sidechain || row.Origin != "" && row.Origin != "human" {
			row.Who = Client
		}
		row.Args, _ = tagged(text, "command-args")
		row.Text = ""
	case "local-command-stdout", "local-command-stderr":
		inner, ok := tagged(text, head)
		if !ok {
			inner = text[len(head)+2:]
		}
		row.Kind, row.Text, row.Failed = Output, strings.TrimSpace(withoutColors(inner)), head == "local-command-stderr"
	case "bash-input":
		row.Kind, row.Who = Shell, Person
		row.Text, _ = tagged(text, head)
	case "bash-stdout", "bash-stderr":
		row.Kind, row.Who = ShellOutput, Tool
		out, _, _ := strings.Cut(text, "<bash-stderr>")
		row.Text, _ = tagged(out, "bash-stdout")
		row.Errors, _ = tagged(text, "bash-stderr")
	default:
		if strings.HasPrefix(head, "local-command-") { // a caveat
			row.Kind = Meta
			return true
		}
		return false
	}
	return true
}
