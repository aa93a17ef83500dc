// What Read makes of transcripts the client wrote.

package transcript

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRealTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/real-*.jsonl")
	if len(files) == 0 {
		t.Fatal("no recordings")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			got := dump(t, f)
			golden := strings.TrimSuffix(f, ".jsonl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
