// Fetching ahead what a session of a project begins with.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"savectx/cmd/savectx/config"
	"savectx/orchestrator/claude"
	"savectx/preserve"
	"savectx/preserve/dest"
	"savectx/preserve/memory/record"
	"savectx/preserve/memory/store"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

const (
	// remotePatience is how long a store beyond this machine may take: past it,
	// it is left out this time. startPatience is how long a memory server may
	// take to start.
	remotePatience = 300 * time.Millisecond
	startPatience  = 20 * time.Second

	recallAsked = 100     // facts asked of a store
	recallKept  = 40      // facts in the file: far more than fit
	rawFact     = 8 << 10 // bytes of a fact that is looked at at all
)

// fetch replaces what is kept of the project's facts, anew when one was changed
// meanwhile.
func (e errand) fetch(ctx context.Context, set config.Config) error {
	for range 3 {
		then := forgotten(e.state)
		facts, err := e.gather(ctx, set)
		if err != nil {
			return err
		}
		err = writeRecall(e.state, recalled{At: time.Now(), Root: e.root, Facts: facts}, then)
		if !errors.Is(err, errForgotten) {
			return err
		}
	}
	return nil // whoever changes facts so often sends further errands
}

// gather asks the stores of recall.from. One beyond this machine that does not
// answer is only left out; without this machine's own the facts stay as they
// are.
func (e errand) gather(ctx context.Context, set config.Config) ([]recalledFact, error) {
	project, question := projectName(e.root), e.question()
	var answers []answer
	var asked []<-chan answer
	for _, name := range set.List(config.RecallFrom) {
		if name != config.StoreSession {
			asked = append(asked, e.ask(ctx, set, name, project, question))
		}
	}
	for _, a := range asked {
		answers = append(answers, <-a)
	}
	if slices.Contains(set.List(config.RecallFrom), config.StoreSession) {
		a, err := e.own(ctx, project, question)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	hide, err := e.secrets()
	if err != nil {
		return nil, err
	}
	key, _, _ := mem0Key(set) // a memory may quote it
	clean := func(text string) string {
		if key != "" {
			text = strings.ReplaceAll(text, string(key), "[REDACTED: mem0 key]")
		}
		text, _ = hide.Text(text)
		return preserve.Clean(text)
	}
	return merged(project, answers, clean), nil
}

// answer is what one store knows of a project.
type answer struct {
	store         string          // as recall.from names it
	recent, found []record.Record // found: for the question, the best first
}

// own asks this machine's store, if there is one. Of the facts of sessions only
// what the question finds counts: they are many, and of their day.
func (e errand) own(ctx context.Context, project, question string) (answer, error) {
	a := answer{store: config.StoreSession}
	if _, err := os.Lstat(filepath.Join(string(e.state), memoryFile)); err != nil {
		return a, nil
	}
	return a, e.remembered(ctx, func(s *store.Store) error {
		list, err := s.List(ctx, store.Filter{Projects: []string{project, ""}, Limit: recallAsked})
		if err != nil {
			return err
		}
		for _, m := range list {
			a.recent = append(a.recent, ownRecord(m))
		}
		if question == "" {
			return nil
		}
		hits, err := s.Search(ctx, question, store.Filter{Projects: []string{project}, Kinds: []string{store.KindMemory, store.KindFact}, Limit: recallAsked})
		for _, h := range hits {
			if h.Project != project && h.Project != "" {
				continue
			}
			r := record.Record{Project: h.Project, Text: h.Text, Created: h.Updated}
			if h.Kind == store.KindMemory { // the hit has a part of it
				m, err := s.Get(ctx, h.ID)
				if err != nil {
					continue // removed meanwhile
				}
				r = ownRecord(m)
			} else if strings.HasPrefix(r.Text, "…") || strings.HasSuffix(r.Text, "…") {
				continue
			}
			a.found = append(a.found, r)
		}
		return err
	})
}

func ownRecord(m store.Memory) record.Record {
	return record.Record{Type: m.Type, Project: m.Project, Text: m.Content, Created: m.Updated}
}

// ask asks a store beyond this machine. The answer comes when its time is over
// at the latest, with what there is of it by then: nothing from a server that
// is away or slow, which is no fault here.
func (e errand) ask(ctx context.Context, set config.Config, name, project, question string) <-chan answer {
	out := make(chan answer, 1)
	s, err := e.remote(set, name)
	if err != nil {
		if !errors.Is(err, errNotSet) {
			e.step("recall", fmt.Errorf("%s: %w", name, err))
		}
		out <- answer{}
		return out
	}
	e.open.Go(func() {
		defer s.Close()
		if name == config.StoreMCP { // its start is no part of its answer
			start, cancel := context.WithTimeout(ctx, startPatience)
			_, _ = s.List(start, project, 1)
			cancel()
		}
		ctx, cancel := context.WithTimeout(ctx, remotePatience)
		defer cancel()
		parts := make(chan answer, 2)
		asking := make(chan struct{})
		go func() {
			defer close(asking)
			defer close(parts)
			if list, err := s.List(ctx, project, recallAsked); err == nil { // else it may only search
				parts <- answer{recent: list}
			}
			if question != "" && ctx.Err() == nil {
				if list, err := s.Search(ctx, question, project, recallAsked); err == nil {
					parts <- answer{found: list}
				}
			}
		}()
		out <- inTime(ctx, name, parts)
		<-asking
	})
	return out
}

// inTime is what has come of an answer before ctx ends.
func inTime(ctx context.Context, name string, parts <-chan answer) answer {
	a := answer{store: name}
	for {
		select {
		case p, more := <-parts:
			if !more {
				return a
			}
			a.recent, a.found = append(a.recent, p.recent...), append(a.found, p.found...)
		case <-ctx.Done():
			return a
		}
	}
}

// merged are the facts of all stores, each once: first those that are both new
// and found by the question. A fact of everybody's comes behind the project's
// own.
func merged(project string, answers []answer, clean func(string) string) []recalledFact {
	type scored struct {
		recalledFact
		score float64
	}
	var all []*scored
	byText := map[string]*scored{}
	// rank gives points to a list's facts by their places.
	rank := func(list []told) {
		place, ranked := 0, map[*scored]bool{}
		for _, r := range list {
			if r.Project != project && r.Project != "" || len(r.Text) > rawFact {
				continue
			}
			text := clean(r.Text)
			key := folded(text)
			if key == "" || utf8.RuneCountInString(text) > recallLimit {
				continue
			}
			f := byText[key]
			if f == nil {
				f = &scored{recalledFact: recalledFact{r.store, r.Type, r.Created, text}}
				byText[key], all = f, append(all, f)
			}
			if ranked[f] {
				continue
			}
			ranked[f] = true
			const flat = 5 // so that the first places do not count for everything
			points := 1 / float64(flat+place)
			if r.Project == "" {
				points /= 2
			}
			f.score += points
			place++
		}
	}
	var news []told
	for _, a := range answers {
		news = append(news, toldBy(a.store, a.recent)...)
	}
	slices.SortStableFunc(news, func(a, b told) int { return b.Created.Compare(a.Created) })
	rank(news)
	for _, a := range answers {
		rank(toldBy(a.store, a.found))
	}
	slices.SortStableFunc(all, func(a, b *scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.Created.Compare(a.Created), cmp.Compare(a.Text, b.Text))
	})
	var facts []recalledFact
	for _, f := range all[:min(len(all), recallKept)] {
		facts = append(facts, f.recalledFact)
	}
	return facts
}

