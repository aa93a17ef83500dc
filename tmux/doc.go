// Package tmux drives one pane of one tmux server: it proves that the pane is
// the one that was recorded, reads it, puts text into it and presses a key.
//
//	FromEnv ── socket, pane id
//	   │
//	Open ───── which tmux program speaks to this server, which version is it
//	   │
//	Server.Pane (records an Identity)      Server.Attach (proves a recorded one)
//	   └──────────────┬───────────────────────┘
//	                Pane
//	                  │
//	  look, any time  │  Prove  Read  Shut  Modes  Unread  LastKey
//	  touch           │  LeaveModes  Paste  Press  Erase
//	                  │        │
//	                  │     guarded ── one if-shell -F: test and act inside the
//	                  │        │       server, with nothing in between
//	                  │        ├── OK       done, exactly once
//	                  │        ├── REFUSED  nothing reached the pane
//	                  │        └── else     ErrUnknown: look, never send again
//	  a person        │  Tell  Offer
//
// # Why a guard inside the server
//
// A check in this process and a key in the next tmux call leave a gap in which
// a person can type, scroll back, stop the program or close the pane. tmux runs
// one command list at a time, so `if-shell -F <format> <do> <else>` closes the
// gap (tmux 2.0 and later). Every key of this package goes through it; the
// runner refuses the commands that can reach a pane in any other way.
//
// The guard sees what tmux has drawn. Input that the program in the pane has
// received and not echoed yet is invisible to it, for as long as the program
// takes to draw: the caller looks once more before it presses Enter.
//
// # What tmux does that one has to know
//
//   - Pane ids survive break-pane, join-pane and renames, and start again at %0
//     with a new server. So the server's pid and start time are compared too.
//   - Text as an argument is unsafe: a leading "-" is a flag, a final ";" is
//     dropped, 16 KiB is the limit. Text goes through a buffer, from stdin.
//   - send-keys into copy-mode is swallowed, hangs (3.3 and later), or with -l
//     ends the server (3.0a and earlier). paste-buffer passes through it, in 3.3a
//     without the marks of a bracketed paste.
//   - paste-buffer into a dead pane ends the server up to 3.3a (CHANGES for 3.4).
//   - synchronize-panes repeats send-keys in the neighbours, not paste-buffer.
//   - A pane with its input off drops both, and tmux answers 0.
//   - pane_in_mode is a count: 2 for a view-mode on top of copy-mode.
//   - A client of another version than its server may answer 0 and do nothing,
//     or hang: only exact answers count, and the server's own program is used
//     where it can be found.
//   - display-message expands formats, and #(…) in them runs a command.
//
// # What is not promised
//
// Nothing is ever sent twice by this package, and nothing is withdrawn: a tmux
// client that was killed after a time-out may already have handed its command
// over. There is no fallback to tmux's default server.
package tmux
