// Whether a tool's arguments can be filled, and with what.

package anymcp

import (
	"fmt"
	"slices"
	"strings"
)

// role is what an argument gets.
type role string

const (
	roleText     role = "text"
	roleMessages role = "text as messages"
	roleTexts    role = "text in an array"
	roleQuery    role = "query"
	roleID       role = "id"
	roleIDs      role = "id in an array"
	roleUser     role = "user id"
	roleFilters  role = "user id in filters"
	roleMeta     role = "type, project, date"
	roleProject  role = "project"
	roleType     role = "type"
	roleTags     role = "type and project as tags"
	roleTitle    role = "first words"
	roleLimit    role = "limit"
	rolePage     role = "page"
	roleOffset   role = "how many to leave out"
	roleCursor   role = "where the list goes on"
	roleInfer    role = "false: store as written"
	roleConstant role = "constant of the config"
)

// filled is an argument with its role.
type filled struct {
	param param
	role  role
}

// fit fills the arguments; wrong says why it cannot be done. The score counts
// arguments that are named as one expects.
func (d discovery) fit(p purpose, t tool) (fill []filled, score int, wrong string) {
	done := map[string]bool{}
	take := func(pm param, r role) {
		fill, done[pm.name] = append(fill, filled{pm, r}), true
	}
	for _, pm := range t.params {
		if _, ok := d.names.Args[pm.name]; ok {
			take(pm, roleConstant)
		}
	}
	for _, pm := range t.params {
		if r := aside(p, pm); r != "" && !done[pm.name] {
			take(pm, r)
		}
	}
	for _, need := range p.needs() {
		pm, r, known, ok := pick(need, t.params, done)
		if !ok {
			return nil, 0, "it takes no " + string(need)
		}
		take(pm, r)
		if known {
			score += 2
		}
		if pm.required {
			score++
		}
	}
	for _, pm := range t.params {
		if pm.required && !done[pm.name] {
			return nil, 0, fmt.Sprintf("it needs %s, which only the config can give (as a constant)", clean(pm.name, maxName))
		}
	}
	if p == listing && slices.ContainsFunc(t.params, func(pm param) bool { return isQuery(pm.name) }) {
		score-- // a search that may come without a query
	}
	return fill, score, ""
}

func isText(name string) bool {
	return slices.Contains([]string{"text", "content", "memory", "fact", "data", "observation", "note", "information", "body",
		"message", "value", "memory_content", "memorycontent", "memory_text", "thought", "insight", "new_text", "new_content"}, flat(name))
}

func isQuery(name string) bool {
	return slices.Contains([]string{"query", "q", "search", "search_query", "searchquery", "text", "question", "keyword", "keywords", "search_text", "pattern"}, flat(name))
}

func isID(name string) bool {
	return slices.Contains([]string{"id", "memory_id", "memoryid", "uuid", "memory_uuid", "fact_id", "note_id", "identifier", "key", "hash", "content_hash", "permalink"}, flat(name))
}

func isIDs(name string) bool {
	return slices.Contains([]string{"ids", "memory_ids", "memoryids", "uuids", "hashes", "fact_ids", "note_ids"}, flat(name))
}

func flat(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "_") }

// pick finds the argument for a main role: one with a usual name, else, for a
// text or a query, the only string that is asked for.
func pick(need role, list []param, done map[string]bool) (pm param, r role, known, ok bool) {
	usual := map[role]func(string) bool{roleText: isText, roleQuery: isQuery, roleID: isID}[need]
	free := slices.DeleteFunc(slices.Clone(list), func(pm param) bool { return done[pm.name] })
	slices.SortStableFunc(free, func(a, b param) int { // what is asked for comes first
		switch {
		case a.required == b.required:
			return 0
		case a.required:
			return -1
		}
		return 1
	})
	for _, pm := range free {
		if usual(pm.name) && (pm.is("string") || need == roleID && pm.is("integer")) {
			return pm, need, true, true
		}
	}
	for _, pm := range free {
		switch {
		case need == roleID && isIDs(pm.name) && (pm.strings() || pm.is("array") && pm.items.is("integer")):
			return pm, roleIDs, true, true
		case need == roleText && flat(pm.name) == "messages" && pm.is("string"):
			return pm, roleText, true, true
		case need == roleText && flat(pm.name) == "messages" && talk(pm):
			return pm, roleMessages, true, true
		case need == roleText && pm.strings() && slices.Contains([]string{"memories", "texts", "contents", "facts", "notes", "observations"}, flat(pm.name)):
			return pm, roleTexts, true, true
		}
	}
	if need == roleID {
		return pm, "", false, false
	}
	var asked []param
	for _, pm := range free {
		if pm.required && pm.is("string") && len(pm.enum) == 0 {
			asked = append(asked, pm)
		}
	}
	if len(asked) != 1 {
		return pm, "", false, false
	}
	return asked[0], need, false, true
}

// talk reports an array of {role, content}, or of anything.
func talk(pm param) bool {
	if !pm.is("array") {
		return false
	}
	if pm.items == nil || len(pm.items.fields) == 0 {
		return pm.items == nil || pm.items.is("object")
	}
	_, role := pm.items.field("role")
	_, content := pm.items.field("content")
	return role && content
}

// aside is the role of an argument that goes along.
func aside(p purpose, pm param) role {
	add, many := p == adding, p == searching || p == listing
	name := flat(pm.name)
	one := func(names ...string) bool { return slices.Contains(names, name) }
	switch {
	case one("user_id", "userid", "user") && pm.is("string"):
		return roleUser
	case many && one("filters", "filter") && pm.is("object") && len(pm.fields) == 0:
		return roleFilters
	case many && one("limit", "top_k", "topk", "k", "n", "n_results", "max_results", "page_size", "pagesize", "count") && (pm.is("integer") || pm.is("number")):
		return roleLimit
	case (p == listing || many && pm.required) && one("page", "page_number", "pagenumber", "page_num") && (pm.is("integer") || pm.is("number")):
		return rolePage
	case p == listing && one("offset", "skip") && (pm.is("integer") || pm.is("number")):
		return roleOffset
	case p == listing && one("cursor", "next_cursor", "nextcursor", "page_token", "pagetoken", "next_token", "nexttoken") && pm.is("string"):
		return roleCursor
	case !add:
		return ""
	case one("metadata", "meta") && (pm.is("object") || pm.is("string")):
		return roleMeta
	case one("infer") && pm.is("boolean"):
		return roleInfer
	case one("project", "project_name", "projectname") && pm.is("string"):
		return roleProject
	case (one("type", "category", "kind") || pm.required && one("memory_type")) && pm.is("string"):
		if len(pm.enum) > 0 && enumOf(pm, "") == "" {
			return ""
		}
		return roleType
	case one("tags", "labels") && (pm.strings() || pm.is("string")):
		return roleTags
	case pm.required && one("title", "name", "subject", "summary") && pm.is("string"):
		return roleTitle
	}
	return ""
}

// enumOf is the value of a closed list that comes nearest to a type.
func enumOf(pm param, kind string) string {
	for _, want := range []string{kind, "fact", "reference", "note", "knowledge", "general", "other"} {
		if want != "" && slices.Contains(pm.enum, any(want)) {
			return want
		}
	}
	return ""
}
