// The two variables that tmux gives to the programs in its panes.

package tmux

import (
	"errors"
	"fmt"
	"strings"
)

// FromEnv reads the socket path and the pane id from $TMUX and $TMUX_PANE. The
// pane is "%" and digits.
//
// Both variables are inherited by whatever is started from a pane, an editor's
// terminal for instance: the caller proves that the pane is its own.
func FromEnv(getenv func(string) string) (socket, pane string, err error) {
	if socket, err = SocketFromEnv(getenv); err != nil {
		return "", "", err
	}
	pane = getenv("TMUX_PANE")
	if pane == "" {
		return "", "", errors.New("TMUX_PANE is not set")
	}
	if !paneID(pane) {
		return "", "", fmt.Errorf("TMUX_PANE is not a pane id like %%3: %q", pane)
	}
	return socket, pane, nil
}

// SocketFromEnv reads the socket path from $TMUX alone, for a pane that is
// given by other means.
//
// $TMUX is "socket,pid,session" (environ.c): it is cut from the right, because
// a socket path may hold commas. Its pid and session are not returned: the
// session is stale as soon as the pane moves.
func SocketFromEnv(getenv func(string) string) (string, error) {
	tmux := getenv("TMUX")
	if tmux == "" {
		return "", errors.New("not inside tmux: TMUX is not set")
	}
	rest, session, ok1 := cutLast(tmux)
	socket, pid, ok2 := cutLast(rest)
	if !ok1 || !ok2 || socket == "" || !digits(pid) || !digits(session) {
		return "", fmt.Errorf("TMUX is not socket,pid,session: %q", tmux)
	}
	if strings.ContainsRune(socket, 0) {
		return "", errors.New("TMUX holds a zero byte")
	}
	return socket, nil
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ',')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// paneID reports whether s is "%" and up to ten digits, as tmux numbers panes.
func paneID(s string) bool {
	return strings.HasPrefix(s, "%") && digits(s[1:])
}

func digits(s string) bool {
	if s == "" || len(s) > 10 {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
