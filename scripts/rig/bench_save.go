package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// page is a document of 20 KiB with sections, lists, code and tables.
func page(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: Page %d\n---\n\n# Page %d\n", i, i)
	for s := 0; b.Len() < 20<<10; s++ {
		fmt.Fprintf(&b, "\n## Section %d\n", s)
		for p := range 6 { // some sixteen sections, as documents of that size have
			fmt.Fprintf(&b, "\nThe queue of service %d keeps its jobs for %d hours; see [the log](log-%d.md) and `jobs/%d.go`.\nWhat it cannot deliver goes to the dead letters, where somebody looks at it in the morning.\n", i, s+p, s, s)
		}
		b.WriteString("\n")
		fmt.Fprintf(&b, "- retries: %d\n- owner: team %d\n  - nested\n\n```sh\n# not a heading\nmake -C svc%d deploy\n```\n\n| key | value |\n| --- | --- |\n| a | %d |\n", s, i%7, i, s)
	}
	return b.String()
}

func pages(dir string, n int) error {
	for i := range n {
		sub := filepath.Join(dir, fmt.Sprintf("area%02d", i%50))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("page%05d.md", i)), []byte(page(i)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// scan compares the topic map with finding and reading the same files.
func (r rig) scan(ctx context.Context, n int) error {
	dir, err := os.MkdirTemp("", "savectx-docs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := pages(dir, n); err != nil {
		return err
	}
	var reading, finding, mapping []time.Duration
	for range 7 {
		began := time.Now()
		if err := readAll(dir); err != nil {
			return err
		}
		reading = append(reading, time.Since(began))
		began = time.Now()
		if err := exec.CommandContext(ctx, "find", dir, "-name", "*.md", "-exec", "cat", "{}", "+").Run(); err != nil {
			return err
		}
		finding = append(finding, time.Since(began))
		began = time.Now()
		cmd := exec.CommandContext(ctx, r.program, "context", "scan", "--json")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
		if err := cmd.Run(); err != nil {
			return err
		}
		mapping = append(mapping, time.Since(began))
	}
	fmt.Printf("%d documents of 20 KiB, page cache warm, 7 runs\n", n)
	fmt.Printf("  %-44s %s\n", "finding and reading, one after the other", spread(reading))
	fmt.Printf("  %-44s %s\n", "find -exec cat", spread(finding))
	fmt.Printf("  %-44s %s\n", "savectx context scan --json, whole process", spread(mapping))
	scan := float64(median(mapping))
	fmt.Printf("ratio of the medians, scan to the loop: %.2f, to find: %.2f\n", scan/float64(median(reading)), scan/float64(median(finding)))
	return nil
}

func readAll(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, f)
		return err
	})
}

// save measures a save to every local destination in a project of n documents.
func (r rig) save(ctx context.Context, n int) error {
	dir, err := os.MkdirTemp("", "savectx-docs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root, home, vault := filepath.Join(dir, "project"), filepath.Join(dir, "home"), filepath.Join(dir, "vault")
	for _, d := range []string{filepath.Join(root, ".git"), filepath.Join(root, "docs"), home, filepath.Join(vault, "daily"), filepath.Join(vault, "decisions")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	if err := pages(root, n); err != nil {
		return err
	}
	for name, text := range map[string]string{"docs/DECISIONS.md": "# Decisions\n", "docs/TASKS.md": "# Tasks\n\n- [ ] one\n", "CLAUDE.md": "# Rules\n\n## Tests\n\n- a\n"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	var took []time.Duration
	for i := range 30 {
		cmd := exec.CommandContext(ctx, r.program, "save", "--yes", "--to", "context,docs,memory,handoff,notes", "-")
		cmd.Dir = root
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CLAUDE_CODE_SESSION_ID=00000000-0000-4000-8000-000000000000",
			"SAVECTX_NOTES_VAULT=" + vault, "SAVECTX_NOTES_DAILY_LOGS=daily", "SAVECTX_NOTES_DECISIONS=decisions"}
		cmd.Stdin = strings.NewReader(sample(i))
		began := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		took = append(took, time.Since(began))
	}
	fmt.Printf("a save to context, docs, memory, handoff and notes, in a project of %d documents, whole process, 30 runs\n", n)
	fmt.Printf("  %-44s %s\n", "savectx save", spread(took))
	return nil
}

func sample(i int) string {
	return fmt.Sprintf(`{"version":1,"topic":"Run %d","items":[
{"kind":"dead_end","text":"Approach %d with the update hook","why":"it fires %d times a cart","exact":["429 Too Many Requests: %d"]},
{"kind":"decision","text":"Number %d is settled for the mail service","why":"it has the event","target":{"file":"CLAUDE.md","section":"Tests"}},
{"kind":"correction","text":"Rule %d of the person about the tests","quote":"never do %d in tests","memory":{"hook":"No %d in tests"}},
{"kind":"open","text":"Try step %d on the test address"},{"kind":"state","text":"Step %d is half done"}],
"next":["step %d"],"read_first":["docs/DECISIONS.md"]}`, i, i, i, i, i, i, i, i, i, i, i)
}

func median(d []time.Duration) time.Duration { return slices.Sorted(slices.Values(d))[len(d)/2] }
