package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestReadme keeps the usage block of the README what savectx says itself.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	must(t, err)
	_, section, ok := strings.Cut(string(data), "\n## Usage\n")
	if !ok {
		t.Fatal("README.md has no heading \"## Usage\"")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	_, block, ok := strings.Cut(section, "\n```\n")
	block, _, closed := strings.Cut(block, "```\n")
	if !ok || !closed {
		t.Fatal("README.md has no fenced block under \"## Usage\"")
	}
	help, err := exec.Command("savectx", "--help").Output()
	must(t, err)
	if got, want := strings.TrimSpace(block), strings.TrimSpace(string(help)); got != want {
		t.Errorf("README.md says\n%s\nsavectx --help says\n%s", got, want)
	}
}
