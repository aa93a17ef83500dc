package loopback

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// plan is what one answer will be.
type plan struct {
	delay  time.Duration
	pace   time.Duration // spread over the text, so that a turn is seen running
	status int
	stall  bool
	text   string
	tool   string
	input  any
}

// An order ends at the first "]]", so JSON in one has no "]]" of its own.
var order = regexp.MustCompile(`(?s)\[\[(\w+)(?: (.*?))?\]\]`)

// planLocked decides the answer; the caller holds m.mu.
func (m *Model) planLocked(r Request, s Summary) plan {
	if r.Compaction() {
		m.tokens = min(m.tokens, DefaultTokens) // little is left
		return summarise(s)
	}
	p := plan{text: "Understood."}
	if r.Tools == 0 {
		return p // titles and other side requests
	}
	if steps, results, ok := r.skill(); ok {
		return steps.plan(results)
	}
	prompts := r.Prompts()
	if len(prompts) == 0 {
		return p
	}
	prompt := prompts[len(prompts)-1]
	if orders, ok := m.taught[strings.TrimSpace(prompt)]; ok {
		prompt = orders
	}
	results := r.answers()
	if calls := r.calls(prompt); len(results) < len(calls) {
		return calls[len(results)]
	}
	if len(results) > 0 {
		p.text = "The tool has answered."
		return p
	}
	for _, o := range order.FindAllStringSubmatch(prompt, -1) {
		m.obeyLocked(&p, o[1], o[2])
	}
	return p
}

func summarise(s Summary) plan {
	text := s.Text
	if text == "" {
		text = "The person and the agent talked about the work; the decisions are kept."
	}
	if s.Analysis == "" {
		s.Analysis = "Read."
	}
	return plan{
		delay: s.Delay, status: s.Status,
		text: "<analysis>" + s.Analysis + "</analysis>\n<summary>\n" + text + "\n</summary>",
	}
}

func (m *Model) obeyLocked(p *plan, verb, arg string) {
	switch verb {
	case "slow":
		d, _ := time.ParseDuration(arg)
		p.delay = d
	case "talk": // a turn that streams for this long
		d, _ := time.ParseDuration(arg)
		p.text, p.pace = strings.Repeat("Still at work. ", 40), d
	case "say":
		p.text = arg
	case "lines":
		n, _ := strconv.Atoi(arg)
		var b strings.Builder
		for i := 1; i <= n; i++ {
			b.WriteString("line " + strconv.Itoa(i) + "\n\n")
		}
		p.text = b.String()
	case "tokens":
		m.tokens, _ = strconv.Atoi(arg)
	case "bash":
		p.tool, p.input = "Bash", map[string]any{"command": arg, "description": "Run what the person asked for"}
	case "ask":
		f := strings.Split(arg, "|")
		p.tool, p.input = "AskUserQuestion", question(f[0], f[1:]...)
	case "skill": // the model takes it up by itself
		name, args, _ := strings.Cut(arg, " ")
		p.tool, p.input = "Skill", map[string]any{"skill": name, "args": args}
	case "plan":
		p.tool, p.input = "ExitPlanMode", map[string]any{"plan": "1. Look.\n2. Change one file."}
	case "fail":
		p.status, _ = strconv.Atoi(arg)
	case "stall":
		p.stall = true
	}
}
