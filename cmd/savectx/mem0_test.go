// A mem0 server for scripts and tests, and what it must have in the end.

package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"savectx/orchestrator/session"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/safefile"
	"savectx/tmux/tmuxtest"
)

// plantedKey is the key of the test's servers. Nothing may ever show it.
const plantedKey = "k3y-PLANTED-9f8e7d6c5b4a"

// faults by the names that scripts and tests use.
func faults(name string) (f mem0test.Fault, ok bool) {
	f = mem0test.Fault{Times: -1}
	switch name {
	case "away":
		f.Drop = true
	case "slow":
		f.Hang = true
	case "garbage":
		f.Status, f.Body = http.StatusOK, "<html>502, said the proxy</html>"
	case "half":
		f.Half, f.Done = true, true
	case "taken": // the server does it, and nobody hears of it
		f.Drop, f.Done = true, true
	case "redirect":
		f.Redirect = "http://127.0.0.1:9"
	default:
		f.Status, _ = strconv.Atoi(name)
		f.Body = `{"detail": "no"}`
		if f.Status == http.StatusTooManyRequests {
			f.Header = map[string]string{"Retry-After": "1"}
		}
	}
	return f, f.Status != 0 || f.Drop || f.Hang || f.Half || f.Redirect != ""
}

// mem0Cmd is the script command mem0:
//
//	mem0 start [hosted] [key] [scope=USER]   sets MEM0_URL; key wants the planted one
//	mem0 break FAULT [METHOD]                see faults
//	mem0 mend
//	mem0 put USER PROJECT TEXT               as somebody else would; sets MEM0_ID
//	mem0 holds N [TEXT]                      memories, with the text in them
func mem0Cmd() func(*testscript.TestScript, bool, []string) {
	var lock sync.Mutex
	servers := map[*testscript.TestScript]*mem0test.Server{}
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: mem0 start|break|mend|put|holds")
		}
		lock.Lock()
		defer lock.Unlock()
		s := servers[ts]
		switch what, args := args[0], args[1:]; {
		case what == "start":
			var opt mem0test.Options
			for _, a := range args {
				scope, _ := strings.CutPrefix(a, "scope=")
				switch a {
				case "hosted":
					opt.Hosted = true
				case "key":
					opt.Key = plantedKey
				default:
					opt.WrongScope = scope
				}
			}
			s = mem0test.New(opt)
			servers[ts] = s
			ts.Defer(s.Close)
			ts.Setenv("MEM0_URL", s.URL)
		case what == "break" && len(args) > 0:
			f, ok := faults(args[0])
			if !ok {
				ts.Fatalf("no fault %q", args[0])
			}
			if len(args) > 1 {
				f.Method = args[1]
			}
			s.Break(f)
		case what == "mend":
			s.Mend()
		case what == "put" && len(args) == 3:
			ts.Setenv("MEM0_ID", s.Put(args[0], args[2], map[string]any{"project": args[1], "type": "reference"}))
		case what == "holds" && len(args) > 0:
			n, err := strconv.Atoi(args[0])
			ts.Check(err)
			if got := holding(s, strings.Join(args[1:], " ")); got != n {
				ts.Fatalf("%d memories, want %d: %+v", got, n, s.Stored(""))
			}
		default:
			ts.Fatalf("mem0 %s: usage", what)
		}
	}
}

// holding counts the memories that have a text in them.
func holding(s *mem0test.Server, text string) (n int) {
	for _, m := range s.Stored("") {
		if strings.Contains(m.Text, text) {
			n++
		}
	}
	return n
}

// mem0World is a project folder, with the environment of a mem0 that is set up.
func mem0World(t *testing.T, opt mem0test.Options) (dir string, env []string, s *mem0test.Server) {
	t.Helper()
	s = mem0test.New(opt)
	t.Cleanup(s.Close)
	dir = t.TempDir()
	return dir, []string{"SAVECTX_MEM0_URL=" + s.URL, "SAVECTX_MEM0_USER=ann", mem0KeyVariable + "=" + plantedKey}, s
}

