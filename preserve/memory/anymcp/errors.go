// What went wrong: on the way, at the server, or with this very fact.

package anymcp

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// errLate is a limit of this package that was reached.
type errLate struct{ limit time.Duration }

func (e errLate) Error() string { return "no answer within " + e.limit.String() }

// Is makes it a deadline for errors.Is.
func (e errLate) Is(target error) bool { return target == context.DeadlineExceeded }

func late(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// failure keeps the cause for errors.Is and shows only cleaned text.
type failure struct {
	text  string
	cause error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// Codes that the SDK itself puts into errors, not the server: the client or the
// server is closing, and "rejected by transport", which is any HTTP status that
// leaves the connection usable: a 429, but also a proxy's 502 to a request that
// arrived.
const (
	codeClientClosing = -32003
	codeServerClosing = -32004
	codeTransport     = -32005
)

// refused reports whether the server itself answered with the error.
func refused(err error) bool {
	var said *jsonrpc.Error
	return errors.As(err, &said) && !slices.Contains([]int64{codeClientClosing, codeServerClosing, codeTransport}, said.Code)
}

// turnedAway reports whether an HTTP server did not take the request: nothing
// was done. The SDK puts the words of the status at the end of its errors.
func turnedAway(err error) bool {
	var f *failure
	if !errors.As(err, &f) || f.cause == nil {
		return false
	}
	return slices.ContainsFunc([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusTooManyRequests},
		func(code int) bool { return strings.HasSuffix(f.cause.Error(), ": "+http.StatusText(code)) })
}

// refusal is a tool's own no: the connection goes on.
type refusal struct{ said, text string }

func (r *refusal) Error() string { return r.text }

// passing are words of servers that cannot do it at the moment, or for nobody.
func passing(said string) bool {
	said = strings.ToLower(said)
	return slices.ContainsFunc([]string{"unavailable", "try again", "rate limit", "too many requests", "429", "timed out", "timeout",
		"connection", "connect to", "unreachable", "overloaded", "busy", "locked", "no space", "quota", "unauthorized", "401", "forbidden", "api key"},
		func(words string) bool { return strings.Contains(said, words) })
}

// Later reports whether the same call may work later: the server is away, slow
// or busy, a setting is missing, or it is not known whether it was done. When
// not, it is about what was asked for, and never will.
func Later(err error) bool {
	var tool *refusal
	var said *jsonrpc.Error
	var way *failure
	switch {
	case err == nil:
		return false
	case errors.Is(err, ErrUnclear), errors.Is(err, ErrNoTool), errors.Is(err, ErrUserID), late(err):
		return true
	case errors.As(err, &tool):
		return passing(tool.said)
	case errors.As(err, &said) && refused(err):
		return said.Code != jsonrpc.CodeInvalidParams && said.Code != jsonrpc.CodeInvalidRequest || passing(said.Message)
	}
	return errors.As(err, &way)
}

// Lost reports whether a call ended on its way, so that the connection may be
// of no more use.
func Lost(err error) bool {
	var way *failure
	return errors.As(err, &way) && !refused(err) && !turnedAway(err)
}
