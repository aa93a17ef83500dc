// Writing a whole file so that a reader, or a crash, finds the old or the new one.

package safefile

import (
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Replace makes data the whole content of the file at path, mode 0600. It
// returns after the data has reached the disk. When it fails, the old file is
// untouched and no temporary file is left.
func Replace(path string, data []byte) error {
	real, err := prepare(path)
	if err != nil {
		return failed("replace", path, err)
	}
	if err := replace(real, data); err != nil {
		return failed("replace", path, err)
	}
	return nil
}

func replace(real string, parts ...[]byte) error {
	dir := filepath.Dir(real)
	// The temporary file is made in the same folder: renameio would otherwise
	// try $TMPDIR, with two more files and a rename to find out.
	file, err := renameio.NewPendingFile(real, renameio.WithTempDir(dir), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	defer file.Cleanup()
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			return err
		}
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return err
	}
	syncDir(dir)
	return nil
}

// syncDir makes the rename itself last through a power cut. By now the new
// file is in place, and some file systems cannot sync a folder, so a failure
// here is not one of Replace.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}
