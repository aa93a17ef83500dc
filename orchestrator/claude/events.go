// The hook events savectx takes part in.

package claude

// Events are the hook events savectx hooks into, in the order in which they
// are written.
func Events() []string {
	return []string{"UserPromptSubmit", "PostToolUse", "Stop", "StopFailure", "PreCompact", "PostCompact", "SessionStart", "SessionEnd"}
}
