package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// orchestratorOf finds the process that works at a job.
func orchestratorOf(job string) (int, error) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		if data, _ := os.ReadFile(f); strings.Contains(string(data), "orchestrate\x00--answer\x00"+job) {
			return strconv.Atoi(filepath.Base(filepath.Dir(f)))
		}
	}
	return 0, fmt.Errorf("no orchestrator works at job %s", job)
}

var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// usage is the processor time and the peak memory, in KiB, of a process and
// the children it has waited for (proc(5); a tick is 10 ms).
func usage(pid int) (time.Duration, int, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	ticks := 0
	for _, i := range []int{11, 12, 13, 14} {
		n, _ := strconv.Atoi(f[i])
		ticks += n
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	peak := 0
	if m := peakLine.FindSubmatch(status); m != nil {
		peak, _ = strconv.Atoi(string(m[1]))
	}
	return time.Duration(ticks) * 10 * time.Millisecond, peak, nil
}
