// Command rig drives the real client for the scripts: demo, bench, and the
// recording of screens for the tests.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	verbs := map[string]func(context.Context, []string) error{
		"demo":   func(ctx context.Context, _ []string) error { return demo(ctx) },
		"bench":  bench,
		"record": record,
	}
	verb, args := "", []string(nil)
	if len(os.Args) > 1 {
		verb, args = os.Args[1], os.Args[2:]
	}
	do, ok := verbs[verb]
	if !ok {
		fmt.Fprintln(os.Stderr, "rig: usage: rig demo | bench | record")
		os.Exit(2)
	}
	if err := do(ctx, args); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "rig:", err)
		os.Exit(1)
	}
}
