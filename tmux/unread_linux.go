// FIONREAD by its Linux name for terminals.

package tmux

import "golang.org/x/sys/unix"

const ioctlUnread = unix.TIOCINQ
