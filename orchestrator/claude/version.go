package claude

import (
	"fmt"
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

// since are the first versions that know a hook event (the client's change log).
func since(event string) (Version, bool) {
	switch event {
	case "PostToolUse", "Stop":
		return Version{1, 0, 38}, true
	case "PreCompact":
		return Version{1, 0, 48}, true
	case "UserPromptSubmit":
		return Version{1, 0, 54}, true
	case "SessionStart":
		return Version{1, 0, 62}, true
	case "SessionEnd":
		return Version{1, 0, 85}, true
	case "PostCompact":
		return Version{2, 1, 76}, true
	case "StopFailure":
		return Version{2, 1, 78}, true
	}
	return Version{}, false
}

// Knows tells whether the client has that hook event. A version that is not
// known knows none, nor does any version an event savectx has no use for.
func (v Version) Knows(event string) bool {
	first, ok := since(event)
	return ok && v.Known() && !v.Before(first)
}

// ExecForm tells whether a hook may name a program and its args, without a
// shell (the client's change log).
func (v Version) ExecForm() bool { return v.atLeast(2, 1, 139) }

// ToleratesUnknownEvents tells whether an event the client does not know is
// ignored with a warning; before, the whole file was (the client's change log).
func (v Version) ToleratesUnknownEvents() bool { return v.atLeast(2, 1, 101) }

// RecordsStatus tells whether the session record says idle or busy.
func (v Version) RecordsStatus() bool { return v.atLeast(2, 1, 139) }

func (v Version) atLeast(major, minor, patch int) bool {
	return v.Known() && !v.Before(Version{major, minor, patch})
}

// String is 2.1.332, or "unknown".
func (v Version) String() string {
	if !v.Known() {
		return "unknown"
	}
	return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
}
