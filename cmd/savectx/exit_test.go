package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"savectx/orchestrator"
	"savectx/preserve"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("x"), 1},
		{fmt.Errorf("abcdef: %w", orchestrator.ErrNoJob), 1},
		{fmt.Errorf("job abcdef: %w", orchestrator.ErrTooLate), 1},
		{usageError{"x", "y"}, 2},
		{fmt.Errorf("more: %w", usageError{"x", "y"}), 2},
		{coded{exitNothing, nil, ""}, 3},
		{coded{exitNotTyped, errors.New("x"), ""}, 4},
		{errors.Join(coded{code: exitNoProof}, errors.New("cannot print")), 5},
		{fmt.Errorf("read: %w", context.Canceled), 130},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("%v: exit %d, want %d", c.err, got, c.want)
		}
	}
}

// TestExitOfEveryEnd: an end that is not named here would be no proof.
func TestExitOfEveryEnd(t *testing.T) {
	for state, want := range map[orchestrator.State]int{
		orchestrator.Compacted: 0, orchestrator.Cleared: 0, orchestrator.Superseded: 0,
		orchestrator.Cancelled: 4, orchestrator.HandedOver: 4,
		orchestrator.Failed: 5, orchestrator.SentAsPrompt: 5,
	} {
		if got := codeOfEnd(state); got != want || !state.Ended() {
			t.Errorf("%s: exit %d, want %d; ended: %v", state, got, want, state.Ended())
		}
	}
}

// TestExitTable: the manual page and the README name the same codes.
func TestExitTable(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	must(t, err)
	plain := strings.ReplaceAll(string(readme), "`", "")
	for _, row := range exitTable {
		if line := fmt.Sprintf("| %d | %s |", row.code, row.text); !strings.Contains(plain, line) {
			t.Errorf("README.md has no row %q", line)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"compact", "clear", "compact-line", "schedule", "jobs", "hook"}
	for word, want := range map[string]string{
		"compact": "compact", "cmopact": "compact", "compact-lien": "compact-line", "shedule": "schedule", "job": "jobs",
		"jbos": "jobs", "foo": "", "": "", "x": "", "uninstall": "", strings.Repeat("compact", 9): "",
	} {
		if got := preserve.Nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
