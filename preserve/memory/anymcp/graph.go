// Servers that keep entities with observations.

package anymcp

import (
	"fmt"
	"slices"
)

// The roles of a graph's arguments.
const (
	roleEntities  role = "entities"
	roleNames     role = "names"
	roleObserve   role = "observations"
	roleUnobserve role = "observations to take away"
)

// graph recognizes the shape by the schema of the tool that makes entities;
// without that tool it is none.
func (d discovery) graph() (Mapping, bool) {
	m := Mapping{Graph: true}
	m.Add = d.shaped(d.names.Add, roleEntities, "makes entities", nil, func(p param) bool { return objects(p, "name", "entityType", "observations") })
	if m.Add.Tool == "" {
		return m, false
	}
	names := func(p param) bool { return p.strings() && slices.Contains([]string{"names", "entityNames"}, p.name) }
	open := d.shaped("", roleNames, "gives entities by name", []string{"open", "get"}, names)
	subtract := d.shaped("", roleUnobserve, "takes observations away", []string{"delete", "remove"}, func(p param) bool { return objects(p, "entityName", "observations") })
	m.Update = d.shaped(d.names.Update, roleObserve, "adds observations", []string{"add"}, func(p param) bool { return objects(p, "entityName", "contents") })
	m.Remove = d.shaped(d.names.Remove, roleNames, "removes entities by name", []string{"delete", "remove"}, names)
	m.Search = d.shaped(d.names.Search, roleQuery, "searches entities", []string{"search", "find", "query"}, func(p param) bool { return isQuery(p.name) && p.is("string") })
	m.List = d.whole()
	m.Open, m.Subtract = &open, &subtract
	if m.Update.Tool != "" && (open.Tool == "" || subtract.Tool == "") {
		m.Update = Choice{Reason: "changing needs tools that open an entity and take observations away"}
	}
	return m, true
}

// objects reports an array of objects with at least those fields, which are
// all that is asked for.
func objects(p param, fields ...string) bool {
	if !p.is("array") || p.items == nil {
		return false
	}
	for _, name := range fields {
		if _, ok := p.items.field(name); !ok {
			return false
		}
	}
	return !slices.ContainsFunc(p.items.fields, func(f param) bool { return f.required && !slices.Contains(fields, f.name) })
}

// shaped finds the one tool with such an argument, and nothing else asked for.
func (d discovery) shaped(named string, r role, does string, verbs []string, is func(param) bool) Choice {
	var fits []candidate
	for _, t := range d.tools {
		i := slices.IndexFunc(t.params, is)
		if named != "" && t.name != named || i < 0 || t.name != named && verbs != nil && !slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(verbs, w) }) {
			continue
		}
		if slices.ContainsFunc(t.params, func(p param) bool { return p.required && p.name != t.params[i].name }) {
			continue
		}
		fits = append(fits, candidate{tool: t, fill: []filled{{t.params[i], r}}, why: "a knowledge graph's tool that " + does})
	}
	switch {
	case len(fits) == 1:
		return chosen(fits[0], nil)
	case len(fits) == 0 && named != "":
		return Choice{Reason: fmt.Sprintf("the config names %s, which %s not", clean(named, maxName), does)}
	case len(fits) == 0:
		return Choice{Reason: "no tool " + does}
	}
	c := Choice{Reason: "several tools fit equally well, name one in the config"}
	for _, f := range fits[:min(len(fits), 10)] {
		c.Others = append(c.Others, clean(f.name, maxName))
	}
	return c
}

// whole finds the tool that gives the whole graph.
func (d discovery) whole() Choice {
	for _, t := range d.tools {
		asks := slices.ContainsFunc(t.params, func(p param) bool { return p.required })
		if d.names.List == t.name && !asks || d.names.List == "" && !asks && slices.Contains(t.words, "graph") && slices.Contains(t.words, "read") {
			return chosen(candidate{tool: t, why: "a knowledge graph's tool that gives all of it"}, nil)
		}
	}
	return Choice{Reason: "no tool gives the whole graph"}
}
