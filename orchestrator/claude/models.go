// What a model's id tells of its context.

package claude

import "strings"

// Windows as the client's status line told them (context_window_size), seen on
// 30 November 2026 with a loopback model and nothing configured:
//
//	2.1.332  200,000    claude-3-7-sonnet-*, claude-sonnet-4-0, -4-5, -4-6, claude-opus-4-5, -4-6, claude-haiku-4-5
//	         1,000,000  claude-opus-4-7, -4-8, claude-opus-5, -5-5, claude-sonnet-5, -5-5, claude-haiku-5-5,
//	                    claude-fable-5, -5-1, -5-2, claude-mythos-5, -5-1, -5-2, -preview, and ids it does not know
//	         1,000,000  any of the first with [1m]; of the second, the suffix is dropped from the id
//
//	2.1.100  200,000    every id without [1m]
//
// Rows of a transcript name the model without the suffix in both versions.

// asksFor1M tells whether a client gives a million tokens only to ids with the
// suffix [1m]. Where between 2.1.100 and 2.1.332 that changed is not known.
func (v Version) asksFor1M() bool { return v.Known() && v.Before(Version{2, 1, 101}) }

// large tells whether a model takes a million tokens without being asked.
func large(model string) bool {
	model = strings.ToLower(model)
	switch {
	case model == "" || model[0] == '<': // <synthetic>
		return false
	case strings.HasSuffix(model, "[1m]"):
		return true
	}
	for _, small := range []string{"claude-3", "sonnet-3", "haiku-3", "sonnet-4", "haiku-4"} {
		if strings.Contains(model, small) {
			return false
		}
	}
	_, rest, ok := strings.Cut(model, "opus-4")
	return !ok || opus4Large(rest)
}

// opus4Large reads what follows opus-4: 1M from -7 on; -20250514 is a date.
func opus4Large(rest string) bool {
	if len(rest) < 2 || rest[0] != '-' || rest[1] < '7' || rest[1] > '9' {
		return false
	}
	return len(rest) == 2 || rest[2] < '0' || rest[2] > '9'
}

// known tells whether the client has a window of its own for a model; for
// others CLAUDE_CODE_MAX_CONTEXT_TOKENS counts.
func known(model string) bool {
	model = strings.ToLower(model)
	for _, name := range []string{"claude-3", "claude-opus-4", "claude-opus-5", "claude-sonnet-4", "claude-sonnet-5", "claude-haiku-4",
		"claude-haiku-5", "claude-fable-5", "claude-mythos-5", "claude-mythos-preview"} {
		if strings.Contains(model, name) {
			return true
		}
	}
	return false
}

// SameModel tells whether two ids name one model: what the status line is told
// may have the suffix [1m], a transcript's rows have it not.
func SameModel(a, b string) bool { return a != "" && plainModel(a) == plainModel(b) }

func plainModel(id string) string { return strings.TrimSuffix(strings.ToLower(id), "[1m]") }
