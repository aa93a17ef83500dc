// Where a project's repository stands.

package main

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// standingPatience bounds all that git is asked: a session is saved without it, too.
const standingPatience = 3 * time.Second

// gitState is empty where there is no git, no repository or no commit yet.
type gitState struct {
	branch   string // "" on no branch
	from, to string // commits: when the session began, and now
}

// standing asks git about the work tree at root. Nothing there is run that the
// repository's own settings name, nothing is fetched, and no lock is taken.
func standing(ctx context.Context, root string, began time.Time) (g gitState) {
	ctx, cancel := context.WithTimeout(ctx, standingPatience)
	defer cancel()
	g.branch = askGit(ctx, root, "symbolic-ref", "--quiet", "--short", "HEAD")
	if g.to = commit(askGit(ctx, root, "rev-parse", "--quiet", "--verify", "HEAD^{commit}")); g.to == "" || began.IsZero() {
		return g
	}
	g.from = commit(askGit(ctx, root, "rev-list", "-1", "--before="+began.UTC().Format(time.RFC3339), "HEAD"))
	return g
}

// commit is a commit's name, or "".
func commit(text string) string {
	if ok, _ := regexp.MatchString(`^[0-9a-f]{40,64}$`, text); !ok {
		return ""
	}
	return text
}

// askGit is the one line that git answers, "" when it has none.
func askGit(ctx context.Context, root string, args ...string) string {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false", "-C", root}, args...)...)
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); !strings.HasPrefix(name, "GIT_") { // they can name another repository
			cmd.Env = append(cmd.Env, pair)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}
