package claude

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const recorded = "testdata/screens"

// recording is one captured screen: what tmux printed, and where the cursor was.
type recording struct {
	folder, name, capture string
	x, y, width           int
}

func (r recording) read() Screen { return ReadScreen(r.capture, r.x, r.y) }

func load(t testing.TB, path string) recording {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, capture, _ := strings.Cut(string(data), "\n")
	r := recording{folder: filepath.Base(filepath.Dir(path)), name: filepath.Base(path), capture: capture}
	var height int
	if _, err := fmt.Sscanf(head, "cursor=%d,%d size=%dx%d", &r.x, &r.y, &r.width, &height); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return r
}

// recordings are the screens of every folder but holds; an empty folder fails.
func recordings(t testing.TB) []recording {
	t.Helper()
	var out []recording
	folders, err := os.ReadDir(recorded)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		files, _ := filepath.Glob(filepath.Join(recorded, f.Name(), "*.txt"))
		if len(files) == 0 && f.Name() != "holds" {
			t.Errorf("no screens in %s", f.Name())
		}
		for _, file := range files {
			if f.Name() != "holds" {
				out = append(out, load(t, file))
			}
		}
	}
	return out
}

func TestScreensAreWhatTheirFolderSays(t *testing.T) {
	for _, r := range recordings(t) {
		s := r.read()
		want := []Kind{Kind(r.folder)}
		if r.folder == "vim-normal" { // cannot be seen
			want = []Kind{KindIdleEmpty, KindIdleDraft}
		}
		ok := false
		for _, k := range want {
			ok = ok || s.Kind == k
		}
		if !ok {
			t.Errorf("%s/%s is %s, want %s", r.folder, r.name, s.Kind, want)
		}
	}
}
