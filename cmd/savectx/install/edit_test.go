// Settings files as they are found in the wild, sorted by what is right for them.

package install

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what Add does now as what it should do")

// wild calls do for each file of a folder, which must have some.
func wild(t *testing.T, dir string, do func(t *testing.T, path string, data []byte)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file in testdata/%s: %v", dir, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			do(t, path, data)
		})
	}
}

// golden compares with the file of that name.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\n(%v)", got, want, err)
	}
}

var wildWish = Wanted{
	Hooks: []Hook{
		{"Stop", "/opt/bin/savectx-hook", []string{"Stop"}},
		{"PreCompact", "'/opt/my bin/savectx' hook PreCompact", nil},
		{"SessionEnd", "/opt/bin/savectx-hook", []string{"SessionEnd"}},
	},
	StatusLine: "/opt/bin/savectx statusline", Insist: true,
}

func TestKept(t *testing.T) {
	wild(t, "kept", func(t *testing.T, path string, data []byte) {
		got, err := Add(data, wildWish)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, path+".want", got)
		clean, err := Remove(data)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "ours_before.json") {
			golden(t, path+".removed", clean)
			return
		}
		if !bytes.Equal(clean, data) {
			t.Errorf("removed, though nothing of ours is in it: %q", clean)
		}
		lawOf(t, data, clean, wildWish)
	})
}

func TestRefused(t *testing.T) {
	wild(t, "refused", func(t *testing.T, path string, data []byte) {
		got, err := Add(data, wildWish)
		var refused *RefusedError
		if !errors.As(err, &refused) || got != nil {
			t.Fatalf("not refused: %q, %v", got, err)
		}
		golden(t, path+".want", []byte(err.Error()+"\n"))
	})
}
