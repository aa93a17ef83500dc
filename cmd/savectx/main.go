// Command savectx saves what matters of a coding-agent session and compacts
// it: one line, into the right pane, at the right moment, exactly once.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"savectx/cmd/savectx/hook"
)

func main() {
	v := &voice{out: &output{w: os.Stdout}, err: os.Stderr, hookLimit: hook.Limit}
	os.Exit(v.run(os.Args))
}

// run is main without the exit, so that nothing deferred is skipped.
func (v *voice) run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	app := newApp(v)
	return v.exit(app.RunContext(ctx, flagsFirst(app, args)))
}