// told is a record and the store that has it.
type told struct {
	store string
	record.Record
}

func toldBy(store string, list []record.Record) []told {
	out := make([]told, len(list))
	for i, r := range list {
		out[i] = told{store, r}
	}
	return out
}

// question are the words for what is being worked on: what the newest handoff
// is about, and the name of the branch. "" when neither tells anything.
func (e errand) question() string {
	words := branchWords(e.root, e.withoutSecrets)
	folder, err := claude.Folder(os.Getenv)
	if err != nil {
		return words
	}
	if file, ok := newestHandoff(folder, e.root, ""); ok {
		if data, existed, err := safefile.ReadState(file.Path, 1<<20); err == nil && existed {
			_, _, text, _ := dest.ReadHandoff(data)
			words = aboutOf(text) + " " + words
		}
	}
	return e.withoutSecrets(strings.TrimSpace(words)) // it goes to other people's servers
}

// aboutOf is the first thing a handoff says: its goal or topic.
func aboutOf(text string) string {
	const most = 300 // characters
	var building []string
	for _, lang := range prompts.Languages() {
		if w, err := prompts.Load(lang); err == nil {
			text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), w.Blocks.Continue))
			building = append(building, w.Blocks.Building)
		}
	}
	first, _, _ := strings.Cut(text, "\n")
	for _, label := range building {
		if rest, ok := strings.CutPrefix(first, label); ok {
			first = rest
			break
		}
	}
	return firstRunes(preserve.Clean(first), most)
}

// branchWords are the words of the branch's name, of one that says more than
// that it is the main one. It is read as git writes it, without git.
func branchWords(root string, clean func(string) string) string {
	dir := filepath.Join(root, ".git")
	if link, existed, err := safefile.ReadState(dir, 4<<10); err == nil && existed { // a worktree
		to, ok := strings.CutPrefix(strings.TrimSpace(string(link)), "gitdir:")
		if !ok {
			return ""
		}
		if dir = strings.TrimSpace(to); !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
	}
	head, _, err := safefile.ReadState(filepath.Join(dir, "HEAD"), 4<<10)
	name, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/")
	if err != nil || !ok || slices.Contains([]string{"main", "master", "trunk", "develop", "dev"}, name) {
		return ""
	}
	if clean(name) != name { // before it is taken apart: the parts look harmless
		return ""
	}
	return preserve.Clean(strings.NewReplacer("/", " ", "-", " ", "_", " ").Replace(name))
}
