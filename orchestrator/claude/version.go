package claude

import (
	"strconv"
	"strings"
)

// Version is a client version, major.minor.patch.
type Version [3]int

// ParseVersion reads "2.1.332" and tolerates what follows the third number.
// The zero version is one that is not known.
func ParseVersion(s string) Version {
	var v Version
	for i, part := range strings.SplitN(strings.TrimPrefix(strings.TrimSpace(s), "v"), ".", 3) {
		digits := part
		if cut := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' }); cut >= 0 {
			digits = part[:cut]
		}
		n, err := strconv.Atoi(digits)
		if err != nil {
			return Version{}
		}
		v[i] = n
	}
	return v
}

// Known tells whether the version could be read.
func (v Version) Known() bool { return v != Version{} }

// Before compares two versions.
func (v Version) Before(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// CanStash tells whether C-s puts the draft aside and brings it back after the
// next submission. Observed on 2.1.100 and 2.1.332; nothing older was tried.
func (v Version) CanStash() bool { return v.Known() && !v.Before(Version{2, 1, 100}) }
