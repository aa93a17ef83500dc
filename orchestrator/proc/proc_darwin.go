package proc

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Process states of sys/proc.h.
const (
	stopped = 4 // SSTOP
	zombie  = 5 // SZOMB
)

// Read looks at a process. ErrGone when it does not exist.
// The source is sysctl kern.proc.pid, struct kinfo_proc of sys/sysctl.h.
func Read(pid int) (Info, error) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return Info{}, ErrGone
	}
	terminal := uint64(uint32(k.Eproc.Tdev))
	if k.Eproc.Tdev == -1 { // NODEV
		terminal = 0
	}
	start := k.Proc.P_starttime
	return Info{
		PID: pid, Parent: int(k.Eproc.Ppid), Start: fmt.Sprintf("%d.%06d", start.Sec, start.Usec),
		Stopped: k.Proc.P_stat == stopped, Zombie: k.Proc.P_stat == zombie,
		group: int(k.Eproc.Pgid), foreground: int(k.Eproc.Tpgid), terminal: terminal,
	}, nil
}

func deviceOf(path string) (uint64, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return uint64(uint32(st.Rdev)), nil
}

// Boot names this boot of the machine, "" when it cannot be told.
func Boot() string {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d.%06d", t.Sec, t.Usec)
}
