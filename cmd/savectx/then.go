package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/urfave/cli/v2"

	"savectx/orchestrator"
	"savectx/preserve"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// mayFollow finds what is wrong with the flags of the job that is to follow,
// before anything is written.
func (v *voice) mayFollow(c *cli.Context) error {
	if !c.Bool("compact") && !c.Bool("clear") {
		return nil
	}
	if _, err := v.draft(c, orchestrator.Compact, fixed(""), nil, orchestrator.Agent{}); err != nil {
		return err
	}
	var usage usageError
	if _, _, err := paneOf(c); errors.As(err, &usage) {
		return err
	}
	return nil
}

// andThen starts the job that follows a save. receipt is nil when nothing was
// saved.
func (v *voice) andThen(c *cli.Context, s preserve.Snapshot, lang, handoff string, receipt *plan.Receipt) error {
	command, line := orchestrator.Clear, "/clear"
	if c.Bool("compact") {
		words, err := prompts.Load(lang)
		if err != nil {
			return err
		}
		composed, err := preserve.Compose(plan.Worth(s), words, lineBudget(), handoff)
		if err != nil {
			return err
		}
		v.dropped(c, composed)
		command, line = orchestrator.Compact, composed.Text
	}
	if !c.Bool("json") {
		return v.start(c, command, fixed(line), nil)
	}
	var job bytes.Buffer
	aside := &voice{out: &output{w: &job}, err: v.err, hide: v.hide, saved: v.saved}
	err := aside.start(c, command, fixed(line), nil)
	if receipt == nil {
		receipt = &plan.Receipt{Version: 1, Destinations: []plan.Destination{}}
	}
	if json.Valid(job.Bytes()) {
		receipt.Job = json.RawMessage(job.Bytes())
	}
	return errors.Join(v.json(receipt), err)
}
