// Replacing a marker that need not survive a power cut.

package safefile

import (
	"os"
	"path/filepath"
)

// Swap makes data the whole content of the file at path, mode 0600, as
// [Replace] does: a reader finds the old file or the new one. It does not wait
// for the disk, so after a power cut the file can be old, new or empty: it is
// for markers that are only told again, written where nobody may wait.
func Swap(path string, data []byte) error {
	real, err := prepare(path)
	if err == nil {
		err = swap(real, data)
	}
	if err != nil {
		return failed("replace", path, err)
	}
	return nil
}

func swap(real string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(real), "."+filepath.Base(real)+"*") // mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(file.Name(), real)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
