package main

import (
	"os"
	"path/filepath"
	"testing"
)

// What the client would be told is shown before the question, and a no keeps it
// from being told.
func TestInstallMCPAsks(t *testing.T) {
	dir := installWorld(t)
	log, client := filepath.Join(dir, "log"), filepath.Join(dir, "bin", "claude")
	must(t, os.WriteFile(client, []byte("#!/bin/sh\necho \"$@\" >>"+log+"\necho 2.1.332\n"), 0o700))
	p := installing(t, dir, installRun(t, dir, "install", "--mcp", "--skills", "none"))
	p.sees("runs " + client + " mcp add --scope user --transport stdio savectx -- /")
	p.sees("Write this?")
	p.types("n")
	p.ends(exitFailed)
	if data, err := os.ReadFile(log); err != nil || string(data) != "--version\n" {
		t.Errorf("the client was told %q (%v)", data, err)
	}
}
