// Package disktest gives tests a full or read-only disk: a small tmpfs in a
// mount namespace that only a child process has, gone when it ends.
//
//	test ── Run(child) ──▶ child ── Mount(dir) ── work ── ReadOnly(dir) ── work
//	   ▲                                │
//	   └── skipped, where the machine lets nobody mount
//
// Linux only.
package disktest
