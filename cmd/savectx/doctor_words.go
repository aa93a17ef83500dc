// The doctor reading the commands of hooks and status lines.

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"savectx/orchestrator/claude"
)

// calledPrograms are the words of a handler's command that name our programs.
// A line that tries one after the other has several.
func calledPrograms(h claude.Handler) (out []string) {
	words := append([]string{h.Command}, h.Args...)
	if len(h.Args) == 0 {
		words = claude.ShellWords(h.Command)
	}
	for _, w := range words {
		if base := filepath.Base(w); (base == "savectx" || base == "savectx-hook") && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// executable tells whether program, as a shell in dir would find it, is there
// to be run.
func executable(program, dir string) bool {
	if rest, ok := strings.CutPrefix(program, "~/"); ok {
		program = filepath.Join(os.Getenv("HOME"), rest)
	}
	if !strings.Contains(program, "/") {
		_, err := exec.LookPath(program)
		return err == nil
	}
	if !filepath.IsAbs(program) {
		program = filepath.Join(dir, program)
	}
	info, err := os.Stat(program)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// callsStatusLine tells whether a status line's command calls ours, and whether
// somebody's own is wrapped in it.
func callsStatusLine(command string) (ours, wraps bool) {
	words := claude.ShellWords(command)
	for i := range words[:max(0, len(words)-1)] {
		if filepath.Base(words[i]) == "savectx" && words[i+1] == "statusline" {
			return true, i+2 < len(words) && words[i+2] == "--"
		}
	}
	return false, false
}
