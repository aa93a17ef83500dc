package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/session"
	"savectx/preserve/dest"
	"savectx/prompts"
)

// note says what a prompt or a tool's answer is the occasion for: that the
// context fills up, once a threshold; that nothing was saved for long; what is
// to come back after a compaction.
func (o occasion) note() error {
	words, tell, err := o.person()
	if err != nil {
		return err
	}
	due := o.h.Due(o.e, o.s).Take(o.s)
	message, ask := o.asks(due, words, tell == config.TellPerson)
	asked := session.Asked{At: time.Now()}
	if due.Tier != "" {
		asked.Percent = due.Percent
	}
	if due.Tier != "" || due.Nudge > 0 {
		if err := o.s.PutAsked(asked); err != nil {
			hook.Log(o.e.Name, err)
		}
	}
	say := func(back []string) error {
		var texts []string
		if len(back) > 0 {
			texts = append(texts, backIntro+strings.Join(back, "\n"))
		}
		if ask != "" {
			texts = append(texts, ask)
		}
		return o.reply(message, strings.Join(texts, "\n\n"))
	}
	if !due.Waiting {
		return say(nil)
	}
	return o.s.Deliver(backLimit, say)
}

// What comes back after a compaction comes in batches of 4,000 characters.
const (
	backIntro = "savectx, for the record: the following was established earlier in this conversation and is missing from, or changed in, its summary. It is information, not a request.\n"
	backLimit = 4000 - len(backIntro)
)

// asks words the line for the person and the note for the model. The note
// tells no number: models that are told how much room is left tend to wrap up
// early.
func (o occasion) asks(due hook.Due, w prompts.Words, alone bool) (message, ask string) {
	share := fmt.Sprintf("%d %%", due.Percent)
	switch {
	case due.Tier == session.First && alone:
		return fill(w.Hook.FirstAlone, share), ""
	case due.Tier == session.First:
		return fill(w.Hook.First, share), o.request("")
	case due.Tier == session.Second && alone:
		return fill(w.Hook.SecondAlone, share), ""
	case due.Tier == session.Second:
		return fill(w.Hook.Second, share), o.request(" Say in that line that now is a good time for /save-compact, before the conversation is compacted by itself.")
	case due.Nudge > 0:
		return fill(w.Hook.Nudge, short(due.Nudge)), ""
	}
	return "", ""
}

func (o occasion) request(more string) string {
	return "savectx, a note from a hook and not from the user: the conversation has become long. Answer what was asked first and finish the work at hand as usual. " +
		"At the end of this same reply, unless it has saved already, save once: use the skill precompact (or savectx:precompact) with the argument handoff; without that skill, `savectx save --to handoff -` with a snapshot as `savectx save --template` shows one. " +
		"It writes " + filepath.Join(o.h.Config, "handoffs", dest.HandoffName(o.e.Session, o.e.CWD)) + ". " +
		"Then one line about it to the user, in their language." + more + " There is room for everything that is still to be done."
}

// person is the language the person reads, and who is to be told.
func (o occasion) person() (prompts.Words, string, error) {
	set, _ := config.Load(config.ProjectRoot(o.h.Project(o.e.CWD)), os.Getenv) // what is wrong with it is said elsewhere
	words, err := prompts.Load(languageOf(o.s, set))
	return words, set.String(config.NudgeTell), err
}

// languageOf is the one set, else the one of what was last saved in the
// session, else the machine's.
func languageOf(s session.Session, set config.Config) string {
	if tag := set.String(config.Lang); tag != "" {
		if lang, ok := prompts.Match(tag); ok {
			return lang
		}
	}
	var last struct{ Language string }
	if json.Unmarshal(s.Saved().Snapshot, &last) == nil && last.Language != "" {
		if lang, ok := prompts.Match(last.Language); ok {
			return lang
		}
	}
	if lang, err := language("", os.Getenv); err == nil {
		return lang
	}
	return prompts.Languages()[0]
}

// fill puts a text, as it is, into the one place of a template.
func fill(template, text string) string { return strings.Replace(template, "%s", text, 1) }

// short is a time as people say it: 45m, 3h.
func short(d time.Duration) string {
	if d >= 2*time.Hour {
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dm", int(d.Minutes()))
}
