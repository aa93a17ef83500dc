// What a tool's name has to say, for each purpose.

package anymcp

import (
	"slices"
	"strings"
)

// purpose is one thing that a store does.
type purpose int

const (
	adding purpose = iota
	searching
	listing
	updating
	removing
)

func (p purpose) does() string {
	return [...]string{"adds a text", "searches for a text", "lists everything", "changes a text by its id", "removes by an id"}[p]
}

func (p purpose) verbs() []string {
	return [...][]string{
		{"add", "create", "store", "save", "write", "insert", "put", "record", "retain", "remember", "memorize", "memorise", "new"},
		{"search", "find", "query", "recall", "retrieve", "lookup", "get", "read"},
		{"list", "get", "all", "browse", "dump", "recent"},
		{"update", "edit", "modify", "change", "replace", "amend", "revise"},
		{"delete", "remove", "forget", "erase"},
	}[p]
}

// needs are the main arguments.
func (p purpose) needs() []role {
	return [...][]role{{roleText}, {roleQuery}, {}, {roleID, roleText}, {roleID}}[p]
}

// alone are verbs that speak of a memory by themselves.
func alone(verb string) bool {
	return slices.Contains([]string{"remember", "memorize", "memorise", "retain", "recall", "forget"}, verb)
}

func isNoun(w string) bool {
	return strings.HasPrefix(w, "mem0") || slices.Contains([]string{"memory", "memories", "fact", "facts", "note", "notes",
		"knowledge", "observation", "observations", "thought", "thoughts", "learning", "learnings", "insight", "insights"}, w)
}

func isPlural(w string) bool { return strings.HasSuffix(w, "s") && w != "all" }

// filler are words that change nothing.
func filler(w string) bool {
	return slices.Contains([]string{"a", "the", "to", "in", "from", "for", "my", "new", "long", "term", "semantic", "text", "by", "id", "openmemory", "mcp", "v2", "v3"}, w)
}

// named reports whether a tool's name speaks of the purpose, how clearly, and
// which words do. A name of a verb alone is enough; one that also names
// something else than a memory is not.
func (d discovery) named(p purpose, t tool) (score int, why string, ok bool) {
	var verb, noun string
	foreign := 0
	all := t.words
	if d.prefix != "" && all[0] == d.prefix && !isNoun(all[0]) {
		all = all[1:]
	}
	for _, w := range all {
		switch {
		case verb == "" && slices.Contains(p.verbs(), w):
			verb = w
		case isNoun(w):
			noun = w
		case !filler(w) && !slices.Contains(p.verbs(), w):
			foreign++
		}
	}
	switch {
	case verb == "", foreign > 1, foreign > 0 && noun == "" && !alone(verb):
		return 0, "", false
	case foreign > 0 && (p == removing || p == listing || p == updating):
		return 0, "", false // delete_all_memories, list_memory_tags
	case p == listing && verb == "get" && !isPlural(noun) && !slices.Contains(all, "all"):
		return 0, "", false
	}
	score = 20 - 5*foreign
	why = `its name says "` + verb + `"`
	if noun != "" {
		score += 10
		why = `its name says "` + verb + " " + noun + `"`
	}
	if verb == "get" || verb == "read" {
		score -= 3 // a search says so more often than not
	}
	return score, why, true
}
