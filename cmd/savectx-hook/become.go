// Going on as the whole program.

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"savectx/cmd/savectx/hook"
)

// become replaces this program with savectx, which reads the same event. It
// starts no process. earlier is what went wrong until now.
func become(name string, event []byte, earlier error) error {
	if earlier != nil {
		hook.Log(name, earlier)
	}
	program, err := whole()
	if err != nil {
		return err
	}
	stdin, err := given(event)
	if err != nil {
		return err
	}
	if err := unix.Dup2(int(stdin.Fd()), 0); err != nil {
		return err
	}
	return syscall.Exec(program, []string{program, "hook", name}, os.Environ())
}

// whole finds savectx: beside this program, else on PATH.
func whole() (string, error) {
	if own, err := os.Executable(); err == nil {
		if own, err = filepath.EvalSymlinks(own); err == nil {
			beside := filepath.Join(filepath.Dir(own), "savectx")
			if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
				return beside, nil
			}
		}
	}
	path, err := exec.LookPath("savectx")
	if err != nil {
		return "", errors.New("savectx is neither beside savectx-hook nor on PATH")
	}
	return path, nil
}

// given is a file without a name that holds the event.
func given(event []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "savectx-event-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := f.Write(event); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, 0)
	return f, err
}
