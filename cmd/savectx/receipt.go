package main

import (
	"fmt"
	"slices"
	"strings"

	"savectx/preserve/dest"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// receipt says what a save did: one line a destination, then what a person
// should know. With oneLine all of it is one line.
func (v *voice) receipt(r plan.Receipt, p *plan.Plan, w prompts.Words, wrote, single bool) {
	var lines []string
	if text := savedLine(r); text != "" && wrote {
		lines = append(lines, text)
	}
	if single && len(p.Request.To) == 0 {
		total := len(p.Request.Snapshot.Items)
		lines = append(lines, fmt.Sprintf("%s · %d/%d", w.Panel.Cancelled, len(plan.Worth(p.Request.Snapshot)), total))
	}
	for _, d := range r.Destinations {
		lines = append(lines, destinationLine(d, w))
	}
	lines = append(lines, r.Remarks...)
	if wrote {
		lines = append(lines, w.Receipt.Undo+"savectx undo "+r.ID)
	}
	if single {
		v.say("%s", oneLine(v.withoutSecrets(strings.Join(lines, " · "))))
		return
	}
	for _, l := range lines {
		v.say("%s", oneLine(v.withoutSecrets(l)))
	}
}

// savedLine is the sentence that ends a save of the context, if all of it was
// written.
func savedLine(r plan.Receipt) string {
	edits, entries, asked := 0, 0, false
	for _, d := range r.Destinations {
		switch {
		case d.Error != "", d.Name == plan.Context && lost(d):
			return ""
		case d.Name == plan.Context && d.Path == dest.TempContext && d.Written > 0:
			entries, asked = 1, true
		case d.Name == plan.Context:
			edits += d.Written
			asked = true
		}
	}
	if !asked || edits+entries == 0 {
		return ""
	}
	return fmt.Sprintf("✅ Saved %d doc edits + %d TempContext.md entry. Safe to /clear now.", edits, entries)
}

// lost reports whether an item is in no document although it was to be.
func lost(d plan.Destination) bool {
	return slices.ContainsFunc(d.Dropped, func(x plan.Dropped) bool { return x.Reason != plan.Duplicate && x.Reason != plan.UnsafeTarget })
}

func destinationLine(d plan.Destination, w prompts.Words) string {
	line := fmt.Sprintf("%-8s %d", d.Name, d.Written)
	if d.Path != "" {
		line += " → " + d.Path
	}
	if d.Waiting > 0 {
		line += fmt.Sprintf("   %s%d", w.Receipt.Waiting, d.Waiting)
	}
	if text := droppedText(d, w); text != "" {
		line += "   " + text
	}
	if d.Error != "" {
		line += "   " + w.Receipt.Failed + d.Error
	}
	return line
}

// droppedText counts what is not in a destination, by reason.
func droppedText(d plan.Destination, w prompts.Words) string {
	var order []string
	items := map[string][]string{}
	for _, x := range d.Dropped {
		if x.Reason == plan.UnsafeTarget { // written elsewhere, and said so
			continue
		}
		if items[x.Reason] == nil {
			order = append(order, x.Reason)
		}
		items[x.Reason] = append(items[x.Reason], x.Item)
	}
	var parts []string
	for _, reason := range order {
		part := fmt.Sprintf("%s %d", w.Receipt.Reasons[reason], len(items[reason]))
		if list := items[reason]; reason != plan.Duplicate {
			part += " (" + strings.Join(list[:min(len(list), namedItems)], ", ") + ")"
		}
		parts = append(parts, part)
	}
	if parts == nil {
		return ""
	}
	return w.Receipt.Dropped + ": " + strings.Join(parts, ", ")
}

// namedItems of those left out for one reason are named.
const namedItems = 5

// blocks prints what is pasted, as text blocks with nothing between them. The
// resume prompt is left out when a hook brings it back by itself.
func (v *voice) blocks(p *plan.Plan, handoff bool) {
	b := p.Blocks(handoff)
	texts := []string{b.Line.Text}
	if !handoff || !p.Request.Restored {
		texts = append(texts, b.Resume.Text)
	}
	if handoff {
		texts = append(texts, b.Sentence)
	}
	for _, t := range texts {
		fence := "```"
		for strings.Contains(t, fence) {
			fence += "`"
		}
		v.say("%stext\n%s\n%s", fence, printable(v.withoutSecrets(t)), fence)
	}
}
