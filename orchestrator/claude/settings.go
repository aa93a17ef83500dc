package claude

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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
		if data, err := os.ReadFile(f); err == nil && callsUs(data, event) {
			return true
		}
	}
	return false
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
