// One entry of mcpServers.

package anymcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// inherited are the variables that a command gets beside those of its
// configuration.
func inherited() []string {
	return []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
		"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}
}

func parseServer(raw json.RawMessage, p Place) (Server, error) {
	var e struct {
		Type    string            `json:"type"`
		Command *string           `json:"command"`
		Args    []string          `json:"args"`
		Env     map[string]string `json:"env"`
		URL     *string           `json:"url"`
		Headers map[string]string `json:"headers"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return Server{}, fmt.Errorf("%s must be %s, not %s", kind.Field, jsonKind(kind.Type.Kind()), kind.Value)
		}
		return Server{}, errors.New("it is not an object of strings")
	}
	x := expander{lookup: p.Lookup}
	s := Server{Type: e.Type, Dir: p.Cwd}
	switch e.Type {
	case "", Stdio:
		switch {
		case e.Command == nil && e.URL != nil:
			return s, errors.New(`it has a "url" and no "type"`)
		case e.Command == nil || *e.Command == "":
			return s, errors.New(`it has no "command"`)
		}
		s.Type, s.Command, s.Env = Stdio, x.expand(*e.Command), x.all(e.Env)
		for _, a := range e.Args {
			s.Args = append(s.Args, x.expand(a))
		}
		if strings.ContainsRune(s.Command+strings.Join(s.Args, ""), 0) {
			return s, errors.New("its command holds a NUL")
		}
		for _, name := range inherited() {
			if v, ok := p.Lookup(name); ok {
				s.inherit = append(s.inherit, name+"="+v)
			}
		}
		s.inherit = append(s.inherit, "CLAUDE_PROJECT_DIR="+p.Top)
	case HTTP, SSE, "streamable-http":
		if e.URL == nil {
			return s, errors.New(`it has no "url"`)
		}
		if s.Type != SSE {
			s.Type = HTTP
		}
		s.URL, s.Headers = x.expand(*e.URL), x.all(e.Headers)
		u, err := url.Parse(s.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return s, errors.New("its url is not one of http or https")
		}
	default:
		return s, fmt.Errorf("servers of type %q cannot be used", clean(e.Type, maxName))
	}
	s.Missing = x.missing
	return s, nil
}

// Address says where the server is without anything that may be secret: the
// program, or the URL without its query and user.
func (s Server) Address() string {
	if s.Type == Stdio {
		return clean(filepath.Base(s.Command), maxName)
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return s.Type
	}
	return clean(u.Scheme+"://"+u.Host+u.EscapedPath(), maxName)
}

// environ is the whole environment of a command.
func (s Server) environ() []string {
	env := slices.Clone(s.inherit)
	for k, v := range s.Env {
		env = append(env, k+"="+v) // the last one of a name counts
	}
	return env
}

// secrets are the values of the configuration that no error may show.
func (s Server) secrets() []string {
	var found []string
	for name, v := range s.Env {
		if hasAny(strings.ToLower(name), "key", "token", "secret", "pass", "auth", "cred") {
			found = append(found, v)
		}
	}
	for _, v := range s.Headers {
		found = append(found, v)
		if _, word, ok := strings.Cut(v, " "); ok { // "Bearer ..."
			found = append(found, word)
		}
	}
	if u, err := url.Parse(s.URL); err == nil && s.URL != "" {
		for _, values := range u.Query() {
			found = append(found, values...)
		}
		if word, ok := u.User.Password(); ok {
			found = append(found, word)
		}
		if u.RawQuery != "" {
			found = append(found, u.RawQuery)
		}
	}
	found = slices.DeleteFunc(found, func(v string) bool { return len(v) < 6 })
	slices.SortFunc(found, func(a, b string) int { return len(b) - len(a) })
	return found
}

func hasAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

func jsonKind(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "an array"
	case reflect.Bool:
		return "true or false"
	}
	return "an object"
}

// expander replaces ${NAME} and ${NAME:-default} as the client does.
type expander struct {
	lookup  func(string) (string, bool)
	missing []string
}

func (x *expander) expand(s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "${")
		inner, after, closed := strings.Cut(rest, "}")
		if !ok || !closed || inner == "" {
			out.WriteString(s)
			return out.String()
		}
		out.WriteString(before)
		name, fallback, has := strings.Cut(inner, ":-")
		switch v, set := x.lookup(name); {
		case set:
			out.WriteString(v)
		case has:
			out.WriteString(fallback)
		default:
			out.WriteString("${" + inner + "}")
			if !slices.Contains(x.missing, name) {
				x.missing = append(x.missing, clean(name, maxName))
			}
		}
		s = after
	}
}

func (x *expander) all(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[k] = x.expand(v)
	}
	return out
}
