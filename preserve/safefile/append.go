// Adding to the end of a file that others add to as well.

package safefile

import "os"

// Append adds data to the end of the file at path in a single write, so that
// rows of several processes do not mix; mode 0600 if it is new. It does not
// wait for the disk: after a power cut the last rows can be missing. When the
// disk fills up in the middle, the part that fitted stays and the error is
// syscall.ENOSPC. Readers of such a file skip a row that is not whole.
func Append(path string, data []byte) error {
	real, err := prepare(path)
	if err != nil {
		return failed("append to", path, err)
	}
	file, err := os.OpenFile(real, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return failed("append to", path, err)
	}
	_, err = file.Write(data)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return failed("append to", path, err)
	}
	return nil
}
