// The requests of both shapes. Sources: what the npm client mem0ai 3.3.1 sends,
// and the published routes of mem0's self-hosted server.

package mem0

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	searchMax = 50   // memories that Save looks at
	listMax   = 1000 // memories of one List
	pageSize  = 100  // the most the hosted service gives at once
	queryMax  = 2000 // bytes of a search text
)

// Keys of the metadata.
const (
	metaType    = "type"
	metaProject = "project"
	metaDate    = "date"
	metaMark    = "savectx_mark"
)

func (c *Client) addCall(text string, meta map[string]any) call {
	return call{op: "add", method: http.MethodPost, path: c.pick("/v3/memories/add/", "/memories"), body: map[string]any{
		"messages": []any{map[string]any{"role": "user", "content": text}},
		"user_id":  c.user,
		"metadata": meta,
		"infer":    false,
	}}
}

func (c *Client) searchCall(query, project string, limit int) call {
	if query = strings.ToValidUTF8(query, " "); len(query) > queryMax {
		cut := queryMax
		for !utf8.RuneStart(query[cut]) {
			cut--
		}
		query = query[:cut]
	}
	body := map[string]any{"query": query, "top_k": limit}
	if c.style == Hosted {
		body["output_format"] = "v1.1"
		body["filters"] = c.hostedFilter(project)
	} else {
		filters := map[string]any{"user_id": c.user}
		if project != "" {
			filters[metaProject] = project
		}
		body["filters"] = filters
	}
	return call{op: "search", method: http.MethodPost, path: c.pick("/v3/memories/search/", "/search"), body: body}
}

func (c *Client) listCall(project string, page, size int) call {
	if c.style == Hosted {
		path := fmt.Sprintf("/v3/memories/?page=%d&page_size=%d", page, size)
		return call{op: "list", method: http.MethodPost, path: path, body: map[string]any{"filters": c.hostedFilter(project)}}
	}
	q := url.Values{"user_id": {c.user}, "top_k": {strconv.Itoa(size)}}
	return call{op: "list", method: http.MethodGet, path: "/memories?" + q.Encode()}
}

func (c *Client) hostedFilter(project string) map[string]any {
	user := map[string]any{"user_id": c.user}
	if project == "" {
		return user
	}
	return map[string]any{"AND": []any{user, map[string]any{"metadata": map[string]any{metaProject: project}}}}
}

func (c *Client) oneCall(op, method, id string, body any) call {
	id = url.PathEscape(id)
	return call{op: op, method: method, path: c.pick("/v1/memories/"+id+"/", "/memories/"+id), body: body, missing: true}
}

func (c *Client) eventCall(id string) call {
	return call{op: "add", method: http.MethodGet, path: "/v1/event/" + url.PathEscape(id) + "/", missing: true}
}

func (c *Client) pick(hosted, selfHosted string) string {
	if c.style == Hosted {
		return hosted
	}
	return selfHosted
}

// plainID reports whether an id can stand in a path. An empty one, or dots that
// a proxy resolves, would make the path of the route that deletes everything.
func plainID(id string) bool {
	if id == "" || len(id) > 200 || strings.Trim(id, ".") == "" {
		return false
	}
	for _, r := range id {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_.:", r):
		default:
			return false
		}
	}
	return true
}
