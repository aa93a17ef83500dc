// The sentinels, and the one map from tmux's words to them.

package tmux

import (
	"errors"
	"strings"
)

var (
	// ErrGone says that the pane, or its server, is not the recorded one any
	// more: killed, restarted, or running another process. The text names the
	// field that differs.
	ErrGone = errors.New("the pane is not the recorded one any more")

	// ErrUnknown says that a tmux call ended without a clear answer, usually by
	// its time-out. It may have had its effect, or have it later: look at the
	// pane, never send again.
	ErrUnknown = errors.New("tmux gave no clear answer, the effect is unknown")

	// ErrDenied says that the socket may not be reached: its permissions, a
	// sandbox, or the server's access list.
	ErrDenied = errors.New("the tmux socket may not be reached")

	// ErrNoServer says that nothing listens on the socket.
	ErrNoServer = errors.New("no tmux server on this socket")
)

// classify finds the sentinel for an error line of tmux, nil for the others.
// The words are those of client.c, cmd-find.c and server-client.c, unchanged
// between 2.6 and 3.7; tmux never translates them.
func classify(line string) error {
	connecting := strings.HasPrefix(line, "error connecting to ") ||
		strings.HasPrefix(line, "failed to connect to server")
	switch {
	case connecting && (strings.HasSuffix(line, "(Permission denied)") ||
		strings.HasSuffix(line, "(Operation not permitted)")):
		return ErrDenied
	case line == "access not allowed": // server-access, 3.3 and later
		return ErrDenied
	case connecting && (strings.HasSuffix(line, "(No such file or directory)") ||
		strings.HasSuffix(line, "(Connection refused)")):
		return ErrNoServer
	case strings.HasPrefix(line, "no server running on "):
		return ErrNoServer
	case strings.HasPrefix(line, "can't find pane"),
		strings.HasPrefix(line, "can't find window"),
		strings.HasPrefix(line, "can't find session"):
		return ErrGone
	case strings.HasPrefix(line, "lost server"),
		strings.HasPrefix(line, "server exited"):
		// The connection broke half-way; a client up to 3.5a says so about a
		// server of 3.6 or later that is well.
		return ErrUnknown
	}
	return nil
}
