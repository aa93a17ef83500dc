package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// given is a file in memory that holds the event.
func given(event []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("event", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(uintptr(fd), "event")
	if _, err := f.Write(event); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, 0)
	return f, err
}
