// What a project's settings put into the environment reaches no server.

package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"savectx/cmd/savectx/config"
	"savectx/preserve/memory/mem0/mem0test"
)

// given is a project whose settings name variables, and a person's home.
func given(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, ".claude"), 0o700), os.MkdirAll(filepath.Join(dir, "home", ".claude"), 0o700))
	if names != nil {
		must(t, os.WriteFile(filepath.Join(dir, ".claude", "settings.json"), []byte(`{"env": {"`+strings.Join(names, `": "x", "`)+`": "x"}}`), 0o600))
	}
	return dir
}

const anyFact = "The webhook answers after 219 ms"

// The places of settings, of what waits and of the client's folder: the server
// that they lead to hears nothing.
func TestGivenPlaces(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "SAVECTX_MEM0_URL", "SAVECTX_MEM0_USER",
		"SAVECTX_MEM0_KEY_FILE", "MEM0_API_KEY", "SSL_CERT_FILE", "SSL_CERT_DIR", "HOSTALIASES"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mem0test.New(mem0test.Options{Key: plantedKey})
			t.Cleanup(s.Close)
			key := filepath.Join(t.TempDir(), "key")
			must(t, os.WriteFile(key, []byte(plantedKey), 0o600))
			for _, theirs := range []bool{true, false} {
				dir := given(t)
				if theirs {
					dir = given(t, name)
				}
				evil := filepath.Join(dir, "evil")
				for _, folder := range []string{evil, filepath.Join(evil, ".config")} {
					must(t, os.MkdirAll(filepath.Join(folder, "savectx"), 0o700),
						os.WriteFile(filepath.Join(folder, "savectx", "config.toml"), fmt.Appendf(nil, "[mem0]\nurl = %q\nuser = \"ann\"\nkey_file = %q\n", s.URL, key), 0o600))
				}
				env := []string{name + "=" + evil}
				switch name {
				case "HOME", "XDG_CONFIG_HOME": // the settings are there
				case "SAVECTX_MEM0_USER":
					env = []string{"SAVECTX_MEM0_URL=" + s.URL, "SAVECTX_MEM0_USER=ann", "MEM0_API_KEY=" + plantedKey}
				case "SAVECTX_MEM0_URL", "MEM0_API_KEY":
					env = []string{"SAVECTX_MEM0_URL=" + s.URL, "SAVECTX_MEM0_USER=ann", "MEM0_API_KEY=" + plantedKey}
				default:
					env = append(env, "SAVECTX_MEM0_URL="+s.URL, "SAVECTX_MEM0_USER=ann", "SAVECTX_MEM0_KEY_FILE="+key)
					if name == "SAVECTX_MEM0_KEY_FILE" {
						env[0] = "X=y"
					}
				}
				s.Forget()
				r := outcome(t, savectx(t, dir, env, "memory", "add", "--store", "mem0", anyFact))
				switch {
				case !theirs && (r.code != exitDone || holding(s, anyFact) != 1):
					t.Errorf("set by the person: exit %d, %s", r.code, r.stderr)
				case name == "SAVECTX_MEM0_KEY_FILE" && theirs: // the person's server, without a key
					for _, q := range s.Requests() {
						if strings.Contains(fmt.Sprint(q), plantedKey) {
							t.Errorf("the key was sent: %+v", q)
						}
					}
				case theirs && (r.code != exitUsage || len(s.Requests()) > 0 || !strings.Contains(r.stderr, name)):
					t.Errorf("exit %d, %s\n%+v", r.code, r.stderr, s.Requests())
				}
			}
		})
	}
}

// heard listens and tells what the first line of each connection was.
func heard(t *testing.T) (address string, lines func() []string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	var lock sync.Mutex
	var list []string
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(c).ReadString('\n')
			lock.Lock()
			list = append(list, line)
			lock.Unlock()
			c.Close()
		}
	}()
	return l.Addr().String(), func() []string { lock.Lock(); defer lock.Unlock(); return slices.Clone(list) }
}

// A proxy is asked where the person has set it. Where a project has, no server
// is used at all: net/http knows the proxy before main begins.
func TestGivenProxy(t *testing.T) {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
		for _, theirs := range []bool{true, false} {
			t.Run(fmt.Sprint(name, theirs), func(t *testing.T) {
				t.Parallel()
				dir := given(t)
				if theirs {
					dir = given(t, name)
				}
				proxy, lines := heard(t)
				env := []string{name + "=http://" + proxy, "SAVECTX_MEM0_URL=https://mem0.invalid", "SAVECTX_MEM0_USER=ann", "MEM0_API_KEY=" + plantedKey}
				r := outcome(t, savectx(t, dir, env, "memory", "add", "--store", "mem0", "--timeout", "1s", anyFact))
				if theirs {
					r.want(t, exitUsage, "", ".claude/settings.json: the project sets "+name+": no server is used")
				} else {
					r.want(t, exitDone, "", "waits: ")
				}
				outcome(t, savectx(t, dir, env, "errand", "--root", dir))
				if got := lines(); (len(got) == 0) != theirs {
					t.Errorf("the proxy heard %q", got)
				}
			})
		}
	}
}

