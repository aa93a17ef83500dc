// The program a server runs, told by the kernel.

package tmux

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// ownProgram finds the executable of the process that listens at the other end
// of conn, if it is a tmux and may be run by us; "" otherwise.
//
// After an upgrade the file is gone from its path (the kernel appends
// " (deleted)") while the server runs on. It can still be started through a
// descriptor, which also keeps a reused process id from putting another program
// in its place; the descriptor stays open as long as the returned file lives.
func ownProgram(conn *net.UnixConn) (program string, held *os.File) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return "", nil
	}
	var peer *unix.Ucred
	if raw.Control(func(fd uintptr) {
		peer, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}) != nil || err != nil || peer.Pid <= 0 {
		return "", nil
	}
	exe := fmt.Sprintf("/proc/%d/exe", peer.Pid)
	f, err := os.OpenFile(exe, unix.O_PATH, 0)
	if err != nil {
		return "", nil
	}
	// The descriptor's own link, not the process's: that one may have changed.
	self := fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd())
	target, err := os.Readlink(self)
	name := filepath.Base(strings.TrimSuffix(target, " (deleted)"))
	if err != nil || !strings.HasPrefix(name, "tmux") || unix.Access(self, unix.X_OK) != nil {
		f.Close()
		return "", nil
	}
	if a, err := os.Stat(target); err == nil {
		if b, err := f.Stat(); err == nil && os.SameFile(a, b) {
			f.Close()
			return target, nil
		}
	}
	return self, f
}
