// The scenes that are recorded.

//go:build record

package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"savectx/scripts/live"
	"savectx/scripts/loopback"
)

func playTools(p *person) {
	p.done("Run both checks.")
	p.done("Write the file.")
	p.done("Read the file.")
	p.done("Send a helper.")
}

func playTodos(p *person) { p.done("List what is to do.") }

func playTasks(p *person) {
	p.done("Make tasks of it.")
	p.done("Begin the first.")
	p.done("Show the tasks.")
}

func playRefusals(p *person) {
	p.ask("[[bash touch x]] Make x.")
	p.sees("1. Yes")
	p.rest()
	p.key("Escape")
	p.sees("What should Claude do instead")
	p.done("No, don't make files here. [[say Understood.]]")
	p.ask("[[bash touch y]] Make y.")
	p.sees("1. Yes")
	p.rest()
	p.choose("No")
	p.key("Tab")
	p.typed("use the folder tmp, please")
	p.key("Enter")
	p.row("tmp, please")
	p.idle()
	p.ask("[[talk 30s]] Tell me everything.")
	p.sees("esc to interrupt")
	p.stop("[Request interrupted by user]")
	p.ask("[[bash touch w; sleep 61]] Wait a minute.")
	p.sees("1. Yes")
	p.rest()
	p.must(p.Keys("Enter"))
	p.must(p.Until(p.t.Context(), func(string) error {
		if _, err := os.Stat(p.Work + "/w"); err != nil {
			return err
		}
		return nil
	}))
	p.stop("[Request interrupted by user for tool use]")
	p.done("Never wait like that. [[say Understood.]]")
}

func playQuestions(p *person) {
	p.ask("Which colours?")
	p.sees("Which colour?")
	p.rest()
	p.choose("Blue")
	p.key("Enter")
	p.sees("Which sizes?")
	p.key("Enter", "Down", "Enter") // both
	p.key("Right")
	p.rest()
	p.key("Enter")
	p.row("The tool has answered.")
	p.idle()
	p.ask("[[ask Which way?|Left|Right]] Go.")
	p.sees("Which way?")
	p.rest()
	p.choose("Type something")
	p.typed("straight on, as I said")
	p.key("Enter")
	p.row("straight on")
	p.idle()
	p.ask("[[ask Shall I?|Yes|No]] Ask again.")
	p.sees("Shall I?")
	p.rest()
	p.key("Escape")
	p.rest()
	p.done("Stop asking. [[say Yes.]]")
}

func playPlan(p *person) {
	p.ask("[[plan]] Plan it.")
	p.sees("1. Yes")
	p.rest()
	p.key("Escape")
	p.rest()
	p.ask("Write the plan down.")
	p.row("The tool has answered.")
	p.idle()
	p.ask("[[plan]] Plan again.")
	p.sees("1. Yes")
	p.rest()
	p.t.Logf("plan:\n%s", p.Screen())
	p.choose("Tell Claude what to change")
	p.typed("smaller steps first")
	p.key("Enter")
	p.row("smaller steps first")
	p.idle()
	p.ask("[[plan]] Once more.")
	p.sees("1. Yes")
	p.rest()
	p.choose("manually approve")
	p.key("Enter")
	p.row("Once more.")
	p.idle()
}

func playCompactions(p *person) {
	p.Model.SetSummary(loopback.Summary{Text: "1. Primary Request: the person wants three colours.\n2. Pending: the test."})
	p.done("Three colours, not two. [[say Three colours.]]")
	p.done("Remember port 8443. [[say Port 8443.]]")
	p.ask("/compact Keep port 8443 and the three colours.")
	p.row("compact_boundary")
	p.idle()
	p.done("Go on. [[say Going on.]]")
	p.done("[[tokens 110000]] [[say Nearly full.]]")
	p.Model.Teach("And now?", "[[tokens 20000]] [[say Room again.]]")
	p.ask("And now?")
	p.must(p.Until(p.t.Context(), func(string) error {
		if n := p.Boundaries(); n != 2 {
			return fmt.Errorf("%d boundaries", n)
		}
		return nil
	}))
	p.idle()
	p.done("Last words. [[say Bye.]]")
}

func playTraces(p *person) {
	p.done("hello [[say Good day.]]")
	p.typed("!")
	p.typed("echo from bash; echo wrong >&2")
	p.key("Enter")
	p.row("bash-stdout")
	p.rest()
	p.ask("/cost")
	p.rest()
	p.key("Escape")
	p.ask("/greet the world")
	p.row("the world")
	p.idle()
	p.ask("[[talk 4s]] Work a little.")
	p.sees("Still at work")
	p.ask("And then the other thing.")
	p.row("And then the other thing.")
	p.idle()
	p.ask("[[bash touch z; sleep 4]] Sleep.")
	p.sees("1. Yes")
	p.rest()
	p.must(p.Keys("Enter"))
	p.row("touch z")
	p.ask("Meanwhile, use tabs.")
	p.row("Meanwhile, use tabs.")
	p.idle()
	p.ask("[[fail 400]] This fails.")
	p.row("This fails.")
	p.sees("API Error")
	p.rest()
	p.ask("/compact")
	p.row("compact_boundary")
	p.idle()
}

func playRewind(p *person) {
	p.done("First. [[say One.]]")
	p.done("Second, wrongly. [[say Two.]]")
	p.done("Third. [[say Three.]]")
	p.back(2)
	p.key("Enter")
	p.sees("❯\u00a0Second, wrongly.")
	p.rest()
	p.key("C-u")
	p.done("Second, rightly. [[say Zwei.]]")
}

func playPartly(p *person) {
	p.Model.SetSummary(loopback.Summary{Text: "Two colours were chosen."})
	p.done("First. [[say One.]]")
	p.done("Second. [[say Two.]]")
	p.done("Third. [[say Three.]]")
	before := 0
	if p.opts.Version == live.Newest { // 2.1.100 only summarises from a message on
		p.back(1)
		p.choose("Summarize up to here")
		p.key("Enter")
		p.row("compact_boundary")
		p.rest()
		before = 1
	}
	p.done("Fourth. [[say Four.]]")
	p.done("Fifth. [[say Five.]]")
	p.back(1)
	p.choose("Summarize from here")
	p.key("Enter")
	p.must(p.Until(p.t.Context(), func(string) error {
		if n := p.Boundaries(); n == before {
			return fmt.Errorf("%d boundaries", n)
		}
		return nil
	}))
	p.rest()
	p.key("C-u")
	p.done("Sixth. [[say Six.]]")
}

func playResume(p *person) {
	p.done("First here. [[say One.]]")
	id := strings.TrimSuffix(filepath.Base(p.Transcript()), ".jsonl")
	p.Kill()
	p.must(p.again("--resume", id))
	p.ask("Resumed. [[say Two.]]")
	p.row("Two.")
	p.rest()
	// A second writer on the same session, then a fork of it.
	one := p.Pane
	p.must(p.again("--resume", id))
	p.ask("From the second window. [[say Three.]]")
	p.row("Three.")
	p.rest()
	two := p.Pane
	p.Pane = one
	p.must(p.Write(p.t.Context(), "From the first window. [[say Four.]]"))
	p.must(p.Keys("Enter"))
	p.row("Four.")
	p.rest()
	p.row("Four.")
	p.Pane = two
	p.Kill()
	p.Pane = one
	p.Kill()
	p.must(p.again("--resume", id, "--fork-session"))
	p.ask("In the fork. [[say Five.]]")
	p.row("Five.")
	p.rest()
}
