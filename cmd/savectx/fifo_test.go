package main

import (
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// mkfifo FILE makes a fifo that nobody writes to.
func makeFifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}
