// Where a project begins.

package config

import (
	"os"
	"path/filepath"
)

// ProjectRoot is the top of the git work tree around dir, else dir itself.
func ProjectRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