// noErrands keeps detached errands of the project from working.
func noErrands(t *testing.T, dir string) {
	t.Helper()
	path := recallPath(session.Dir(filepath.Join(dir, "state", "savectx")), dir, ".lock")
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	unlock, free, err := safefile.TryLock(path)
	if err != nil || !free {
		t.Fatalf("%v %v", free, err)
	}
	t.Cleanup(unlock)
}

// TestMemoryFaults: whatever a server does, the fact waits, the person is told
// why, and when it is well again the fact is there exactly once. The key is in
// no word and no file.
func TestMemoryFaults(t *testing.T) {
	for _, c := range []struct{ fault, method, says string }{
		{"away", "", `waits: .*(EOF|reset|closed)`},
		{"slow", "", `waits: .*(deadline|no answer)`},
		{"slow", http.MethodPost, `waits: .*(deadline|no answer)`},
		{"garbage", "", `waits: .*not what a mem0 server sends`},
		{"half", "", `waits: .*`},
		{"taken", "", `waits: .*`},
		{"redirect", "", `waits: .*redirect`},
		{"401", "", `waits: .*401 Unauthorized`},
		{"429", "", `waits: .*(429 Too Many|deadline)`},
		{"500", "", `waits: .*500 Internal`},
	} {
		t.Run(c.fault+c.method, func(t *testing.T) {
			t.Parallel()
			dir, env, s := mem0World(t, mem0test.Options{Key: plantedKey})
			noErrands(t, dir)
			f, _ := faults(c.fault)
			f.Method = c.method
			s.Break(f)
			const text = "The webhook answers after 219 ms"
			run := func(args ...string) result {
				t.Helper()
				r := outcome(t, savectx(t, dir, env, args...))
				if said := r.stdout + r.stderr; strings.Contains(said, "PLANTED") {
					t.Errorf("the key was said: %s", said)
				}
				return r
			}
			r := run("memory", "add", "--store", "mem0", "--type", "decision", "--timeout", "1500ms", text)
			r.want(t, exitDone, "", "hint: savectx memory waiting")
			if !regexp.MustCompile(c.says).MatchString(r.stderr) {
				t.Errorf("said %q, want %s", r.stderr, c.says)
			}
			run("memory", "waiting").want(t, exitDone, text, "")
			run("doctor", "--json") // says how things stand, whatever that is
			// The same again is the same fact.
			run("memory", "add", "--store", "mem0", "--type", "decision", "--timeout", "1s", text).want(t, exitDone, "", "waits: ")
			run("memory", "waiting", "--deliver", "--timeout", "1s").want(t, exitFailed, "", "mem0")
			s.Mend()
			run("memory", "waiting", "--deliver").want(t, exitDone, "delivered to mem0: 1", "")
			run("memory", "waiting").want(t, exitNothing, "", "nothing waits")
			s.Age(time.Hour)
			run("doctor", "--json", "--fix")
			if n := holding(s, text); n != 1 || len(s.Stored("")) != 1 {
				t.Errorf("%d memories, want one: %+v", n, s.Stored(""))
			}
			run("memory", "list", "--store", "mem0").want(t, exitDone, text, "")
			noKeyIn(t, dir)
		})
	}
}

// noKeyIn wants the planted key in no file.
func noKeyIn(t *testing.T, dir string) {
	t.Helper()
	files, err := readTree(dir)
	must(t, err)
	for name, data := range files {
		if strings.Contains(string(data), "PLANTED") {
			t.Errorf("the key is in %s", name)
		}
	}
}

