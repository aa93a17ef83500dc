// What can go wrong, and whether it makes sense to try it again.

package mem0

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// Kind says what an [Error] is about.
type Kind int

const (
	// Away: the server cannot be reached, is busy, or answers nonsense. Later
	// the same may work.
	Away Kind = iota
	// Barred: the key, the address or the rights are wrong. It works when the
	// settings are put right.
	Barred
	// Rejected: the server does not want this one. It never will.
	Rejected
)

// Error is a call that failed at the server or on the way to it. Its text
// never holds the key, at most 200 characters of the answer, and no control
// characters.
type Error struct {
	Op     string // add, search, list, get, update, delete
	Host   string
	Status int // of HTTP; 0 without an answer
	Detail string
	Kind   Kind
	cause  error // of a fixed set: its text is known to be harmless
	maybe  bool  // the server may have done what it was asked for
	again  bool  // trying it again in this call makes sense
	wait   string
}

func (e *Error) Error() string {
	s := "mem0: " + e.Op + ": " + e.Host
	if e.Status != 0 {
		s += fmt.Sprintf(" answered %d %s", e.Status, http.StatusText(e.Status))
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return strings.TrimSpace(s)
}

// Unwrap gives context.DeadlineExceeded, context.Canceled, [ErrRedirect],
// [ErrNotFound] or nothing.
func (e *Error) Unwrap() error { return e.cause }

// Final reports whether trying it again later makes no sense.
func (e *Error) Final() bool { return e.Kind == Rejected }

// Errors of this package.
var (
	// ErrNotFound: no memory of this user has that id.
	ErrNotFound = errors.New("no such memory")
	// ErrRedirect: the server sends to another address; the key was not sent there.
	ErrRedirect = errors.New("a redirect that is not followed")
	// ErrScope: what was written under the user id cannot be found under it.
	ErrScope = errors.New("the user id is not the scope that the server reads")

	errPublic  = errors.New("http to a public address would send the key readable: use https")
	errTooLong = errors.New("the answer is longer than 1 MiB: ask for fewer")
	errGarbage = errors.New("the answer is not what a mem0 server sends")
	errHalf    = errors.New("the answer ends in the middle")
)

// IsAway reports whether err means that the server is not there at the moment,
// or not for us: the same call may work later.
func IsAway(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind != Rejected && !errors.Is(err, ErrNotFound)
}

// IsUnclear reports whether the change that failed may have been done all the
// same.
func IsUnclear(err error) bool {
	var e *Error
	if !errors.As(err, &e) || !e.maybe {
		return false
	}
	return e.Op == "add" || e.Op == "update" || e.Op == "delete"
}

// ConflictError is a fact that a stored one contradicts, or stands in the way of.
type ConflictError struct {
	ID, Text string // of the stored one
	Why      string // it stands in the way; "": it contradicts
}

func (e *ConflictError) Error() string {
	if e.Why != "" {
		return fmt.Sprintf("mem0: %s: %s", e.Why, clip(e.Text, detailMax))
	}
	return fmt.Sprintf("mem0: memory %s says otherwise: %s", e.ID, clip(e.Text, detailMax))
}

// Final is true: only a person can decide it.
func (e *ConflictError) Final() bool { return true }

const detailMax = 200 // runes

// scrubber returns a function that takes the key out of a text, in the forms
// that a server or a library may quote it.
func scrubber(key string) func(string) string {
	if key == "" {
		return oneLine
	}
	var pairs []string
	for _, k := range []string{key, url.QueryEscape(key), url.PathEscape(key)} {
		pairs = append(pairs, k, "(hidden)")
	}
	r := strings.NewReplacer(pairs...)
	return func(s string) string { return oneLine(r.Replace(s)) }
}

func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, " "))
	return strings.Join(strings.Fields(s), " ")
}

func clip(s string, runes int) string {
	s = oneLine(s)
	n := 0
	for i := range s {
		if n++; n > runes {
			return s[:i] + "…"
		}
	}
	return s
}

// failure makes the Error of a request that got no usable answer.
func (c *Client) failure(op string, ctx context.Context, sent bool, err error) *Error {
	e := &Error{Op: op, Host: c.scrub(c.host), Kind: Away, maybe: sent, again: true}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the outer one has the whole URL, a hostile redirect's included
	}
	var redirect *redirectError
	switch {
	case errors.As(err, &redirect):
		e.Kind, e.cause, e.maybe, e.again = Barred, ErrRedirect, false, false
	case errors.Is(err, errPublic):
		e.Kind, e.maybe, e.again = Barred, false, false
	case isCertificate(err):
		e.Kind, e.maybe, e.again = Barred, false, false
	case errors.Is(err, errTooLong):
		e.again = false
	case ctx.Err() != nil:
		e.cause, e.again = ctx.Err(), false
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		e.cause = context.DeadlineExceeded
		err = fmt.Errorf("no answer within %v", c.timeout)
	}
	e.Detail = clip(c.scrub(err.Error()), detailMax)
	return e
}

// refused makes the Error of an answer that is not 2xx.
func (c *Client) refused(op string, ans answer) *Error {
	e := &Error{Op: op, Host: c.scrub(c.host), Status: ans.status, Detail: clip(c.scrub(detail(ans.body)), detailMax)}
	switch s := ans.status; {
	case s == http.StatusTooManyRequests:
		e.Kind, e.again, e.wait = Away, true, ans.header.Get("Retry-After")
	case s == http.StatusRequestTimeout || s == http.StatusTooEarly || s >= 500 || s < 200:
		e.Kind, e.again, e.maybe, e.wait = Away, true, true, ans.header.Get("Retry-After")
	case s < 400:
		e.Kind = Barred
	case s == http.StatusUnauthorized, s == http.StatusPaymentRequired, s == http.StatusForbidden,
		s == http.StatusNotFound, s == http.StatusMethodNotAllowed, s == http.StatusProxyAuthRequired, s == http.StatusMisdirectedRequest:
		e.Kind = Barred
		if s == http.StatusNotFound || s == http.StatusMethodNotAllowed {
			e.Detail = strings.TrimSpace(fmt.Sprintf("%s (is this the address of a %s server?)", e.Detail, c.style))
		}
	default:
		e.Kind = Rejected
	}
	return e
}
