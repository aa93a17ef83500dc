package anymcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tools reads "name field* field ..." lines; * is asked for, [] an array of
// strings, {} an object, # a number, ? a boolean, else a string.
func tools(lines string) (list []*mcp.Tool) {
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		fields, required := object{}, []any{}
		for _, w := range words[1:] {
			name, asked := strings.CutSuffix(w, "*")
			of := str()
			for mark, kind := range map[string]string{"[]": "array", "{}": "object", "#": "integer", "?": "boolean"} {
				if rest, ok := strings.CutSuffix(name, mark); ok {
					name, of = rest, object{"type": kind}
				}
			}
			fields[name] = of
			if asked {
				required = append(required, name)
			}
		}
		list = append(list, &mcp.Tool{Name: words[0], InputSchema: object{"type": "object", "properties": fields, "required": required}})
	}
	return list
}

func TestDiscover(t *testing.T) {
	for name, c := range map[string]struct {
		tools string
		names Names
		want  string // add, search, list, update, remove; - is none
	}{
		"claudestra": {tools: `memory_write content* user_id* metadata{}
			memory_search query* user_id* limit#
			memory_list user_id*
			memory_update memory_id* content* user_id
			memory_delete memory_id*`, want: "memory_write memory_search memory_list memory_update memory_delete"},
		"camel case": {tools: `addMemory thing*
			searchMemories term* topK#`, want: "addMemory searchMemories - - -"},
		"verbs alone": {tools: `remember text*
			recall query*
			forget id*`, want: "remember recall - - forget"},
		"a name is not enough": {tools: `add_memory amount#* unit{}*
			search_memories vector[]*
			delete_memory confirm?*
			update_memory memory_id*`, want: "- - - - -"},
		"a schema is not enough": {tools: `run_command text*
			send_mail text*
			web_search query*
			create_issue title* body*
			add_comment issue_id* text*
			delete_file id*`, want: "- - - - -"},
		"never all at once": {tools: `delete_all_memories memory_id
			clear_memory id*
			delete_memories_by_tag id*
			purge_memory id*`, want: "- - - - -"},
		"what nobody can give": {tools: `write_note title* content* directory* tags[]
			search_notes query* page#`, want: "- search_notes - - -"},
		"a constant of the config": {tools: `write_note title* content* directory* tags[]
			search_notes query* page#`, names: Names{Args: map[string]any{"directory": "savectx"}}, want: "write_note search_notes - - -"},
		"two that fit": {tools: `add_memory text*
			create_memory text*`, want: "- - - - -"},
		"two that fit, one named": {tools: `add_memory text*
			create_memory text*`, names: Names{Add: "create_memory"}, want: "create_memory - - - -"},
		"named by the config, and odd": {tools: `ingest blob*`, names: Names{Add: "ingest"}, want: "ingest - - - -"},
		"named, and does not fit":      {tools: `ingest n#*`, names: Names{Add: "ingest"}, want: "- - - - -"},
		"named, and not there":         {tools: `x`, names: Names{Add: "ingest"}, want: "- - - - -"},
		"neighbours": {tools: `memory_store content* tags[] memory_type
			memory_search query* limit#
			memory_store_session content*
			memory_list page# page_size#
			memory_list_tags
			memory_get id*
			memory_delete content_hash*
			memory_stats`, want: "memory_store memory_search memory_list - memory_delete"},
	} {
		t.Run(name, func(t *testing.T) {
			m := Discover(tools(c.tools), c.names)
			var got []string
			for _, choice := range []Choice{m.Add, m.Search, m.List, m.Update, m.Remove} {
				tool := choice.Tool
				if tool == "" {
					tool = "-"
				}
				if choice.Reason == "" {
					t.Errorf("no reason: %+v", choice)
				}
				got = append(got, tool)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %v, want %v\n%+v", got, c.want, m)
			}
		})
	}
}

func TestReasons(t *testing.T) {
	m := Discover(tools("add_memory text* amount#*\nupdate_memory id* text*\nedit_memory id* text*"), Names{Search: "seek"})
	for got, want := range map[string]string{
		m.Add.Reason:    "no tool adds a text; add_memory does not fit: it needs amount, which only the config can give (as a constant)",
		m.Search.Reason: `the config names "seek", which the server does not have`,
		m.Update.Reason: "several tools fit equally well, name one in the config",
		m.Remove.Reason: "no tool removes by an id",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if fmt.Sprint(m.Update.Others) != "[update_memory edit_memory]" {
		t.Errorf("%v", m.Update.Others)
	}
}

func TestHostileSchemas(t *testing.T) {
	deep := object{"type": "object"}
	for range 10_000 {
		deep = object{"anyOf": []any{deep}, "properties": object{"text": deep}}
	}
	round := object{"type": "object", "properties": object{"text": object{"$ref": "#/properties/text"}}, "required": []any{"text"}}
	list := []*mcp.Tool{
		{Name: "add_memory", InputSchema: deep}, {Name: "save_memory", InputSchema: round}, {Name: "store_memory", InputSchema: "x"}, {Name: "write_memory"},
		{Name: "add_\x1b[2Jmemory", InputSchema: schema([]string{"text"}, object{"text": str()})},
		{Name: "remember", InputSchema: object{"type": []any{"object", 5}, "properties": object{"text\x07": str()}, "required": []any{"text\x07", "text\x07", 7}}},
	}
	m := Discover(list, Names{})
	shown, err := json.Marshal(m)
	if err != nil || strings.Contains(string(shown), `\u00`) {
		t.Fatalf("%s, %v", shown, err)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{`{"results":[{"id":"1","memory":"a"}]}`, `[{"memory":{"id":1,"content":"b"},"distance":0.1}]`, "1. a (id: x)\n2. b", `{"result":"[{\"text\":\"c\"}]"}`,
		`{"event":"DROPPED_NEAR_DUPLICATE","duplicate_of":["a"]}`, "DROPPED_NEAR_DUPLICATE duplicate_of=ab-1", `{"near_duplicate_of":{"id":"q"},"existing_memory":"text"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a := readAnswer(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}})
		for _, r := range a.records() {
			if strings.TrimSpace(r.Text) == "" || len(r.Text) > maxText+3 || len(r.ID) > maxID {
				t.Errorf("%+v", r)
			}
		}
		a.added()
	})
}
