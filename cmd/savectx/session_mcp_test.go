package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A session that a model saves through the MCP server is kept with its text,
// and the tool succeeds whatever there is in the transcript's place.
func TestMCPKeepsTheText(t *testing.T) {
	for name, c := range map[string]struct {
		place func(path string) error
		want  string
	}{
		"a transcript": {func(path string) error {
			var said talk
			said.add("user", "The token is "+ghToken+", use it.")
			said.ran("Bash", map[string]any{"command": "make"}, "built", false)
			return os.Rename(said.write(t), path)
		}, "result: built"},
		"none":     {func(string) error { return nil }, ""},
		"a folder": {func(path string) error { return os.Mkdir(path, 0o700) }, ""},
		"garbage":  {func(path string) error { return os.WriteFile(path, []byte("\x00\xff\n{"), 0o600) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			project := filepath.Join(dir, "claude", "projects", "elsewhere")
			must(t, os.MkdirAll(project, 0o700), c.place(filepath.Join(project, sessionID+".jsonl")))
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: savectx(t, dir, nil, "mcp")}, nil)
			must(t, err)
			got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory_session", Arguments: map[string]any{"session_id": sessionID, "title": "Build", "summary": "It was built."}})
			must(t, err, s.Close())
			if got.IsError {
				t.Errorf("%+v", got.Content)
			}
			r := outcome(t, savectx(t, dir, nil, "load", sessionID))
			if r.code != exitDone || !strings.Contains(r.stdout, "It was built.") || !strings.Contains(r.stdout, c.want) || strings.Contains(r.stdout, "## Transcript") != (c.want != "") {
				t.Errorf("%+v", r)
			}
			if c.want != "" && (strings.Contains(r.stdout, ghToken[4:]) || !strings.Contains(r.stdout, "user: The token is [REDACTED")) {
				t.Errorf("%s", r.stdout)
			}
		})
	}
}
