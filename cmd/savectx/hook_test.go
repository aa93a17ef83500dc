// What the scripts about hooks need, and laws of all hooks.

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// hookCmds are further commands of the scripts.
func hookCmds() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"aged":     aged,
		"vanishes": vanishes,
		"headed":   headed,
		"fetched":  fetched,
	}
}

// aged TIME FILE...: the files were last touched so long ago.
func aged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: aged TIME FILE...")
	}
	d, err := days(args[0])
	ts.Check(err)
	at := time.Now().Add(-d)
	for _, name := range args[1:] {
		ts.Check(os.Chtimes(ts.MkAbs(name), at, at))
	}
}

// vanishes FILE waits until there is no such file.
func vanishes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: vanishes FILE")
	}
	path := ts.MkAbs(args[0])
	limit, look := time.After(30*time.Second), time.Tick(10*time.Millisecond)
	for {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return
		}
		select {
		case <-look:
		case <-limit:
			ts.Fatalf("%s is still there", path)
		}
	}
}

// headed ROOT FILE puts the header of a handoff of that project before a file.
func headed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: headed ROOT FILE")
	}
	root, err := filepath.EvalSymlinks(ts.MkAbs(args[0]))
	ts.Check(err)
	path := ts.MkAbs(args[1])
	data, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, append([]byte("# Handoff . "+root+" . 2026-11-30 10:00\n"), data...), 0o600))
}
