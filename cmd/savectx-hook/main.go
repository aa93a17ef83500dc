// Command savectx-hook is what the client's hooks call: the fast path of
// savectx hook, in a program that starts in a few milliseconds. When more is
// due it becomes savectx, which lies beside it or on PATH.
//
// It answers 0 whatever happens: to the client, exit code 2 of a hook means
// that the event is to be blocked.
package main

import (
	"os"
	"strings"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/cmd/savectx/hook"
)

func main() {
	if len(os.Args) != 2 {
		os.Stderr.WriteString("savectx-hook needs the name of one event: it is called by the client, with JSON on stdin\n")
		return
	}
	name, since := os.Args[1], time.Now()
	if strings.HasPrefix(name, "-") {
		os.Stderr.WriteString("savectx-hook EVENT reads one event of the client on stdin; savectx --help tells the rest\n")
		return
	}
	time.AfterFunc(hook.Limit, func() { hook.Leave(name, "not done after "+hook.Limit.String()) })
	if err := run(name, since); err != nil {
		hook.Log(name, err)
	}
}

func run(name string, since time.Time) error {
	defer hook.Recover(name) // a panic would exit with 2
	h, err := hook.New(os.Getenv, config.HooksAt)
	if err != nil {
		return err
	}
	e, data, err := hook.Read(os.Stdin, name)
	if err != nil {
		return err
	}
	next, err := h.Run(e)
	if next.More {
		hook.Log(name, err)
		return become(name, data, next.Hand(since))
	}
	return err
}
