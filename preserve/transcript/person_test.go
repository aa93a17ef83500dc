// What a person does at the client while it is recorded.

//go:build record

package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"savectx/scripts/live"
)

// person is a client with what a person does at it.
type person struct {
	*live.Client
	t    *testing.T
	opts live.Options
}

func (p *person) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%v\n%s", err, p.Screen())
	}
}

func (p *person) ask(prompt string) { p.t.Helper(); p.must(p.Ask(p.t.Context(), prompt)) }
func (p *person) idle()             { p.t.Helper(); p.must(p.AwaitIdle(p.t.Context())); p.rest() }
func (p *person) done(prompt string) {
	p.t.Helper()
	p.ask(prompt)
	p.row(prompt)
	p.idle()
}

// row waits until the transcripts hold a text.
func (p *person) row(text string) {
	p.t.Helper()
	quoted, _ := json.Marshal(text)
	p.must(p.Until(p.t.Context(), func(string) error {
		for _, f := range p.Transcripts() {
			if data, _ := os.ReadFile(f); bytes.Contains(data, quoted[1:len(quoted)-1]) {
				return nil
			}
		}
		return fmt.Errorf("%q is in no transcript", text)
	}))
}

// stop presses Escape until the transcript holds one more of a text.
func (p *person) stop(text string) {
	p.t.Helper()
	count := func() int { data, _ := os.ReadFile(p.Transcript()); return strings.Count(string(data), text) }
	before, pressed := count(), time.Now() // 2.1.100 shows nothing before an answer is complete
	p.must(p.Until(p.t.Context(), func(string) error {
		if count() > before {
			return nil
		}
		if time.Since(pressed) > 2*time.Second {
			pressed = time.Now()
			return errors.Join(p.Keys("Escape"), errors.New("not interrupted"))
		}
		return errors.New("not interrupted")
	}))
	p.rest()
}

func (p *person) sees(text string) {
	p.t.Helper()
	p.must(p.Until(p.t.Context(), func(screen string) error {
		if !strings.Contains(live.Squeeze(screen), live.Squeeze(text)) {
			return errors.New("the screen does not show " + text)
		}
		return nil
	}))
}

// rest waits until the screen stops changing.
func (p *person) rest() {
	p.t.Helper()
	last, since := p.Screen(), time.Now()
	_ = p.Until(p.t.Context(), func(screen string) error {
		if screen != last {
			last, since = screen, time.Now()
		}
		if time.Since(since) < 400*time.Millisecond {
			return errors.New("still changing")
		}
		return nil
	})
}

func (p *person) key(names ...string) {
	p.t.Helper()
	for _, n := range names {
		p.must(p.Keys(n))
		p.rest()
	}
}

func (p *person) typed(text string) { p.t.Helper(); p.must(p.Type(text)); p.rest() }

// choose moves the pointer of a dialog to a line with that text.
func (p *person) choose(text string) {
	p.t.Helper()
	line := regexp.MustCompile(`(?m)^[ │]*❯ *\d+\. *(\[.\] *)?.*` + regexp.QuoteMeta(text))
	for range 8 {
		if line.MatchString(p.Screen()) {
			return
		}
		p.key("Down")
	}
	p.t.Fatalf("no choice %q\n%s", text, p.Screen())
}

// back opens the dialog that goes back n prompts.
func (p *person) back(n int) {
	p.t.Helper()
	p.must(p.Keys("Escape", "Escape"))
	p.sees("(current)")
	p.rest()
	for range n {
		p.key("Up")
	}
	p.key("Enter")
}

// again runs the client in a new pane, in the same folders.
func (p *person) again(args ...string) error {
	pane, err := p.Server().Open(120, 40, p.Work, p.Env(p.opts), append([]string{p.Root + "/bin/claude"}, args...))
	if err != nil {
		return err
	}
	p.Pane = pane
	if err := pane.Until(p.t.Context(), live.ComposerShown); err != nil {
		return err
	}
	p.rest()
	return nil
}
