// Package orchestrator waits for the one moment in which a line may be typed
// into a live agent, types it, and follows it until it is proven or in the
// person's hands.
//
//	armed → (condition) → turn-running → settling → guarded → typed → checked
//	      → submitted → compacting → compacted
//
//	ends before a key was pressed:  superseded, cancelled, handed-over
//	ends after:                     compacted, failed, sent-as-prompt, handed-over
//
// One look at the world is a list of guards, asked in a fixed order: the
// process, the session, the turn, whether a compaction has already happened,
// the queue, the pane, its input, its foreground, the settling, the person's
// keys, the pane's mode, the screen, the draft. The first guard that is shut decides what happens next: wait,
// leave a tmux mode, put the draft aside, or end. Only when all are open, and
// only under a guard that the tmux server itself checks in the same instant,
// does text go in; Enter only on a composer that reads back as exactly ours.
//
// Three laws stand above everything here: never in the wrong place, never
// twice or half, never silently. A time-out of a tmux call makes its effect
// unknown: from then on the orchestrator looks and does not press.
//
// A job is one JSON file with one writer, the orchestrator that holds the
// job's lock. Others ask through a file beside it. The lock dies with its
// holder, so a job that was killed is found by whoever looks next.
package orchestrator
