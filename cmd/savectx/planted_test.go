// Secrets in every field of a snapshot, looked for in everything that is left.

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/memory/mem0/mem0test"
	seeds "savectx/preserve/redact/planted"
)

// perSave is how many passages with a secret one snapshot carries.
const perSave = 180

// TestPlantedSecrets saves snapshots full of secrets to every place, arms a
// job with them in its line and its follow-up prompt, and looks for each secret
// in every file, every name of a file, every buffer of tmux and every word of
// output.
func TestPlantedSecrets(t *testing.T) {
	t.Parallel()
	s, pane, env := agentPane(t)
	dir := t.TempDir()
	for _, d := range []string{".git", "docs", "vault/daily", "vault/decisions"} {
		must(t, os.MkdirAll(filepath.Join(dir, d), 0o755))
	}
	for name, text := range map[string]string{"docs/DECISIONS.md": "# Decisions\n", "docs/TASKS.md": "# Tasks\n", "CLAUDE.md": "# Rules\n\n## Notes\n\n- a\n"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	server := mem0test.New(mem0test.Options{})
	t.Cleanup(server.Close)
	env = append(env, "SAVECTX_MEM0_URL="+server.URL, "SAVECTX_MEM0_USER=ada")
	env = append(env, "SAVECTX_NOTES_VAULT="+filepath.Join(dir, "vault"), "SAVECTX_NOTES_DAILY_LOGS=daily", "SAVECTX_NOTES_DECISIONS=decisions")
	all := seeds.All()
	kinds := map[string]bool{}
	for _, p := range all {
		kinds[p.Kind] = true
	}
	if len(all) < 150 || len(kinds) < 60 {
		t.Fatalf("%d secrets of %d kinds", len(all), len(kinds))
	}
	said := ""
	for i, chunk := range slices.Collect(slices.Chunk(all, perSave)) {
		data, err := json.Marshal(carrying(chunk))
		must(t, err)
		run := func(code int, args ...string) {
			cmd := savectx(t, dir, env, args...)
			cmd.Stdin = strings.NewReader(string(data))
			r := outcome(t, cmd)
			if r.code != code {
				t.Errorf("%q: exit %d, want %d\n%.2000s\n%.2000s", args, r.code, code, r.stdout, r.stderr)
			}
			said += r.stdout + r.stderr
		}
		const places = "context,docs,memory,handoff,notes,session,mem0"
		run(exitDone, "save", "--plan", "--to", places, "-")
		run(exitFailed, "save", "--check", "-")
		run(exitDone, "save", "--blocks", "-")
		then := "go on with " + chunk[0].Text
		run(exitNotTyped, "save", "--yes", "--to", places, "--compact", "--foreground", "--deadline", "1s", "--then", then, "--json", "-")
		if i == 0 {
			run(exitDone, "save", "--yes", "--to", places, "-")
		}
	}
	untouched(t, s, pane)
	hidden := hidden{t, all}
	hidden.in("what was said", said)
	for _, b := range strings.Fields(s.Tmux("list-buffers", "-F", "#{buffer_name}")) {
		hidden.in("tmux buffer "+b, s.Tmux("show-buffer", "-b", b))
	}
	requests, err := json.Marshal(server.Requests())
	must(t, err)
	hidden.in("what was sent", string(requests))
	if n := len(server.Stored("ada")); n < 10 {
		t.Errorf("only %d facts reached the server", n)
	}
	files := 0
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files++
		hidden.in(path, path+"\n"+string(data))
		return err
	}))
	if files < 100 {
		t.Errorf("only %d files were written", files)
	}
}

// carrying puts one passage after the other into the fields of a snapshot.
func carrying(list []seeds.Secret) preserve.Snapshot {
	s := preserve.Snapshot{Version: 1, Topic: "About " + list[0].Text, Goal: list[1].Text, Status: "blocked", Blockers: list[2].Text,
		Next: []string{list[3].Text}, ReadFirst: []string{list[4].Text}, Compressible: []string{list[5].Text},
		Narrative: &preserve.Narrative{Overview: list[6].Text, Current: list[7].Text}}
	kinds := preserve.Kinds()
	for i := 8; i+4 < len(list); i += 5 {
		kind := kinds[i/5%len(kinds)]
		it := preserve.Item{Kind: kind, Text: fmt.Sprintf("Number %d: %s", i, list[i].Text), Why: list[i+1].Text, Quote: list[i+2].Text, Exact: []string{list[i+3].Text}}
		switch i / 5 % 3 {
		case 0:
			it.Memory = &preserve.Memory{Hook: list[i+4].Text}
		case 1:
			it.Target = &preserve.Target{File: "CLAUDE.md", Section: "Notes"}
			it.Replaces = list[i+4].Text
		case 2:
			it.Memory = &preserve.Memory{Name: list[i+4].Text}
		}
		s.Items = append(s.Items, it)
	}
	return s
}

type hidden struct {
	t   *testing.T
	all []seeds.Secret
}

// in wants no secret in a text, whole, without its separators, or its first
// or second half.
func (h hidden) in(where, text string) {
	h.t.Helper()
	for _, p := range h.all {
		half := len(p.Value) / 2
		for _, part := range []string{p.Value, p.Value[:half], p.Value[half:]} {
			if len(part) >= 8 && strings.Contains(text, part) {
				at := strings.Index(text, part)
				h.t.Errorf("%s: a part of a %s (%s) in %s: %q", where, p.Kind, p.Form, where, text[max(0, at-80):min(len(text), at+len(part)+40)])
				break
			}
		}
	}
}