// TestMemoryRefused: what a server never takes is set aside, and can be tried
// again or forgotten.
func TestMemoryRefused(t *testing.T) {
	dir, env, s := mem0World(t, mem0test.Options{})
	noErrands(t, dir)
	s.Break(mem0test.Fault{Method: http.MethodPost, Path: "/memories", Times: -1, Status: http.StatusUnprocessableEntity, Body: `{"detail": "too odd"}`})
	r := outcome(t, savectx(t, dir, env, "memory", "add", "--store", "mem0", "The port is 5433"))
	r.want(t, exitFailed, "", "not kept: ")
	item := regexp.MustCompile(`--retry ([0-9a-f]+) `).FindStringSubmatch(r.stderr)
	if item == nil {
		t.Fatalf("no hint: %s", r.stderr)
	}
	outcome(t, savectx(t, dir, env, "memory", "waiting")).want(t, exitDone, "aside", "")
	s.Mend()
	outcome(t, savectx(t, dir, env, "memory", "waiting", "--retry", item[1])).want(t, exitDone, "delivered to mem0: 1", "")
	outcome(t, savectx(t, dir, env, "memory", "waiting")).want(t, exitNothing, "", "")
	if holding(s, "5433") != 1 {
		t.Errorf("%+v", s.Stored(""))
	}
}

// TestMemoryConflictAsked: at a terminal the person decides which of two facts
// is right.
func TestMemoryConflictAsked(t *testing.T) {
	for _, c := range []struct {
		key  string
		code int
		text string
	}{{"y", exitDone, "every 220 seconds"}, {"n", exitFailed, "every 219 seconds"}} {
		t.Run(c.key, func(t *testing.T) {
			dir, env, s := mem0World(t, mem0test.Options{})
			noErrands(t, dir)
			s.Put("ann", "The job polls the queue every 219 seconds", map[string]any{"type": "decision", "project": filepath.Base(dir)})
			cmd := savectx(t, dir, env, "memory", "add", "--store", "mem0", "--type", "decision", "The job polls the queue every 220 seconds")
			p := installing(t, dir, cmd)
			p.sees("mem0 says otherwise")
			p.sees("every 219 seconds")
			p.sees("Put the new one in its place?")
			p.types(c.key)
			p.ends(c.code)
			if got := s.Stored(""); len(got) != 1 || !strings.Contains(got[0].Text, c.text) {
				t.Errorf("%+v", got)
			}
			outcome(t, savectx(t, dir, env, "memory", "waiting")).want(t, exitNothing, "", "nothing waits")
		})
	}
}

// TestMemoryOfAnotherProjectIsNotAskedFor: the server takes the fact for one of
// another project, which is no answer of a person's to give away.
func TestMemoryOfAnotherProjectIsNotAskedFor(t *testing.T) {
	const text = "The job polls the queue every 219 seconds"
	dir, env, s := mem0World(t, mem0test.Options{NearDuplicates: true})
	noErrands(t, dir)
	s.Put("ann", text, map[string]any{"type": "decision", "project": "depot"})
	add := []string{"memory", "add", "--store", "mem0", "--type", "decision", text}
	p := installing(t, dir, savectx(t, dir, env, add...))
	p.sees("not kept: ")
	p.ends(exitFailed)
	out := outcome(t, savectx(t, dir, env, append(add, "--json")...))
	out.want(t, exitFailed, `"reason": "`, `project "depot"`)
	item := regexp.MustCompile(`"item": "([0-9a-f]+)"`).FindStringSubmatch(out.stdout)
	if item == nil {
		t.Fatal(out.stdout)
	}
	outcome(t, savectx(t, dir, env, "memory", "waiting", "--replace", item[1])).want(t, exitFailed, "", `project "depot"`)
	outcome(t, savectx(t, dir, env, "memory", "waiting")).want(t, exitDone, `project "depot"`, "")
	if got := s.Stored(""); len(got) != 1 || got[0].Text != text || got[0].Metadata["project"] != "depot" {
		t.Errorf("%+v", got)
	}
}

// tallScreen is a person at a terminal that shows all the doctor says.
func tallScreen(t *testing.T, dir string, cmd *exec.Cmd) *person {
	t.Helper()
	s := tmuxtest.New(t)
	argv := append([]string{"env", "-i", "TERM=screen-256color", "NO_COLOR=1"}, cmd.Env...)
	argv = append(argv, "sh", "-c", `cd "$1" && shift && "$@"; echo "exit=$?"; exec sleep 100000`, "sh", dir)
	return &person{t, s, s.NewPane(150, 150, append(argv, cmd.Args...)...)}
}

