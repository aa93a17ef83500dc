package proc

import (
	"os"
	"strconv"
	"testing"
)

func ttyOf(t *testing.T, pid int) string {
	t.Helper()
	name, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/fd/0")
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestParseStatWithAHostileName(t *testing.T) {
	line := "42 (a) R 1 2) (b) S 7 42 42 34817 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 123456 0 0\n"
	info, err := parseStat(42, line)
	if err != nil || info.Parent != 7 || info.Start != "123456" || !info.Foreground() {
		t.Errorf("got %+v, %v", info, err)
	}
	for _, bad := range []string{"", "42", "42 (x) S 1"} {
		if _, err := parseStat(42, bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestBootHasAName(t *testing.T) {
	first, second := Boot(), Boot()
	if first == "" || first != second {
		t.Error("the boot has no steady name")
	}
}
