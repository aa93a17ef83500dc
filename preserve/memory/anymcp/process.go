// A stdio server: a process group that ends with the connection.

package anymcp

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// How a server is ended: after its input is closed, after a SIGTERM, and how
// long its output is read after its end.
const (
	quitPatience = 2 * time.Second
	termPatience = time.Second
	readPatience = time.Second
)

// maxStderr is how much of the end of stderr is kept, in bytes.
const maxStderr = 4 << 10

type process struct {
	cmd           *exec.Cmd
	stdin, stdout *os.File
	stderr        tail
	over          chan struct{} // closed when the process has been waited for
	once          sync.Once
}

// start runs the command as the leader of a group.
func start(s Server) (*process, error) {
	path, err := lookPath(s) // the session's PATH counts, not ours
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(path, s.Args...), over: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env = s.Dir, s.environ()
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = readPatience // a grandchild may hold stderr open
	p.cmd.Stderr = &p.stderr
	in, stdin, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stdout, out, err := os.Pipe()
	if err != nil {
		_, _ = in.Close(), stdin.Close()
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout = in, out
	p.stdin, p.stdout = stdin, stdout
	err = p.cmd.Start()
	_, _ = in.Close(), out.Close()
	if err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait()
		p.signal(syscall.SIGKILL) // what the leader left behind, so that stdout ends, too
		close(p.over)
	}()
	return p, nil
}

func (p *process) signal(s syscall.Signal) { _ = syscall.Kill(-p.cmd.Process.Pid, s) }

// stop ends the group; it returns when the leader is gone.
func (p *process) stop() {
	p.once.Do(func() {
		_ = p.stdin.Close()
		if !p.gone(quitPatience) {
			p.signal(syscall.SIGTERM)
			if !p.gone(termPatience) {
				p.signal(syscall.SIGKILL)
			}
		}
		<-p.over
		_ = p.stdout.Close()
	})
}

func (p *process) gone(within time.Duration) bool {
	select {
	case <-p.over:
		return true
	case <-time.After(within):
		return false
	}
}

// story is what can be told about a failure: how it ended, and its last words.
// patience is for one that is just ending.
func (p *process) story(patience time.Duration) string {
	told := ""
	if p.gone(patience) {
		told = " (it ended: " + p.cmd.ProcessState.String() + ")"
	}
	if words := p.stderr.String(); words != "" {
		told += fmt.Sprintf("; it said: %q", words)
	}
	return told
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

var _ io.Writer = (*tail)(nil)

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-maxStderr):]...)
	if over := len(t.kept) - maxStderr; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(b), nil
}

// String is one line: the end is what tells most.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	line := []rune(clean(string(t.kept), maxStderr))
	if len(line) > maxQuote {
		line = append([]rune("..."), line[len(line)-maxQuote:]...)
	}
	return string(line)
}
