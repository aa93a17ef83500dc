// Command savectx-hook is what the client's hooks call: the fast path of
// savectx hook, in a program that starts in a few milliseconds. When more is
// due it becomes savectx, which lies beside it or on PATH.
//
// It answers 0 whatever happens: to the client, exit code 2 of a hook means
// that the event is to be blocked.
package main

import (
	"os"
	"time"

	"savectx/cmd/savectx/config"
	"savectx/cmd/savectx/hook"
)

func main() {
	if len(os.Args) != 2 {
		os.Stderr.WriteString("savectx-hook needs the name of one event: it is called by the client, with JSON on stdin\n")
		return
	}
	name := os.Args[1]
	time.AfterFunc(hook.Limit, func() { hook.Leave(name, "not done after "+hook.Limit.String()) })
	if err := run(name); err != nil {
		hook.Log(name, err)
	}
}

func run(name string) error {
	defer hook.Recover(name) // a panic would exit with 2
	h, err := hook.New(os.Getenv, config.HooksAt)
	if err != nil {
		return err
	}
	e, data, err := hook.Read(os.Stdin, name)
	if err != nil {
		return err
	}
	more, err := h.Run(e)
	if more {
		return become(name, data, err)
	}
	return err
}
