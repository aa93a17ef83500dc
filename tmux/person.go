// The person at the pane: when they last typed, and how to tell them something.

package tmux

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxTell  = 200       // runes in a message: one status line
	maxOffer = 256 << 10 // bytes in an offered buffer
)

// client is one terminal attached to a session that shows the pane's window.
type client struct {
	name     string
	activity int64 // seconds since 1970
}

// clients lists who is attached. A window can be linked into several sessions,
// so the sessions are looked up by the pane, not by its name.
func (p *Pane) clients(ctx context.Context) ([]client, error) {
	if err := p.Prove(ctx); err != nil {
		return nil, err
	}
	panes, err := p.server.table(ctx, []string{"list-panes", "-a", "-F"}, "pane_id", "session_id")
	if err != nil {
		return nil, gone(err)
	}
	sessions := make(map[string]bool)
	for _, r := range panes {
		if r[0] == p.id.Pane {
			sessions[r[1]] = true
		}
	}
	rows, err := p.server.table(ctx, []string{"list-clients", "-F"}, "session_id", "client_name", "client_activity")
	if err != nil {
		return nil, gone(err)
	}
	var list []client
	for _, r := range rows {
		if !sessions[r[0]] {
			continue
		}
		at, err := strconv.ParseInt(r[2], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: client activity %.40q", ErrUnknown, r[2])
		}
		list = append(list, client{name: r[1], activity: at})
	}
	return list, nil
}

// LastKey returns when a person last pressed a key, or attached, in a session
// of the pane: the newest client_activity, in whole seconds of the server's
// clock. It is the zero time when nobody is attached. Paste and Press never move
// it. Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) LastKey(ctx context.Context) (time.Time, error) {
	list, err := p.clients(ctx)
	if err != nil {
		return time.Time{}, err
	}
	var last time.Time
	for _, c := range list {
		if at := time.Unix(c.activity, 0); at.After(last) {
			last = at
		}
	}
	return last, nil
}

// plainClient is a client_name that can be a target: a tty path or "client-123".
var plainClient = regexp.MustCompile(`^[A-Za-z0-9/._-]+$`)

// Tell shows message on the status line of every client attached to the pane's
// sessions. It is nil when nobody is attached: keep what matters elsewhere too.
//
// tmux expands formats in a message and runs what stands in #(…), so the text is
// checked: letters, digits, spaces and . , : - ' / ? only, starting with a letter
// or digit, at most 200 runes. Nothing from outside belongs in it.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Tell(ctx context.Context, message string) error {
	if err := tellable(message); err != nil {
		return err
	}
	list, err := p.clients(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, c := range list {
		if !plainClient.MatchString(c.name) {
			continue
		}
		_, err := p.server.ask(ctx, "", []string{"display-message", "-c", c.name, message})
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

func tellable(message string) error {
	if n := utf8.RuneCountInString(message); n == 0 || n > maxTell {
		return fmt.Errorf("message of %d runes, not 1 to %d", n, maxTell)
	}
	for i, r := range message {
		switch {
		case r == utf8.RuneError:
			return errors.New("message is not UTF-8")
		case unicode.IsLetter(r), unicode.IsDigit(r):
		case i > 0 && (r == ' ' || r == '.' || r == ',' || r == ':' || r == '-' || r == '\'' || r == '/' || r == '?'):
		default:
			return fmt.Errorf("message may not hold %q at byte %d", r, i)
		}
	}
	return nil
}

// plainBuffer is a buffer name that needs no quoting and is no flag.
var plainBuffer = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Offer leaves text in the paste buffer called name, replacing what is there,
// for a person to paste. The name has letters, digits, ".", "_" and "-"; the
// text is one line without control characters, up to 256 KiB.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Offer(ctx context.Context, name, text string) error {
	if !plainBuffer.MatchString(name) {
		return fmt.Errorf("buffer name %q needs letters, digits, dots, dashes", name)
	}
	if len(text) > maxOffer {
		return fmt.Errorf("text of %d bytes is over %d", len(text), maxOffer)
	}
	if err := pasteable(text); err != nil {
		return err
	}
	_, err := p.server.ask(ctx, text, []string{"load-buffer", "-b", name, "-"})
	return gone(err)
}
