// Command savectx saves what matters of a coding-agent session and compacts
// it: one line, into the right pane, at the right moment, exactly once.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(run())
}

// run is main without the exit, so that nothing deferred is skipped.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr}
	app := newApp(v)
	return v.exit(app.RunContext(ctx, flagsFirst(app, os.Args)))
}
