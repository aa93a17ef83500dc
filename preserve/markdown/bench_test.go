// How fast a scan is, beside finding and reading the files.

package markdown

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// corpus is a folder of documents: that of MARKDOWN_CORPUS, or 1,000 of 20 KiB.
func corpus(b *testing.B) string {
	if dir := os.Getenv("MARKDOWN_CORPUS"); dir != "" {
		return dir
	}
	dir := b.TempDir()
	part := "## Part\n\n" + strings.Repeat("Plain text of a usual length, with `code` and *marks*.\n", 12) +
		"\n- one\n  more\n- two\n\n```sh\n# no heading\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	doc := "# Title\n\n" + strings.Repeat(part, 100)
	for i := range 1000 {
		sub := filepath.Join(dir, fmt.Sprint("d", i%20))
		if err := os.MkdirAll(sub, 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprint("f", i, ".md")), []byte(doc[:20<<10]), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func BenchmarkDocs(b *testing.B) {
	dir := corpus(b)
	for b.Loop() {
		docs, err := Scan{}.Docs(b.Context(), dir)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(docs)), "docs")
	}
}

// BenchmarkMap is a scan that keeps no headings.
func BenchmarkMap(b *testing.B) {
	dir := corpus(b)
	for b.Loop() {
		if _, err := Map(b.Context(), Scan{}, dir, func(d Doc) int { return len(d.Headings) }); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead is what a scan is measured against: the same files, found and
// read, by one worker and by two.
func BenchmarkRead(b *testing.B) {
	dir := corpus(b)
	for workers := 1; workers <= 2; workers++ {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				readAll(b, dir, workers)
			}
		})
	}
}

func readAll(b *testing.B, dir string, workers int) {
	files := make(chan string, 100)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for f := range files {
				if _, err := os.ReadFile(f); err != nil {
					b.Error(err)
				}
			}
		})
	}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".md") {
			files <- p
		}
		return err
	})
	close(files)
	wg.Wait()
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkGoldmark is what the scanner of lines saves.
func BenchmarkGoldmark(b *testing.B) {
	dir := corpus(b)
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.md"))
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		files, _ = filepath.Glob(filepath.Join(dir, "*", "*", "*.md"))
	}
	src, err := os.ReadFile(files[0])
	if err != nil {
		b.Fatal(err)
	}
	b.Run("fast", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			fastSections(splitFront(src), src)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			sections(src)
		}
	})
}
