package transcript

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// backwards is the same, told simply.
func backwards(data []byte) []string {
	var out []string
	for _, l := range slices.Backward(bytes.Split(data, []byte("\n"))) {
		if len(l) > 0 {
			out = append(out, string(l))
		}
	}
	return out
}

func collect(t *testing.T, path string, limit int64) ([]string, bool) {
	t.Helper()
	var got []string
	whole, err := Newest(path, limit, func(l []byte) bool { got = append(got, string(l)); return true })
	if err != nil {
		t.Fatal(err)
	}
	return got, whole
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNewest(t *testing.T) {
	long := strings.Repeat("x", 3*block+17)
	for name, text := range map[string]string{
		"empty": "", "one": "a\n", "torn": "a\nb", "blank lines": "\n\na\n\n\nb\n", "only breaks": "\n\n\n",
		"at the block's edge": strings.Repeat("y", block-1) + "\n" + strings.Repeat("z", block) + "\n",
		"long":                "first\n" + long + "\nlast\n", "long alone": long, "NUL": "\x00\x00a\nb\x00\n",
	} {
		if got, whole := collect(t, write(t, text), 1<<30); !whole || !slices.Equal(got, backwards([]byte(text))) {
			t.Errorf("%s: %d lines, whole %v, want %d", name, len(got), whole, len(backwards([]byte(text))))
		}
	}
}

func TestNewestStops(t *testing.T) {
	path := write(t, strings.Repeat("line\n", 100_000)+"mark\nlast\n")
	var got []string
	whole, err := Newest(path, 1<<30, func(l []byte) bool {
		got = append(got, string(l))
		return string(l) != "mark"
	})
	if err != nil || !whole || !slices.Equal(got, []string{"last", "mark"}) {
		t.Errorf("%q, %v, %v", got, whole, err)
	}
	if got, whole := collect(t, path, 12); whole || !slices.Equal(got, []string{"last", "mark"}) {
		t.Errorf("within 12 bytes: %q, %v", got, whole)
	}
}

func TestNewestOfOtherThings(t *testing.T) {
	dir := t.TempDir()
	if got, whole := collect(t, filepath.Join(dir, "none"), 1); !whole || got != nil {
		t.Errorf("a missing file: %q, %v", got, whole)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, fifo} {
		if _, err := Newest(path, 1, func([]byte) bool { return true }); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := newest(strings.NewReader("ab\n"), 10, 10, nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file that shrank: %v", err)
	}
}

func FuzzNewest(f *testing.F) {
	f.Add([]byte("a\n\nb"), int64(2))
	f.Fuzz(func(t *testing.T, data []byte, limit int64) {
		limit = max(limit%64, 1)
		var got []string
		whole, err := newest(bytes.NewReader(data), int64(len(data)), limit, func(l []byte) bool { got = append(got, string(l)); return true })
		if err != nil {
			t.Fatal(err)
		}
		want := backwards(data)
		if whole != (int64(len(data)) <= limit) {
			t.Errorf("whole %v with %d bytes and a limit of %d", whole, len(data), limit)
		}
		if whole && !slices.Equal(got, want) || !whole && !slices.Equal(got, want[:len(got)]) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
