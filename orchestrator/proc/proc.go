// Package proc tells the facts about a process that decide whether a terminal
// is still its own: when it started, which terminal it sits on, whether it has
// that terminal's foreground, whether it is stopped.
package proc

import "errors"

// ErrGone says that there is no such process.
var ErrGone = errors.New("no such process")

// Info is one look at a process.
type Info struct {
	PID     int
	Parent  int
	Start   string // an opaque mark of the start; with PID it names one process of this boot
	Stopped bool   // by a signal or a debugger
	Zombie  bool

	group      int
	foreground int    // the process group its terminal listens to
	terminal   uint64 // device number, 0 without a terminal
}

// Foreground tells whether the process has its terminal's foreground. A
// suspended program loses it to the shell.
func (i Info) Foreground() bool { return i.terminal != 0 && i.group == i.foreground }

// On tells whether the process's controlling terminal is the device at path.
func (i Info) On(path string) (bool, error) {
	device, err := deviceOf(path)
	if err != nil {
		return false, err
	}
	return i.terminal != 0 && i.terminal == device, nil
}
