package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"charm.land/huh/v2"
	"github.com/urfave/cli/v2"

	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// keepPlan shows a plan and keeps it for savectx apply.
func (v *voice) keepPlan(c *cli.Context, where scene, p *plan.Plan) error {
	if !p.Nothing() {
		if err := where.plans().Put(p); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		if p.Nothing() { // nothing that could be applied
			p.Request.ID = ""
			return errors.Join(v.json(planDoc(p)), coded{code: exitNothing})
		}
		return v.json(planDoc(p))
	}
	words, err := prompts.Load(p.Request.Lang)
	if err != nil {
		return err
	}
	for _, line := range panel(p, words) {
		v.say("%s", oneLine(line))
	}
	if p.Nothing() {
		return coded{code: exitNothing}
	}
	v.say("plan %s", p.Request.ID)
	v.hint("savectx apply " + p.Request.ID + " writes it; --drop, --only and --move change it by the numbers")
	return nil
}

type droppedDoc struct {
	Destination string `json:"destination"`
	plan.Dropped
}

func planDoc(p *plan.Plan) any {
	doc := struct {
		Plan    string       `json:"plan"`
		Edits   []plan.Entry `json:"edits"`
		Dropped []droppedDoc `json:"dropped"`
		Errors  []string     `json:"errors,omitempty"`
		Remarks []string     `json:"remarks,omitempty"`
	}{p.Request.ID, p.Entries, []droppedDoc{}, nil, p.Receipt.Remarks}
	if doc.Edits == nil {
		doc.Edits = []plan.Entry{}
	}
	for _, d := range p.Receipt.Destinations {
		for _, x := range d.Dropped {
			doc.Dropped = append(doc.Dropped, droppedDoc{d.Name, x})
		}
		if d.Error != "" {
			doc.Errors = append(doc.Errors, strings.TrimSpace(d.Name+" "+d.Path)+": "+d.Error)
		}
	}
	return doc
}

// panel is the review before a save: what goes where, with the numbers by
// which it can be changed, and what was left out.
func panel(p *plan.Plan, w prompts.Words) []string {
	groups := []struct {
		title string
		takes func(plan.Entry) bool
	}{
		{w.Panel.Edits, func(e plan.Entry) bool { return e.Destination == plan.Context && e.File != dest.TempContext }},
		{w.Panel.Entry, func(e plan.Entry) bool { return e.Destination == plan.Context && e.File == dest.TempContext }},
		{w.Panel.Docs, func(e plan.Entry) bool { return e.Destination == plan.Docs }},
		{w.Panel.Memory, func(e plan.Entry) bool { return e.Destination == plan.Memory }},
		{w.Panel.Handoff, func(e plan.Entry) bool { return e.Destination == plan.Handoff }},
		{w.Panel.Notes, func(e plan.Entry) bool { return e.Destination == plan.Notes }},
		{w.Panel.Session, func(e plan.Entry) bool { return e.Destination == plan.Session }},
		{w.Panel.Facts, func(e plan.Entry) bool { return e.Destination == plan.Mem0 || e.Destination == plan.MCP }},
	}
	lines := []string{"📋 /save-context " + w.Panel.Title}
	for _, g := range groups {
		n := 0
		var places []string
		at := map[string][]string{}
		for _, e := range p.Entries {
			if !g.takes(e) {
				continue
			}
			n++
			place := placeOf(e)
			if at[place] == nil {
				places = append(places, place)
			}
			for i, l := range e.Lines {
				number := "    "
				if i == 0 {
					number = fmt.Sprintf("%3d ", e.N)
				}
				at[place] = append(at[place], "  "+number+l)
			}
		}
		var body []string
		for _, place := range places {
			body = append(append(body, "  • "+place), at[place]...)
		}
		if n > 0 {
			lines = append(lines, "", fmt.Sprintf("➤ %s (%d):", g.title, n))
			lines = append(lines, body...)
		}
	}
	var dropped []string
	total := 0
	for _, d := range p.Receipt.Destinations {
		if text := droppedText(d, w); text != "" {
			total += countDropped(d)
			dropped = append(dropped, "  • "+strings.TrimSpace(d.Name+" "+d.Path)+"   "+text)
		}
		if d.Error != "" {
			dropped = append(dropped, "  • "+strings.TrimSpace(d.Name+" "+d.Path)+"   "+w.Receipt.Failed+d.Error)
		}
	}
	if dropped != nil {
		lines = append(lines, "", fmt.Sprintf("➤ %s: %d", w.Panel.Dropped, total))
		lines = append(lines, dropped...)
	}
	if p.Receipt.Remarks != nil {
		lines = append(append(lines, ""), p.Receipt.Remarks...)
	}
	return append(lines, "")
}

func placeOf(e plan.Entry) string {
	if e.Section == "" {
		return e.File
	}
	return e.File + " → “" + e.Section + "”"
}

// review shows the plan and asks until the person approves or cancels.
func (v *voice) review(ctx context.Context, p *plan.Plan, redact func(string) (string, []string)) (plan.Choice, error) {
	words, err := prompts.Load(p.Request.Lang)
	if err != nil {
		return plan.Choice{}, err
	}
	w := words.Panel
	choice := plan.Choice{}
	all := p.Entries
	for {
		for _, line := range panel(p, words) {
			v.say("%s", oneLine(line))
		}
		answer := w.Approve
		err := ask(ctx, huh.NewSelect[string]().Title(w.Ask).Options(huh.NewOptions(w.Approve, w.Cancel, w.Revise)...).Value(&answer))
		if err != nil {
			return choice, err
		}
		switch answer {
		case w.Approve:
			return choice, nil
		case w.Cancel:
			return choice, coded{exitFailed, errors.New(w.Cancelled), ""}
		}
		taken := []int{}
		var options []huh.Option[int]
		for _, e := range all {
			text := fmt.Sprintf("%d %s", e.N, placeOf(e))
			if len(e.Lines) > 0 {
				text += ": " + e.Lines[0]
			}
			options = append(options, huh.NewOption(oneLine(text), e.N).Selected(takenBy(choice, e.N)))
		}
		if err := ask(ctx, huh.NewMultiSelect[int]().Title(w.Which).Options(options...).Height(min(len(options), mostOptions)+2).Value(&taken)); err != nil {
			return choice, err
		}
		choice = plan.Choice{}
		for _, e := range all {
			if !slices.Contains(taken, e.N) {
				choice.Drop = append(choice.Drop, e.N)
			}
		}
		r := p.Request
		r.Choice = choice
		if p, err = plan.Make(ctx, r, redact); err != nil {
			return choice, err
		}
	}
}

// mostOptions are seen at once; the list scrolls.
const mostOptions = 15

func takenBy(c plan.Choice, n int) bool { return !slices.Contains(c.Drop, n) }

// countDropped leaves out what went to another place.
func countDropped(d plan.Destination) int {
	n := 0
	for _, x := range d.Dropped {
		if x.Reason != plan.UnsafeTarget {
			n++
		}
	}
	return n
}

// ask runs one question. (bubbletea before 2.1.1 lost keys of the second one.) ctrl+c is an interruption like everywhere else.
func ask(ctx context.Context, field huh.Field) error {
	form := huh.NewForm(huh.NewGroup(field)).WithAccessible(os.Getenv("ACCESSIBLE") != "")
	if os.Getenv("NO_COLOR") != "" {
		form = form.WithTheme(huh.ThemeFunc(huh.ThemeBase))
	}
	err := form.RunWithContext(ctx)
	if errors.Is(err, huh.ErrUserAborted) {
		return context.Canceled
	}
	return err
}
