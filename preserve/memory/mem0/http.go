// One request and its answer, and how often it may be sent.

package mem0

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	bodyMax     = 1 << 20 // bytes, of a request and of an answer
	redirectMax = 3
	triesMax    = 5
	backoffMin  = 250 * time.Millisecond
	backoffMax  = 8 * time.Second
	waitMax     = 60 * time.Second // what a server may ask for
)

type call struct {
	op, method string
	path       string // with the query; the address of the server goes before it
	body       any    // nil for none
	missing    bool   // 404 means that the memory is not there
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// once sends a request and reads its answer. The error is an *Error.
func (c *Client) once(ctx context.Context, q call) (answer, error) {
	var payload []byte
	if q.body != nil {
		var err error
		if payload, err = json.Marshal(q.body); err != nil {
			return answer{}, fmt.Errorf("mem0: %s: %w", q.op, err)
		}
		if len(payload) > bodyMax {
			return answer{}, &Error{Op: q.op, Host: c.host, Kind: Rejected, Detail: "the text is longer than 1 MiB; nothing was sent"}
		}
	}
	if err := ctx.Err(); err != nil {
		return answer{}, c.failure(q.op, ctx, false, err)
	}
	var sent atomic.Bool
	short, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	traced := httptrace.WithClientTrace(short, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { sent.Store(true) },
	})
	var reader io.Reader
	if payload != nil {
		reader = bytes.NewReader(payload)
	}
	req, err := http.NewRequestWithContext(traced, q.method, c.base+q.path, reader)
	if err != nil {
		return answer{}, c.failure(q.op, ctx, false, errors.New("the address cannot be used"))
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "savectx")
	if payload != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	c.sign(req.Header)
	res, err := c.http.Do(req)
	if err != nil {
		return answer{}, c.failure(q.op, ctx, sent.Load(), err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, bodyMax+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return answer{}, c.failure(q.op, ctx, true, errHalf)
	case err != nil:
		return answer{}, c.failure(q.op, ctx, true, err)
	case len(body) > bodyMax:
		return answer{}, c.failure(q.op, ctx, true, errTooLong)
	}
	ans := answer{res.StatusCode, res.Header, body}
	if q.missing && ans.status == http.StatusNotFound {
		return ans, &Error{Op: q.op, Host: c.host, Status: ans.status, Kind: Rejected, cause: ErrNotFound, Detail: ErrNotFound.Error()}
	}
	if ans.status < 200 || ans.status > 299 {
		return ans, c.refused(q.op, ans)
	}
	return ans, nil
}

// safely sends a request that may be sent twice, and has its answer read; an
// answer that cannot be read counts as none.
func (c *Client) safely(ctx context.Context, q call, read func([]byte) error) error {
	maybe := false
	for try := 1; ; try++ {
		ans, err := c.once(ctx, q)
		if err == nil {
			if err = read(ans.body); err == nil {
				return nil
			}
			err = c.failure(q.op, ctx, true, err)
		}
		var e *Error
		if !errors.As(err, &e) {
			return err
		}
		if maybe && q.method == http.MethodDelete && errors.Is(e, ErrNotFound) {
			return nil // gone: by the try before
		}
		maybe = maybe || e.maybe
		e.maybe = maybe
		if !e.again || try == triesMax {
			return e
		}
		if err := c.rest(ctx, try, e); err != nil {
			return e
		}
	}
}

// rest waits before the next try: as long as the server asks for, at most a
// minute, or longer from try to try. When the deadline of the call comes
// before, it does not wait at all.
func (c *Client) rest(ctx context.Context, try int, e *Error) error {
	d := min(backoffMax, backoffMin<<(try-1))
	d = d/2 + rand.N(d/2+1)
	if asked, ok := retryAfter(e.wait, time.Now()); ok {
		d = max(d, min(asked, waitMax))
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return context.DeadlineExceeded
	}
	return c.pause(ctx, d)
}

// retryAfter reads the header of that name: seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(s string, now time.Time) (time.Duration, bool) {
	if s == "" {
		return 0, false
	}
	if n, err := strconv.ParseInt(s, 10, 32); err == nil && n >= 0 {
		return time.Duration(n) * time.Second, true
	}
	if at, err := http.ParseTime(s); err == nil && at.After(now) {
		return at.Sub(now), true
	}
	return 0, false
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

type redirectError struct{ text string }

func (e *redirectError) Error() string { return e.text }

// redirect follows to the same address only, and only when the request stays
// what it is: a POST that becomes a GET would be lost without an error.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case req.URL.Scheme != first.URL.Scheme || req.URL.Host != first.URL.Host:
		return &redirectError{fmt.Sprintf("it redirects to %s://%s, which is not followed and got no key: set that address if it is right", req.URL.Scheme, req.URL.Host)}
	case req.Method != first.Method:
		return &redirectError{"it redirects in a way that would lose the request"}
	case len(via) >= redirectMax:
		return &redirectError{"it redirects again and again"}
	}
	return nil
}

func isCertificate(err error) bool {
	var verify *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	return errors.As(err, &verify) || errors.As(err, &unknown) || errors.As(err, &name)
}
