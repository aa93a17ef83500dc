// How much of what was sent the program has not read yet.

package tmux

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// Unread returns how many bytes wait in the pane's terminal, sent and not read:
// more than 0 while the program is stopped or busy. Nothing is consumed. In a
// terminal in line mode only finished lines count, and the kernel counts up to
// its queue's size (4095 bytes on Linux, 1022 on macOS).
//
// The tty is opened by its recorded path: after the pane is gone another one may
// have it, so Prove belongs around this.
func (p *Pane) Unread() (int, error) {
	if !strings.HasPrefix(p.id.TTY, "/dev/") {
		return 0, fmt.Errorf("pane tty %q is not a device", p.id.TTY)
	}
	fd, err := unix.Open(p.id.TTY, unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", p.id.TTY, err)
	}
	defer unix.Close(fd)
	n, err := unix.IoctlGetInt(fd, ioctlUnread)
	if err != nil {
		return 0, fmt.Errorf("unread bytes of %s: %w", p.id.TTY, err)
	}
	return n, nil
}
