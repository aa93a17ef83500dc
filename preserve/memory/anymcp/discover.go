// Which tool does what.

package anymcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Choice is the tool for one purpose.
type Choice struct {
	Tool   string            `json:"tool"`             // "": none
	Reason string            `json:"reason"`           // why this one, or why none
	Args   map[string]string `json:"args,omitempty"`   // argument to what is passed in it
	Others []string          `json:"others,omitempty"` // further ones that fit
	fill   []filled
}

// Mapping is what a server's tools are used for. It can be shown as it is:
// foreign text in it is one line without control characters.
type Mapping struct {
	Graph  bool   `json:"graph"` // entities with observations
	Add    Choice `json:"add"`
	Search Choice `json:"search"`
	List   Choice `json:"list"`
	Update Choice `json:"update"`
	Remove Choice `json:"remove"`
	// Of a graph only: one entity, and one observation less.
	Open     *Choice `json:"open,omitempty"`
	Subtract *Choice `json:"subtract,omitempty"`
	UserID   bool    `json:"user_id"` // the tools tell users apart
}

// Names fix what discovery cannot know: the tools by name, and constants for
// arguments, by the arguments' names.
type Names struct {
	Add, Search, List, Update, Remove string
	Args                              map[string]any
}

// Discover chooses the tools. It never fails: what is missing, or fits twice,
// is said in the reason of the choice.
func Discover(tools []*mcp.Tool, names Names) Mapping {
	d := discovery{names: names, prefix: sharedWord(tools)}
	for _, t := range tools {
		if list, ok := params(t.InputSchema); ok && t.Name != "" && t.Name == clean(t.Name, maxName) {
			d.tools = append(d.tools, tool{t.Name, words(t.Name), list})
		}
	}
	if m, ok := d.graph(); ok {
		return m
	}
	m := Mapping{
		Add:    d.choose(adding, names.Add),
		Search: d.choose(searching, names.Search),
		List:   d.choose(listing, names.List),
		Update: d.choose(updating, names.Update),
		Remove: d.choose(removing, names.Remove),
	}
	for _, c := range []Choice{m.Add, m.Search, m.List, m.Update, m.Remove} {
		m.UserID = m.UserID || slices.ContainsFunc(c.fill, func(f filled) bool { return f.role == roleUser })
	}
	return m
}

type tool struct {
	name   string
	words  []string
	params []param
}

type discovery struct {
	names  Names
	tools  []tool
	prefix string // a word that most tools begin with says nothing
}

// candidate is a tool that fits.
type candidate struct {
	tool
	fill  []filled
	score int
	why   string
}

func (d discovery) choose(p purpose, named string) Choice {
	if named != "" {
		i := slices.IndexFunc(d.tools, func(t tool) bool { return t.name == named })
		if i < 0 {
			return Choice{Reason: fmt.Sprintf("the config names %q, which the server does not have", clean(named, maxName))}
		}
		fill, _, wrong := d.fit(p, d.tools[i])
		if wrong != "" {
			return Choice{Reason: fmt.Sprintf("the config names %s: %s", clean(named, maxName), wrong)}
		}
		return chosen(candidate{tool: d.tools[i], fill: fill, why: "the config names it"}, nil)
	}
	var fits []candidate
	nearly := ""
	for _, t := range d.tools {
		score, why, ok := d.named(p, t)
		if !ok {
			continue
		}
		fill, more, wrong := d.fit(p, t)
		if wrong != "" {
			if nearly == "" {
				nearly = fmt.Sprintf("; %s does not fit: %s", clean(t.name, maxName), wrong)
			}
			continue
		}
		fits = append(fits, candidate{t, fill, score + more, why})
	}
	slices.SortStableFunc(fits, func(a, b candidate) int { return b.score - a.score })
	switch {
	case len(fits) == 0:
		return Choice{Reason: "no tool " + p.does() + nearly}
	case len(fits) > 1 && fits[0].score == fits[1].score:
		c := Choice{Reason: "several tools fit equally well, name one in the config"}
		for _, f := range fits {
			if f.score == fits[0].score && len(c.Others) < 10 {
				c.Others = append(c.Others, clean(f.name, maxName))
			}
		}
		return c
	}
	return chosen(fits[0], fits[1:])
}

func chosen(c candidate, others []candidate) Choice {
	choice := Choice{Tool: c.name, Args: map[string]string{}, fill: c.fill}
	var args []string
	for _, f := range c.fill {
		choice.Args[clean(f.param.name, maxName)] = string(f.role)
		if f.param.required {
			args = append(args, clean(f.param.name, maxName))
		}
	}
	choice.Reason = c.why
	if len(args) > 0 {
		choice.Reason += "; it asks for " + strings.Join(args, ", ")
	}
	for _, o := range others[:min(len(others), 10)] {
		choice.Others = append(choice.Others, clean(o.name, maxName))
	}
	return choice
}

// sharedWord is the first word of the names when all have the same and more.
func sharedWord(tools []*mcp.Tool) string {
	shared := ""
	for i, t := range tools {
		w := words(t.Name)
		switch {
		case len(w) < 2 || i > 0 && w[0] != shared:
			return ""
		case i == 0:
			shared = w[0]
		}
	}
	if len(tools) < 2 {
		return ""
	}
	return shared
}