// TestAskMem0User: the user id is asked for once, proven, and written into the
// person's settings, in which nothing else changes.
func TestAskMem0User(t *testing.T) {
	const before = "# mine\r\nlang = \"en\"\r\n\r\n[mem0] # the server\r\nurl = %q\r\n"
	world := func(t *testing.T, opt mem0test.Options) (dir, path string, env []string, s *mem0test.Server) {
		dir, _, s = mem0World(t, opt)
		path = filepath.Join(dir, "config", "savectx", "config.toml")
		must(t, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, fmt.Appendf(nil, before, s.URL), 0o600))
		return dir, path, []string{"XDG_CONFIG_HOME=" + filepath.Join(dir, "config"), "USER=ann", mem0KeyVariable + "=" + plantedKey, withoutClient(t)}, s
	}
	content := func(path string) string {
		data, err := os.ReadFile(path)
		must(t, err)
		return string(data)
	}
	t.Run("asked", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{Key: plantedKey})
		p := tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.sees("Whose memories does mem0 keep here?")
		p.sees("ann")
		p.types(enter)
		p.sees(`mem0.user is "ann" now`)
		p.sees("for the user ann, with the key from MEM0_API_KEY; what is written there could be read back on ")
		p.ends(exitDone)
		if got, want := content(path), strings.Replace(fmt.Sprintf(before, s.URL), "server\r\n", "server\r\nuser = \"ann\"\r\n", 1); got != want {
			t.Errorf("got %q\nwant %q", got, want)
		}
		if len(s.Stored("")) != 0 {
			t.Errorf("left behind: %+v", s.Stored(""))
		}
		s.Forget()
		p = tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.ends(exitDone)
		if r := s.Requests(); len(r) != 1 || r[0].Method != "GET" { // it is asked whether it answers
			t.Errorf("proven again: %+v", r)
		}
		noKeyIn(t, dir)
	})
	t.Run("wrong scope", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{WrongScope: "somebody"})
		p := tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.sees("Whose memories does mem0 keep here?")
		p.types(enter)
		p.sees("nothing was set; savectx doctor asks again")
		p.ends(exitFailed)
		if got := content(path); got != fmt.Sprintf(before, s.URL) {
			t.Errorf("written: %q", got)
		}
	})
	t.Run("away", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{})
		f, _ := faults("503")
		s.Break(f)
		p := tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.sees("Whose memories does mem0 keep here?")
		p.types(enter)
		p.sees("it could not be tried: ")
		p.sees(`mem0.user is "ann" now`)
		p.ends(exitDone)
		if got := content(path); !strings.Contains(got, "user = \"ann\"\r\n") {
			t.Errorf("not written: %q", got)
		}
	})
	t.Run("no line can be added", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{})
		inline := fmt.Sprintf("mem0 = {url = %q}\n", s.URL)
		must(t, os.WriteFile(path, []byte(inline), 0o600))
		p := tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.sees("Whose memories does mem0 keep here?")
		p.types(enter)
		p.sees("mem0.user was not set: it is not changed")
		p.sees("write the line user = \"ann\"")
		p.ends(exitFailed)
		if got := content(path); got != inline {
			t.Errorf("written: %q", got)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{})
		p := tallScreen(t, dir, savectx(t, dir, env, "doctor"))
		p.sees("Whose memories does mem0 keep here?")
		p.types(ctrlC)
		p.ends(exitInterrupted)
		if got := content(path); got != fmt.Sprintf(before, s.URL) || len(s.Requests()) > 0 {
			t.Errorf("written: %q, asked: %+v", got, s.Requests())
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		dir, path, env, s := world(t, mem0test.Options{})
		r := outcome(t, savectx(t, dir, env, "doctor"))
		r.want(t, exitFailed, "below a line [mem0], write the line user = \"ann\"", "")
		if got := content(path); got != fmt.Sprintf(before, s.URL) || len(s.Requests()) > 0 {
			t.Errorf("written: %q, asked: %+v", got, s.Requests())
		}
	})
}
