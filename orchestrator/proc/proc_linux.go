package proc

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Read looks at a process. ErrGone when it does not exist.
// The format is proc(5), /proc/PID/stat.
func Read(pid int) (Info, error) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return Info{}, ErrGone
	}
	if err != nil {
		return Info{}, err
	}
	return parseStat(pid, string(data))
}

// parseStat starts behind the last ')': the name in front may hold anything.
func parseStat(pid int, stat string) (Info, error) {
	end := strings.LastIndexByte(stat, ')')
	if end < 0 {
		return Info{}, fmt.Errorf("process %d: stat without a name", pid)
	}
	f := strings.Fields(stat[end+1:])
	if len(f) < 20 {
		return Info{}, fmt.Errorf("process %d: short stat", pid)
	}
	number := func(i int) int { n, _ := strconv.Atoi(f[i]); return n }
	return Info{
		PID: pid, Parent: number(1), Start: f[19],
		Stopped: f[0] == "T" || f[0] == "t", Zombie: f[0] == "Z" || f[0] == "X",
		group: number(2), foreground: number(5), terminal: decode(number(4)),
	}, nil
}

// decode turns the kernel's packed tty_nr into the number stat(2) reports.
func decode(nr int) uint64 {
	if nr == 0 {
		return 0
	}
	n := uint32(nr)
	return unix.Mkdev((n>>8)&0xfff, n&0xff|(n>>12)&0xfff00)
}

func deviceOf(path string) (uint64, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return uint64(st.Rdev), nil
}

// Boot names this boot of the machine, "" when it cannot be told.
func Boot() string {
	data, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(data))
}