// The servers of the client's configuration: none that a project brings is
// started, and no address is made of what a project sets.
func TestGivenMCP(t *testing.T) {
	for _, theirs := range []bool{true, false} {
		t.Run(fmt.Sprint(theirs), func(t *testing.T) {
			t.Parallel()
			names := []string{"CLAUDE_CONFIG_DIR"}
			if !theirs {
				names = nil
			}
			dir := given(t, names...)
			mark, cc := filepath.Join(dir, "started"), filepath.Join(dir, "cc")
			must(t, os.MkdirAll(cc, 0o700), os.WriteFile(filepath.Join(cc, ".claude.json"),
				fmt.Appendf(nil, `{"mcpServers": {"memory": {"command": "touch", "args": [%q]}}}`, mark), 0o600))
			r := outcome(t, savectx(t, dir, []string{"SAVECTX_MCP_SERVER=memory", "CLAUDE_CONFIG_DIR=" + cc}, "memory", "add", "--store", "mcp", "--timeout", "3s", anyFact))
			if _, err := os.Lstat(mark); (err == nil) == theirs || theirs && !strings.Contains(r.stderr, "the project sets CLAUDE_CONFIG_DIR: no server is used") {
				t.Errorf("started: %v, exit %d, %s", err == nil, r.code, r.stderr)
			}
			outcome(t, savectx(t, dir, []string{"SAVECTX_MCP_SERVER=memory", "CLAUDE_CONFIG_DIR=" + cc}, "doctor", "--json"))
			if _, err := os.Lstat(mark); (err == nil) == theirs {
				t.Errorf("the doctor started it: %v", err == nil)
			}

			names = []string{"MEMURL"}
			if !theirs {
				names = nil
			}
			dir = given(t, names...)
			var lock sync.Mutex
			asked := map[string]bool{}
			listen := func(who string) string {
				s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
					lock.Lock()
					defer lock.Unlock()
					asked[who+" "+q.Header.Get("Authorization")] = true
					w.WriteHeader(http.StatusNotFound)
				}))
				t.Cleanup(s.Close)
				return s.URL
			}
			must(t, os.MkdirAll(filepath.Join(dir, "claude"), 0o700), os.WriteFile(filepath.Join(dir, "claude", ".claude.json"), fmt.Appendf(nil,
				`{"mcpServers": {"notes": {"type": "http", "url": "${MEMURL:-%s}/mcp", "headers": {"Authorization": "Bearer t0ken"}}}}`, listen("default")), 0o600))
			env := []string{"SAVECTX_MCP_SERVER=notes", "MEMURL=" + listen("variable")}
			outcome(t, savectx(t, dir, env, "memory", "add", "--store", "mcp", "--timeout", "3s", anyFact))
			outcome(t, savectx(t, dir, env, "errand", "--root", dir))
			lock.Lock()
			defer lock.Unlock()
			if asked["variable Bearer t0ken"] == theirs || asked["default Bearer t0ken"] != theirs {
				t.Errorf("asked were %v", asked)
			}
		})
	}
}

// An errand outlives the session that shows where it began: it hears from the
// process that sends it what a project sets.
func TestGivenErrandEnv(t *testing.T) {
	dir := given(t, "HOME", "SAVECTX_MEM0_URL", "MEM0_API_KEY", "https_proxy", "SSL_CERT_FILE", "XDG_CONFIG_HOME", "PATH", "MEMURL")
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("XDG_CONFIG_HOME", "")
	env := []string{"HOME=/h", "PATH=/bin", "SAVECTX_MEM0_URL=u", "SAVECTX_MEM0_USER=ann", "MEM0_API_KEY=k", "https_proxy=p", "NO_PROXY=n", "SSL_CERT_FILE=f",
		"XDG_CONFIG_HOME=x", "OTHER=o", "MEMURL=m"}
	want := []string{"HOME=/h", "PATH=/bin", "SAVECTX_MEM0_USER=ann", "NO_PROXY=n", config.GivenMark + "=HOME,PATH"}
	set, err := config.Load(dir, os.Getenv)
	must(t, err)
	if got := errandEnv(env, set); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	t.Setenv("SAVECTX_MCP_SERVER", "notes")
	set, err = config.Load(dir, os.Getenv)
	must(t, err)
	if got := errandEnv(env, set); !slices.Equal(got, slices.Insert(want, 4, "OTHER=o")) {
		t.Errorf("with a server of the client's configuration: %q", got)
	}

	s := mem0test.New(mem0test.Options{})
	defer s.Close()
	dir = given(t)
	told := []string{"SAVECTX_MEM0_URL=" + s.URL, "SAVECTX_MEM0_USER=ann", config.GivenMark + "=HOME,PATH"}
	outcome(t, savectx(t, dir, told, "errand", "--root", dir)).want(t, exitDone, "", "the project sets HOME")
	if q := s.Requests(); len(q) > 0 {
		t.Errorf("%+v", q)
	}
}
