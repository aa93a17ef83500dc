package evidence_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/preserve/evidence"
	"savectx/preserve/redact"
)

// row is a row of a transcript in the client's form.
func row(id, parent int, kind string, content any) string {
	above := "null"
	if parent > 0 {
		above = fmt.Sprintf("%q", uuid(parent))
	}
	data, _ := json.Marshal(map[string]any{"role": kind, "content": content})
	return fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%s,"message":%s}`+"\n", kind, uuid(id), above, data)
}

func uuid(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func ran(id, parent int, command, output string, failed bool) string {
	return used("Bash", id, parent, command, output, failed)
}

func used(tool string, id, parent int, command, output string, failed bool) string {
	return row(id, parent, "assistant", []any{map[string]any{"type": "tool_use", "id": fmt.Sprint("t", id), "name": tool, "input": map[string]any{"command": command}}}) +
		row(id+1, id, "user", []any{map[string]any{"type": "tool_result", "tool_use_id": fmt.Sprint("t", id), "content": output, "is_error": failed}})
}

// Secrets that only the text around them tells, and that an item would hold cut
// or without what tells them, are in no string of the list.
func TestSecretsOfRowsAreInNoItem(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	clean := func(s string) string { s, _ = r.Text(s); return s }
	key := "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEowIBAAKCAQEAy8Dbv8prpJ/0kKhlGeJYozo2t60EG8L0561g13R29LvMR5hy\nvGZlGJpmn65+A4xHXInJYiPuKzrKUnApeLZ+vw1HocOAZtWK0z3r26uA8kQYOKX9\n-----END RSA PRIVATE " + "KEY-----\n"
	token := "ghp_" + "x7Kq2mPz9LrT4vWn8BcY6dFh1JsG3aUeXo5Q"
	long := strings.Repeat("never touch the table of prices in this branch and say so when somebody asks for it, ", 7)
	for name, rows := range map[string]string{
		"a token where a long prompt is cut":    row(1, 0, "user", "Build it.") + row(2, 1, "assistant", "Done.") + row(3, 2, "user", long[:530]+" "+token+" "+long),
		"a password told a line above":          row(1, 0, "user", "never use another password than\npassword: \"Tr0ub4dor-and-3x\"\nno, always Tr0ub4dor-and-3x for this"),
		"a key among the lines of an error":     row(1, 0, "user", "Go.") + ran(2, 1, "cat key.pem && ./sign", "error: cannot parse\n"+key+"fatal: MIIEowIBAAKCAQEAy8Dbv8prpJ/0kKhlGeJYozo2t60EG8L0561g13R29LvMR5hy denied", true),
		"a token where a long command is cut":   row(1, 0, "user", "Go.") + ran(2, 1, "curl "+strings.Repeat("-H 'Accept: text/plain' ", 6)+"-H 'Authorization: Bearer "+token+"' https://api.example.com/x", "error: 403 forbidden", true),
		"a token that recurs":                   row(1, 0, "user", "use "+token) + row(2, 1, "user", "again "+token) + row(3, 2, "user", "and "+token) + row(4, 3, "user", "still "+token) + row(5, 4, "user", "now "+token),
		"a refused command":                     row(1, 0, "user", "Go.") + strings.Replace(ran(2, 1, "PGPASSWORD=Tr0ub4dor-and-3x psql -h db.example.com", "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.", true), `"type":"user"`, `"type":"user","toolUseResult":"User rejected tool use"`, 1),
		"what the model says after a failure":   row(1, 0, "user", "Go.") + ran(2, 1, "./deploy", "error: 401 unauthorized", true) + row(4, 3, "assistant", []any{map[string]any{"type": "text", "text": "The token is wrong: it should be " + token + " and not another one."}}),
		"a to-do":                               row(1, 0, "user", "Go.") + strings.Replace(used("TodoWrite", 2, 1, "x", "ok", false), `"type":"user"`, `"type":"user","toolUseResult":{"newTodos":[{"content":"Rotate Authorization: Bearer `+token+` now","status":"pending"},{"content":"curl -u admin:Tr0ub4dor-and-3x https://db.example.com","status":"pending"}]}`, 1),
		"an answer to a question":               row(1, 0, "user", "Go.") + strings.Replace(used("AskUserQuestion", 2, 1, "x", "ok", false), `"type":"user"`, `"type":"user","toolUseResult":{"questions":[{"question":"What is the database password?","options":[]}],"answers":{"What is the database password?":"Tr0ub4dor-and-3x"}}`, 1),
		"a question with a secret as an answer": row(1, 0, "user", "Go.") + row(2, 1, "assistant", "Which password do I use?") + row(3, 2, "user", "no, not that. password=Tr0ub4dor-and-3x"),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
				t.Fatal(err)
			}
			bare, err := evidence.Read(path, evidence.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(bare) == 0 {
				t.Fatal("nothing is found, so nothing can be hidden")
			}
			list, err := evidence.Read(path, evidence.Options{Clean: clean})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				data, _ := json.Marshal(f)
				for _, part := range []string{"Tr0ub4", "4dor-and", token[4:12], token[len(token)-8:], "MIIEow", "y8Dbv8prp", "vGZlGJpmn"} {
					if strings.Contains(string(data), part) {
						t.Errorf("%q is in %s", part, data)
					}
				}
			}
		})
	}
}
