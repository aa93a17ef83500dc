package claude

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// HookInstalled tells whether a settings file of the user or the project calls
// savectx for that hook event. It reads the files as the client merges them:
// any of them counts.
func HookInstalled(config, project, event string) bool {
	files := []string{filepath.Join(config, "settings.json")}
	if project != "" {
		files = append(files, filepath.Join(project, ".claude", "settings.json"), filepath.Join(project, ".claude", "settings.local.json"))
	}
	for _, f := range files {
		if data, err := readSettings(f); err == nil && callsUs(data, event) {
			return true
		}
	}
	return false
}

// maxSettings bounds a settings file, in bytes.
const maxSettings = 4 << 20

// readSettings reads a regular file: a project can put anything in its place,
// and nobody waits for the other end of a FIFO.
func readSettings(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSettings {
		return nil, fs.ErrInvalid
	}
	return io.ReadAll(io.LimitReader(f, maxSettings))
}

func callsUs(settings []byte, event string) bool {
	var s struct {
		DisableAllHooks bool `json:"disableAllHooks"`
		Hooks           map[string][]struct {
			Hooks []struct {
				Command string   `json:"command"`
				Args    []string `json:"args"`
			} `json:"hooks"`
		} `json:"hooks"`
	}
	if json.Unmarshal(settings, &s) != nil || s.DisableAllHooks {
		return false
	}
	for _, group := range s.Hooks[event] {
		for _, h := range group.Hooks {
			words := append(strings.Fields(h.Command), h.Args...)
			if len(words) > 1 && strings.HasPrefix(filepath.Base(strings.Trim(words[0], `"'`)), "savectx") && words[1] == "hook" {
				return true
			}
		}
	}
	return false
}
