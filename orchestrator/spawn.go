package orchestrator

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// spawnPatience is how long a detached orchestrator may take to say that it
// holds its job: past it, it is taken to have failed.
const spawnPatience = 10 * time.Second

// readyFD is where a detached orchestrator answers its starter: "ok", or why
// it does not work.
const readyFD = 3

// Spawn starts an orchestrator as [Detach] does, in /. It returns when the
// orchestrator holds the job, or with its reason why it does not.
func Spawn(program string, args, env []string, log string) error {
	hear, say, err := os.Pipe()
	if err != nil {
		return err
	}
	defer hear.Close()
	cmd, err := detached(program, args, env, "/", log, nil, say) // becomes readyFD
	say.Close()
	if err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // no zombie while the starter lives on
	_ = hear.SetReadDeadline(time.Now().Add(spawnPatience))
	answer, err := bufio.NewReader(hear).ReadString('\n')
	switch answer = strings.TrimSpace(answer); {
	case answer == "ok":
		return nil
	case answer != "":
		return errors.New(answer)
	}
	return fmt.Errorf("the orchestrator did not start (see %s): %w", log, err)
}

// Detach starts a program in a session of its own and leaves it to itself: no
// terminal, nothing on stdin unless a file is given, its output to a log,
// working directory dir. wait returns when it has ended; it need not be called.
func Detach(program string, args, env []string, dir, log string, stdin *os.File) (wait func(), err error) {
	cmd, err := detached(program, args, env, dir, log, stdin)
	if err != nil {
		return nil, err
	}
	over := make(chan struct{})
	go func() { _ = cmd.Wait(); close(over) }() // no zombie while the starter lives on
	return func() { <-over }, nil
}

func detached(program string, args, env []string, dir, log string, stdin *os.File, extra ...*os.File) (*exec.Cmd, error) {
	out, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, env
	if stdin != nil {
		cmd.Stdin = stdin
	}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.ExtraFiles = extra
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, cmd.Start()
}

// Ready answers the starter of this detached orchestrator; nil means ok.
func Ready(err error) {
	f := os.NewFile(readyFD, "ready")
	if f == nil {
		return
	}
	defer f.Close()
	answer := "ok"
	if err != nil {
		answer = strings.ReplaceAll(err.Error(), "\n", " ")
	}
	_, _ = f.WriteString(answer + "\n")
}
