package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	limit, look := time.After(10*time.Second), time.Tick(5*time.Millisecond)
	for !ok() {
		select {
		case <-look:
		case <-limit:
			t.Fatal("never came true: " + what)
		}
	}
}

func TestProcessOnATerminal(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	master, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	slave := ttyOf(t, cmd.Process.Pid)
	info := read(t, cmd.Process.Pid)
	if info.Parent != os.Getpid() || info.Start == "" || info.Stopped {
		t.Errorf("wrong facts: %+v", info)
	}
	if on, err := info.On(slave); err != nil || !on {
		t.Errorf("not on its own terminal %s: %v", slave, err)
	}
	if on, _ := info.On("/dev/null"); on {
		t.Error("claims to sit on /dev/null")
	}
	if !info.Foreground() {
		t.Error("a session leader alone on its terminal has the foreground")
	}
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	until(t, "stopped", func() bool { return read(t, cmd.Process.Pid).Stopped })
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if _, err := Read(cmd.Process.Pid); !errors.Is(err, ErrGone) {
		t.Errorf("a reaped process: %v, want ErrGone", err)
	}
}

func TestWithoutATerminal(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	until(t, "a session without a terminal", func() bool { i := read(t, cmd.Process.Pid); return i.terminal == 0 && !i.Foreground() })
}

func read(t *testing.T, pid int) Info {
	t.Helper()
	info, err := Read(pid)
	if err != nil {
		t.Fatal(err)
	}
	return info
}
