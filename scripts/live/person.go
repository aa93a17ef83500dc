package live

import (
	"io"
	"os"
	"os/exec"

	"github.com/creack/pty"
)

// Person is somebody who is attached to the pane's session with a terminal:
// what they type passes tmux's own key tables, and tmux sees that they do.
type Person struct {
	terminal *os.File
	client   *exec.Cmd
}

// Attach sits somebody down in front of the pane.
func (p *Pane) Attach() (*Person, error) {
	cmd := exec.Command("tmux", "-u", "-S", p.server.Socket, "attach-session", "-t", p.ID)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=xterm-256color"}
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 41})
	if err != nil {
		return nil, err
	}
	go func() { _, _ = io.Copy(io.Discard, terminal) }() // a terminal that is never read blocks its program
	return &Person{terminal, cmd}, nil
}

// Type sends keys as they come from a keyboard.
func (h *Person) Type(keys string) error {
	_, err := h.terminal.WriteString(keys)
	return err
}

// Leave closes the terminal.
func (h *Person) Leave() {
	_ = h.client.Process.Kill()
	_ = h.terminal.Close()
	_ = h.client.Wait()
}
