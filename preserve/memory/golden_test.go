// Whole folders: testdata/<language>/have and facts.json become want.

package memory

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/*/want anew")

func TestGolden(t *testing.T) {
	dirs, _ := filepath.Glob("testdata/*/facts.json")
	if len(dirs) < 3 {
		t.Fatalf("%d golden folders, want 3", len(dirs))
	}
	for _, d := range dirs {
		d = filepath.Dir(d)
		t.Run(filepath.Base(d), func(t *testing.T) {
			var facts []Fact
			data, err := os.ReadFile(d + "/facts.json")
			if err == nil {
				err = json.Unmarshal(data, &facts)
			}
			if err != nil {
				t.Fatal(err)
			}
			have, err := Read(d + "/have")
			if err != nil {
				t.Fatal(err)
			}
			next, outcomes := merged(t, have, facts...)
			told, _ := json.MarshalIndent(outcomes, "", "\t")
			if *update {
				golden(t, d, next, told)
			}
			want, err := Read(d + "/want")
			if err != nil {
				t.Fatal(err)
			}
			want.Files = ownNames(t, want.Files)
			if show(next) != show(want) {
				t.Errorf("got\n%s\nwant\n%s", show(next), show(want))
			}
			if text, _ := os.ReadFile(d + "/outcomes.json"); strings.TrimSpace(string(text)) != string(told) {
				t.Errorf("got\n%s\nwant\n%s", told, text)
			}
		})
	}
}

// Names in the repository are ASCII, on every file system the same: other
// letters are written as percent signs and digits, as in a URL.
func asciiName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func ownNames(t *testing.T, files map[string][]byte) map[string][]byte {
	t.Helper()
	own := map[string][]byte{}
	for name, data := range files {
		name, err := url.PathUnescape(name)
		if err != nil {
			t.Fatal(err)
		}
		own[name] = data
	}
	return own
}

func golden(t *testing.T, dir string, next Existing, told []byte) {
	t.Helper()
	_ = os.RemoveAll(dir + "/want")
	err := os.MkdirAll(dir+"/want", 0o755)
	for file, data := range next.Files {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "want", asciiName(file)), data, 0o644)
		}
	}
	if err == nil {
		err = os.WriteFile(dir+"/outcomes.json", append(told, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
