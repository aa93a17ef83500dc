package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// The two versions the project is tested with: the newest it knows, and an
// old one whose session record has no status yet.
const (
	Newest = "2.1.332"
	Old    = "2.1.100"
)

const npmName = "@anthropic-ai/claude-code"

// Folder makes a new folder beside the clients in the user's cache folder.
func Folder(pattern string) (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(cache, pattern)
}

func cacheFolder() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "savectx-test"), err
}

// Install returns the argv that runs the client of that version, fetching it
// by its npm name into the user's cache folder the first time. A second
// caller at the same time waits for the first.
func Install(ctx context.Context, version string) ([]string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "client-"+version)
	if argv, err := find(dir); err == nil {
		return argv, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 200*time.Millisecond); err != nil {
		return nil, err
	}
	defer lock.Unlock()
	if argv, err := find(dir); err == nil {
		return argv, nil
	}
	cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund",
		"--loglevel=error", npmName+"@"+version)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install %s@%s: %w: %s", npmName, version, err, strings.TrimSpace(string(out)))
	}
	return find(dir)
}

// find knows the package's two shapes: a native program in a package of the
// platform, and, in older versions, JavaScript for node.
func find(dir string) ([]string, error) {
	scope := filepath.Join(dir, "node_modules", "@anthropic-ai")
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := filepath.Join(scope, "claude-code-"+runtime.GOOS+"-"+arch, "claude")
	if _, err := os.Stat(native); err == nil {
		return []string{native}, nil
	}
	script := filepath.Join(scope, "claude-code", "cli.js")
	if _, err := os.Stat(script); err == nil {
		node, err := exec.LookPath("node")
		if err != nil {
			return nil, err
		}
		return []string{node, script}, nil
	}
	return nil, errors.New("no client under " + dir)
}
