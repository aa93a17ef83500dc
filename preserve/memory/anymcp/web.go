// Servers reached over HTTP: headers to one host only, bounded answers.

package anymcp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

var errLarge = fmt.Errorf("an answer is larger than %d MiB", maxFrame>>20)

// webClient sends the configured headers to the configured host and follows no
// redirect to another one.
func webClient(s Server) (*http.Client, error) {
	home, err := url.Parse(s.URL)
	if err != nil {
		return nil, errors.New("its url cannot be read")
	}
	own, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, errors.New("no HTTP transport")
	}
	own = own.Clone()
	return &http.Client{
		Transport: guard{home, s.Headers, own},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			switch {
			case !sameHost(home, r.URL):
				return fmt.Errorf("it redirects to another host, %s, which is not followed", clean(r.URL.Host, maxName))
			case len(via) > 5:
				return errors.New("it redirects without end")
			}
			return nil
		},
	}, nil
}

func sameHost(a, b *url.URL) bool { return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host) }

type guard struct {
	home    *url.URL
	headers map[string]string
	next    *http.Transport
}

func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if !sameHost(g.home, r.URL) { // an SSE server may name any endpoint
		return nil, fmt.Errorf("it sends to another host, %s, which is not followed", clean(r.URL.Host, maxName))
	}
	r = r.Clone(r.Context())
	for k, v := range g.headers {
		r.Header.Set(k, v)
	}
	resp, err := g.next.RoundTrip(r)
	if err == nil && !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		resp.Body = &boundedBody{resp.Body, maxFrame}
	}
	return resp, err
}

// boundedBody fails instead of going on without end. Event streams are
// bounded event by event.
type boundedBody struct {
	io.ReadCloser
	left int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLarge
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
