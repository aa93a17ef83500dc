package main

import (
	"context"
	"errors"

	"savectx/orchestrator"
	"savectx/tmux"
)

// The exit codes, all of them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNothing     = 3   // nothing to save, to show or to find
	exitNotTyped    = 4   // the line is in the user's hands
	exitNoProof     = 5   // typed, but the compaction failed, could not be proven, or went out as a prompt
	exitInterrupted = 130 // by ctrl+c
)

// usageError is a mistake in the command line.
type usageError struct {
	text string
	hint string
}

func (e usageError) Error() string { return e.text }

// coded is an error with its own exit code, and a hint for the person.
type coded struct {
	code int
	err  error
	hint string
}

func (e coded) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e coded) Unwrap() error { return e.err }

// codeOf is the one map from errors to exit codes.
func codeOf(err error) int {
	var usage usageError
	var own coded
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailed
}

// codeOfEnd is the exit code of a job that was followed to its end.
func codeOfEnd(s orchestrator.State) int {
	switch s {
	case orchestrator.Compacted, orchestrator.Cleared, orchestrator.Superseded:
		return exitDone
	case orchestrator.Cancelled, orchestrator.HandedOver:
		return exitNotTyped
	}
	return exitNoProof
}

// hintOf is the next step for errors that do not bring their own.
func hintOf(err error) string {
	var usage usageError
	var own coded
	switch {
	case errors.As(err, &own) && own.hint != "":
		return own.hint
	case errors.As(err, &usage):
		return usage.hint
	case errors.Is(err, orchestrator.ErrNoJob):
		return "savectx jobs lists the jobs there are"
	case errors.Is(err, orchestrator.ErrTooLate):
		return "savectx jobs show tells how it goes on"
	case errors.Is(err, tmux.ErrDenied):
		return "a sandbox may keep this command from tmux; savectx compact-line prints the line"
	}
	return ""
}
