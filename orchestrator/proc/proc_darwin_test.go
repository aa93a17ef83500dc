package proc

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

func ttyOf(t *testing.T, pid int) string {
	t.Helper()
	out, err := exec.Command("ps", "-o", "tty=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return "/dev/" + strings.TrimSpace(string(out))
}
