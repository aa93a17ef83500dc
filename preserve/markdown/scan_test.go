// Scanning a folder of everything that can go wrong.

package markdown

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

func write(t *testing.T, root, name, text string) {
	t.Helper()
	p := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDocs(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "root")
	for name, text := range map[string]string{
		"b.md": "# B\n## C\n", "a/x.md": "text", "a-b.md": "", "UP.MD": "# Up\n", "no.txt": "# No\n",
		"bad.md": "\xff", "nul.md": "a\x00", "big.md": strings.Repeat("x", 5000), "long.md": "# L\n" + strings.Repeat("x", 4996),
		"node_modules/m.md": "", ".git/g.md": "", "dist/d.md": "", "sub/build/d.md": "",
		"mine/m.md": "", "sub/deep/q.md": "", "sub/keep.md": "---\ntitle: K\n---\n", "../out.md": "# Out\n",
	} {
		write(t, root, name, text)
	}
	for link, target := range map[string]string{"l.md": "b.md", "out.md": "../out.md", "gone.md": "none", "loop": ".", "dir.md": "a"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "fifo.md"), 0o600); err != nil {
		t.Fatal(err)
	}

	scan := Scan{Exclude: []string{"mine", "sub/d*/"}, MaxBytes: 5000 - 1}
	want := []string{
		`UP.MD 5 "Up" 1 true`, `a-b.md 0 "" 0 false`, `a/x.md 4 "" 0 true`, `b.md 9 "B" 2 true`, `bad.md 1 "" 0 false not UTF-8`,
		`big.md 5000 "" 0 false larger than 4999 bytes`, `l.md 9 "B" 2 true`, `long.md 5000 "" 0 false larger than 4999 bytes`,
		`nul.md 2 "" 0 false not text: it has a NUL byte`, `sub/keep.md 17 "K" 0 true`,
	}
	docs, err := scan.Docs(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(docs); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	scan.MaxBytes, scan.Limit = 5000, 8
	docs, err = scan.Docs(t.Context(), root)
	if err != nil || len(docs) != 8 || docs[7].Title != "L" || docs[7].Text != "" {
		t.Errorf("%v, %v", show(docs), err)
	}
}

func show(docs []Doc) []string {
	var out []string
	for _, d := range docs {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %d %q %d %v %s", d.Path, d.Size, d.Title, len(d.Headings), d.Text != "", d.Problem)))
	}
	return out
}

// A document keeps nothing that the next one is read into.
func TestDocsOwn(t *testing.T) {
	root := t.TempDir()
	want := map[string][]Heading{}
	for i := range 100 {
		var b strings.Builder
		for k := range i % 7 {
			fmt.Fprintf(&b, "%s Part %d of `%d`\n\n## Plain %d %d\n\ntext\n\n", strings.Repeat("#", 1+(i+k)%6), k, i, i, k)
		}
		name := fmt.Sprintf("%d.md", i)
		write(t, root, name, b.String())
		want[name] = Headings([]byte(b.String()))
	}
	docs, err := Scan{}.Docs(t.Context(), root)
	if err != nil || len(docs) != len(want) {
		t.Fatal(len(docs), err)
	}
	for _, d := range docs {
		if !reflect.DeepEqual(d.Headings, want[d.Path]) {
			t.Errorf("%s: got %v, want %v", d.Path, d.Headings, want[d.Path])
		}
	}
}

func TestDocsDenied(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is denied to root")
	}
	root := t.TempDir()
	write(t, root, "a.md", "# A")
	write(t, root, "d/b.md", "# B")
	for _, p := range []string{"a.md", "d"} {
		p = filepath.Join(root, p)
		if err := os.Chmod(p, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(p, 0o700) })
	}
	docs, err := Scan{}.Docs(t.Context(), root)
	if err != nil || len(docs) != 2 || docs[0].Problem != "permission denied" || docs[1].Path != "d/" || docs[1].Problem != "permission denied" {
		t.Errorf("%v, %v", docs, err)
	}
}

func TestDocsErrors(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.md", "# A")
	if _, err := (Scan{}).Docs(t.Context(), filepath.Join(root, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := (Scan{}).Docs(t.Context(), filepath.Join(root, "a.md")); !errors.Is(err, syscall.ENOTDIR) {
		t.Error(err)
	}
	if _, err := (Scan{Exclude: []string{"[a"}}).Docs(t.Context(), root); !errors.Is(err, path.ErrBadPattern) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if docs, err := (Scan{}).Docs(ctx, root); !errors.Is(err, context.Canceled) || docs != nil {
		t.Error(docs, err)
	}
}

// The scanner must decide usual documents itself, or it saves nothing.
func TestFastDecides(t *testing.T) {
	for _, src := range []string{
		"# A\n\ntext\nmore\n\n- a\n  b\nlazy\n  * c\n\n  ```\n  # no\n  ```\n\nB\n===\n\n> q\n\n<p>\n# no\n</p>\n\n## C\n",
		"# Log\n\n## [1.0.0] - 2020\n\n- x\n\n[1.0.0]: https://x.y\n",
		"# `code` and **b**\n\n1. a\n2. b\n\n---\n\n| a |\n|---|\n| b |\n\n    code\n\n<!-- c\n\n-->\n",
	} {
		if _, ok := fastSections(splitFront([]byte(src)), []byte(src)); !ok {
			t.Errorf("left to goldmark: %q", src)
		}
	}
}
