// A program for a pane that records exactly what it reads.

package tmuxtest

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
)

// readerEnv names the log file and makes the test binary a reader.
const readerEnv = "SAVECTX_TMUXTEST_READER"

// The marks around a bracketed paste (DECSET 2004).
const (
	PasteStart = "\x1b[200~"
	PasteEnd   = "\x1b[201~"
)

// Main runs the tests, or is the reader when a pane runs the test binary as one.
// A package that uses NewReader calls it from TestMain.
func Main(m *testing.M) {
	if path := os.Getenv(readerEnv); path != "" {
		if err := readLoop(path); err != nil {
			fmt.Fprintln(os.Stderr, "reader:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Reader is a pane with the recording program: raw mode, bracketed paste on, a
// prompt "> ", and a plain echo, so that the cursor moves with what it gets.
type Reader struct {
	Pane string // pane id

	s   *Server
	log string
	pid int
}

// NewReader starts a reader in a session of its own and waits for its prompt.
func (s *Server) NewReader(width, height int) *Reader {
	s.t.Helper()
	log, command := s.ReaderCommand()
	r := &Reader{s: s, log: log}
	r.Pane = s.NewPane(width, height, command...)
	r.await()
	return r
}

// ReaderIn wraps a pane in which the command of ReaderCommand was started by
// other means, and waits for its prompt.
func (s *Server) ReaderIn(pane, log string) *Reader {
	s.t.Helper()
	r := &Reader{Pane: pane, s: s, log: log}
	r.await()
	return r
}

// ReaderCommand returns the command of a reader and the log that it will write.
func (s *Server) ReaderCommand() (log string, command []string) {
	s.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	f, err := os.CreateTemp(filepath.Dir(s.Socket), "log")
	if err != nil {
		s.t.Fatal(err)
	}
	f.Close()
	return f.Name(), []string{"env", readerEnv + "=" + f.Name(), exe}
}

// await waits until the reader has its terminal ready and tmux has drawn its
// prompt.
func (r *Reader) await() {
	r.s.t.Helper()
	r.s.Until(Limit, func() error {
		lines := r.lines()
		if len(lines) == 0 {
			return errors.New("the reader is not ready (does TestMain call tmuxtest.Main?)")
		}
		r.pid, _ = strconv.Atoi(lines[0])
		screen, err := r.s.Try("capture-pane", "-p", "-t", r.Pane)
		if err != nil {
			return err
		}
		if !strings.Contains(screen, ">") {
			return errors.New("the reader's prompt is not drawn")
		}
		return nil
	})
}

// Stop freezes the reader and returns once every thread of it stands still, so
// that nothing sent afterwards is read before a SIGCONT.
//
// tmux resumes a pane's first process as soon as that one stops
// (server_child_stopped): a reader to be stopped needs a shell above it, see
// ReaderIn.
func (r *Reader) Stop() {
	r.s.t.Helper()
	r.Signal(syscall.SIGSTOP)
	r.s.Until(Limit, func() error {
		for _, state := range states(r.pid) {
			if !strings.HasPrefix(state, "T") {
				return fmt.Errorf("a thread of the reader is in state %q", state)
			}
		}
		return nil
	})
}

// states lists the states of a process's threads, or of the process where there
// is no /proc.
func states(pid int) (list []string) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil {
			_, rest, _ := strings.Cut(string(b), ") ")
			list = append(list, rest)
		}
	}
	if len(list) == 0 {
		out, _ := exec.Command("ps", "-o", "state=", "-p", strconv.Itoa(pid)).Output()
		list = append(list, strings.TrimSpace(string(out)))
	}
	return list
}

// Signal sends sig to the reader.
func (r *Reader) Signal(sig syscall.Signal) {
	r.s.t.Helper()
	if err := syscall.Kill(r.pid, sig); err != nil {
		r.s.t.Fatalf("signal the reader: %v", err)
	}
}

// Reads returns the bytes of every read so far, one element a read.
func (r *Reader) Reads() []string {
	r.s.t.Helper()
	var reads []string
	for i, line := range r.lines() {
		if i == 0 {
			continue
		}
		b, err := hex.DecodeString(line)
		if err != nil {
			r.s.t.Fatalf("reader's log: %v", err)
		}
		reads = append(reads, string(b))
	}
	return reads
}

// Bytes returns everything that was read so far.
func (r *Reader) Bytes() string {
	r.s.t.Helper()
	return strings.Join(r.Reads(), "")
}

// Expect waits until the reader has read exactly want since its start.
func (r *Reader) Expect(want string) {
	r.s.t.Helper()
	r.s.Until(Limit, func() error {
		if got := r.Bytes(); got != want {
			return fmt.Errorf("reader got %q, want %q", got, want)
		}
		return nil
	})
}

// lines returns the finished lines of the log.
func (r *Reader) lines() []string {
	r.s.t.Helper()
	b, err := os.ReadFile(r.log)
	if err != nil {
		r.s.t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	return lines[:len(lines)-1]
}

// readLoop is the reader: its pid on the first line of the log, then one line of
// hexadecimal a read.
func readLoop(path string) error {
	log, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	stty := exec.Command("stty", "raw", "-echo")
	stty.Stdin = os.Stdin
	if out, err := stty.CombinedOutput(); err != nil {
		return fmt.Errorf("stty: %w: %s", err, out)
	}
	fmt.Print("\x1b[?2004h> ")
	fmt.Fprintf(log, "%d\n", os.Getpid())
	buf := make([]byte, 64<<10)
	var rest []byte
	for {
		n, err := os.Stdin.Read(buf)
		if n > 0 {
			fmt.Fprintf(log, "%s\n", hex.EncodeToString(buf[:n]))
			rest = echo(append(rest, buf[:n]...))
		}
		if err != nil {
			return nil // the pane is gone
		}
	}
}

// echo draws what came in, without the paste marks, and returns what is not a
// whole rune or mark yet.
func echo(in []byte) []byte {
	var out bytes.Buffer
	for len(in) > 0 {
		switch {
		case bytes.HasPrefix(in, []byte(PasteStart)), bytes.HasPrefix(in, []byte(PasteEnd)):
			in = in[len(PasteStart):]
			continue
		case in[0] == '\x1b' && len(in) < len(PasteStart):
			os.Stdout.Write(out.Bytes())
			return bytes.Clone(in)
		case in[0] == '\r':
			out.WriteString("\r\n> ")
		case in[0] == '\x7f':
			out.WriteString("\b \b")
		case in[0] < ' ':
		default:
			if !utf8.FullRune(in) {
				os.Stdout.Write(out.Bytes())
				return bytes.Clone(in)
			}
			_, size := utf8.DecodeRune(in)
			out.Write(in[:size])
			in = in[size:]
			continue
		}
		in = in[1:]
	}
	os.Stdout.Write(out.Bytes())
	return nil
}
