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

// A long result is read in part. Wherever the cut falls, no secret comes out,
// whole or in part.
func TestCutsPartNoSecret(t *testing.T) {
	hide, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	clean := func(s string) string { s, _ = hide.Text(s); return s }
	const token = "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
	line := "error: step 12 of the build failed with code 7 in src/app.go\n"
	oneLine := "error step failed in src/app.go code 7 "
	for _, failed := range []bool{true, false} {
		limit := 8 << 10
		if !failed {
			limit = 2 << 10
		}
		for _, seam := range []int{limit / 4 * 3, 3*limit - limit/4} { // of a text of three times the limit
			for _, fill := range []string{line, oneLine} {
				for _, secret := range []string{"PASSWORD=Tr0ub4dor&3x9", "\nPASSWORD:\n  Tr0ub4dor&3x9\n", token} {
					for shift := -90; shift <= 90; shift += 3 {
						text := strings.Repeat(fill, 3*limit/len(fill)+2)[:3*limit-len(secret)-1]
						at := min(max(0, seam+shift), len(text))
						text = text[:at] + " " + secret + text[at:]
						list := read(t, text, failed, clean)
						for _, f := range list {
							out, _ := json.Marshal(f.Item)
							for i := 0; i+12 <= len(token); i++ {
								if strings.Contains(string(out), token[i:i+12]) {
									t.Fatalf("failed %v, seam %d%+d: %s", failed, seam, shift, out)
								}
							}
							if strings.Contains(string(out), "ub4dor") {
								t.Fatalf("failed %v, seam %d%+d: %s", failed, seam, shift, out)
							}
						}
					}
				}
			}
		}
	}
}

// read is the list of a session in which one command printed a text.
func read(t *testing.T, text string, failed bool, clean func(string) string) []evidence.Found {
	t.Helper()
	quoted, _ := json.Marshal(text)
	rows := `{"type":"user","uuid":"a","parentUuid":null,"message":{"role":"user","content":"deploy it"}}
{"type":"assistant","uuid":"b","parentUuid":"a","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make deploy"}}]}}
` + fmt.Sprintf(`{"type":"user","uuid":"c","parentUuid":"b","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":%v,"content":%s}]}}`, failed, quoted) + "\n"
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := evidence.Read(path, evidence.Options{Clean: clean})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
