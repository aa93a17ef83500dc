// The limits of a session, read once for as long as no file changes.

package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

// limits are what settings and environment say for that model. Settings can
// have thousands of lines and are asked about with every tool's answer, so what
// was read is kept beside the session with what it was read from.
func (h Hook) limits(e Event, s session.Session, model string) claude.Limits {
	project := h.Project(e.CWD)
	from := h.origin(project, model)
	var l claude.Limits
	if kept := s.Limits(); kept.From == from && json.Unmarshal(kept.Limits, &l) == nil {
		return l
	}
	l = claude.ReadLimits(claude.ReadSettings(h.Config, project), model, h.Getenv)
	if data, err := json.Marshal(l); err == nil {
		_ = s.PutLimits(session.Limits{From: from, Limits: data}) // else they are read again
	}
	return l
}

// origin stands for everything the limits depend on.
func (h Hook) origin(project, model string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q", model)
	for _, name := range claude.LimitVariables() {
		fmt.Fprintf(sum, "%q", h.Getenv(name))
	}
	for _, path := range claude.LimitFiles(h.Config, project, h.Getenv) {
		stamp(sum, path)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func stamp(w io.Writer, path string) {
	info, err := os.Stat(path)
	if err != nil {
		fmt.Fprintf(w, "%q", path)
		return
	}
	fmt.Fprintf(w, "%q %d %d", path, info.Size(), info.ModTime().UnixNano())
}
