package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"savectx/orchestrator/session"
	"savectx/prompts"
	"savectx/scripts/live"
)

// installs is a shell that adds the marketplace $0 and installs the plugin
// before it becomes the client.
const installs = `"$@" plugin marketplace add "$0" && "$@" plugin install savectx@savectx && exec "$@"`

// The plugin installs from the repository and from a folder it was written out
// to; a hook of it runs, and so does a skill.
func TestPlugin(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{live.Newest, live.Old} {
		written := writtenOut(t, version)
		for from, dir := range map[string]string{"repository": repository, "written out": written} {
			t.Run(version+" "+from, func(t *testing.T) {
				s := start(t, live.Options{Version: version, Under: []string{"bash", "-c", installs, dir}})
				for _, path := range slices.Compact([]string{dir, pluginIn(dir)}) {
					s.validates(version, path)
				}
				r, err := s.Record()
				s.must(err)
				folder, err := session.Dir(s.Root + "/state/savectx").Session(r.SessionID)
				s.must(err)
				s.until(func() error {
					if m := folder.Turn(); m.Event != "Stop" {
						return fmt.Errorf("the turn marker is %+v", m)
					}
					return nil
				})
				s.follow("savectx:load", 1)
			})
		}
	}
}

// writtenOut is the plugin with hooks that name the program itself.
func writtenOut(t *testing.T, version string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a plugin")
	files := prompts.Plugin(func(event string) (string, []string) {
		if version == live.Old { // no exec form before 2.1.139
			return "'" + program + "' hook " + event, nil
		}
		return program, []string{"hook", event}
	})
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// pluginIn is the plugin's folder in a marketplace.
func pluginIn(dir string) string {
	if inside := filepath.Join(dir, "prompts", "plugin"); exists(inside) {
		return inside
	}
	return dir
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// validates wants the client's own check to find nothing, warnings included
// where it can be told so.
func (s *sess) validates(version, path string) {
	s.t.Helper()
	argv, err := live.Install(s.t.Context(), version)
	s.must(err)
	argv = append(argv, "plugin", "validate", path)
	if version != live.Old {
		argv = append(argv, "--strict")
	}
	cmd := exec.CommandContext(s.t.Context(), argv[0], argv[1:]...)
	cmd.Env, cmd.Dir = s.Env(s.opts), s.Work
	if r := finish(s.t, cmd); r.code != 0 {
		s.t.Errorf("%v: exit %d\n%s%s", argv[1:], r.code, r.out, r.err)
	}
}
