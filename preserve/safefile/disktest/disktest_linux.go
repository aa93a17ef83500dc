package disktest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// denied begins what a child prints that may not mount.
const denied = "cannot mount"

// Private lets cmd, which is not started yet, mount what nobody else sees.
func Private(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 { // root in a namespace of its own; a group without a place in it could make no file
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
}

// Mount makes dir an empty disk of a size as mount(8) takes it, such as "64k".
// The child that calls it prints the error, and ends.
func Mount(dir, size string) error {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		return fmt.Errorf("%s a tmpfs: %w", denied, err)
	}
	return nil
}

// ReadOnly makes such a disk read-only, where no file on it is open for writing.
func ReadOnly(dir string) error {
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("%s it read-only: %w", denied, err)
	}
	return nil
}

// SkipDenied skips the test when a child that printed out, and ended with err,
// got no namespace or no mount.
func SkipDenied(t *testing.T, cmd *exec.Cmd, err error, out string) {
	t.Helper()
	if cmd.Process == nil {
		t.Skipf("no private mount namespace here: %v", err)
	}
	if strings.HasPrefix(out, denied) {
		t.Skip(out)
	}
}

// Run runs cmd in such a namespace, and fails the test when it fails.
func Run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	Private(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	SkipDenied(t, cmd, err, out.String())
	if err != nil {
		t.Errorf("%v: %s", err, &out)
	}
}
