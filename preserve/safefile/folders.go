// Folders on the way to a file: made durably, taken away when empty.

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// makeFolders makes the folders that real needs, with mode less the umask, and
// returns those it made, the outermost first, also when it fails.
func makeFolders(real string, mode fs.FileMode) (made []string, err error) {
	missing, _ := missingFolders(real)
	for _, dir := range missing {
		err := os.Mkdir(dir, mode)
		if errors.Is(err, fs.ErrExist) {
			continue // somebody else was faster; if it is no folder, the next call says so
		}
		if err != nil {
			return made, err
		}
		made = append(made, dir)
		syncDir(filepath.Dir(dir))
	}
	return made, nil
}

// removeFolders removes those of dirs that are empty, the innermost first.
func removeFolders(dirs []string) {
	for _, dir := range slices.Backward(dirs) {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && os.Remove(dir) == nil {
			syncDir(filepath.Dir(dir))
		}
	}
}
