package orchestrator_test

import "golang.org/x/sys/unix"

const (
	termios    = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)
