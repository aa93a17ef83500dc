// Where the server is, who asks, and with which key.

package mem0

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// HostedURL is the address of the hosted service.
const HostedURL = "https://api.mem0.ai"

// Style is the shape of the interface.
type Style string

// The two shapes.
const (
	Hosted     Style = "hosted"
	SelfHosted Style = "selfhosted"
)

// Key is an API key. It prints as "(hidden)" and is never put into JSON.
type Key string

func (Key) String() string               { return "(hidden)" }
func (Key) GoString() string             { return "(hidden)" }
func (Key) MarshalText() ([]byte, error) { return []byte("(hidden)"), nil }

// Config says which server, whose memories, and with which key.
type Config struct {
	BaseURL string // "" is [HostedURL]; a path in front of the routes is kept
	Key     Key    // may be "" for a self-hosted server without authentication
	UserID  string // required; "*" is none, the hosted service takes it for everybody
	Style   Style  // "" is found from the address: *.mem0.ai is hosted, others are not
	// Timeout of one request; 0 is 20 seconds. A call may make several: the
	// deadline of its context bounds them all.
	Timeout time.Duration
}

const (
	requestTimeout = 20 * time.Second
	dialTimeout    = 10 * time.Second
	userMax        = 256 // bytes
)

// Client talks to one server as one user. It may be used by several goroutines.
type Client struct {
	base    string
	host    string
	style   Style
	user    string
	timeout time.Duration
	http    *http.Client
	// The key lives in functions only, so that no way of printing a Client
	// shows it.
	sign  func(http.Header)
	scrub func(string) string
	// pause waits between two tries. Tests of this package replace it.
	pause func(context.Context, time.Duration) error
}

// New checks a Config and returns its Client. It sends nothing. Its errors say
// what to set.
func New(c Config) (*Client, error) {
	user := strings.TrimSpace(c.UserID)
	switch {
	case user == "":
		return nil, errors.New("mem0: no user id is set: without one a server answers with empty lists")
	case user == "*":
		return nil, errors.New(`mem0: the user id "*" stands for everybody: name one user`)
	case len(user) > userMax || strings.ContainsFunc(user, unicode.IsControl):
		return nil, fmt.Errorf("mem0: the user id is longer than %d bytes or has control characters", userMax)
	}
	key := string(c.Key)
	if strings.TrimSpace(key) != key || strings.ContainsFunc(key, func(r rune) bool { return r < 0x21 || r > 0x7e }) {
		return nil, errors.New("mem0: the key has white space or characters that no key has")
	}
	base, err := checkURL(c.BaseURL)
	if err != nil {
		return nil, err
	}
	style := c.Style
	switch style {
	case Hosted, SelfHosted:
	case "":
		style = styleOf(base.Hostname())
	default:
		return nil, fmt.Errorf("mem0: style %q is neither %q nor %q", style, Hosted, SelfHosted)
	}
	if style == Hosted && key == "" {
		return nil, errors.New("mem0: the hosted service needs a key")
	}
	cl := &Client{
		base: strings.TrimRight(base.String(), "/"), host: base.Host, style: style, user: user,
		timeout: c.Timeout, sign: signer(style, key), scrub: scrubber(key), pause: pause,
	}
	if cl.timeout <= 0 {
		cl.timeout = requestTimeout
	}
	cl.http = &http.Client{Transport: transport(base.Scheme), CheckRedirect: cl.redirect}
	return cl, nil
}

// User is the user id that everything goes under.
func (c *Client) User() string { return c.user }

// Address is the server and the user in one line, for messages and for the
// items of an outbox: it never changes for one Config and holds no key.
func (c *Client) Address() string { return c.base + " " + c.user }

func checkURL(s string) (*url.URL, error) {
	if strings.TrimSpace(s) == "" {
		s = HostedURL
	}
	u, err := url.Parse(strings.TrimSpace(s))
	// The text of an address that cannot be read may hold a key: not quoted.
	if err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "" {
		return nil, errors.New("mem0: the address of the server is not a URL such as https://host:port")
	}
	switch {
	case u.User != nil:
		return nil, errors.New("mem0: the address of the server holds a user name or a password: set the key apart from it")
	case u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return nil, errors.New("mem0: the address of the server has a query or a fragment")
	case u.Scheme == "https":
	case u.Scheme != "http":
		return nil, fmt.Errorf("mem0: %q is not a scheme for a memory server: use https", u.Scheme)
	default:
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !private(ip) {
			return nil, fmt.Errorf("mem0: http to %s would send the key readable: use https; http is for this machine and private networks", u.Host)
		}
	}
	u.Path = strings.TrimRight(u.Path, "/")
	return u, nil
}

func styleOf(host string) Style {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "mem0.ai" || strings.HasSuffix(host, ".mem0.ai") {
		return Hosted
	}
	return SelfHosted
}

// private reports whether an address is this machine's or of a private network.
func private(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
}

func signer(style Style, key string) func(http.Header) {
	return func(h http.Header) {
		switch {
		case key == "":
		case style == Hosted:
			h.Set("Authorization", "Token "+key)
		default:
			h.Set("X-API-Key", key)
		}
	}
}

// transport verifies certificates as Go does by default. Over plain http it
// asks for the address of each connection, because a name can mean any: and it
// takes no proxy, which would be one more to read the key.
func transport(scheme string) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}
	t := &http.Transport{
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: 64 << 10,
		MaxIdleConns:           4,
		IdleConnTimeout:        30 * time.Second,
		ForceAttemptHTTP2:      true,
	}
	if scheme == "http" {
		dialer.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			if a, err := netip.ParseAddrPort(address); err != nil || !private(a.Addr()) {
				return errPublic
			}
			return nil
		}
	} else {
		t.Proxy = http.ProxyFromEnvironment
	}
	t.DialContext = dialer.DialContext
	return t
}
