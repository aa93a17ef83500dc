// What a file of the user holds now.

package safefile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"syscall"
)

// ReadState reads the file at path for a [Change], at most max bytes. Symbolic
// links are followed. A missing file, also one behind a dangling link, is
// existed false and no error; an empty one is a slice of length 0, not nil.
// It never waits for a FIFO to get a writer.
//
// Errors: ErrNotRegular for anything but a regular file, ErrTooLarge for more
// than max bytes, fs.ErrPermission, syscall.ELOOP, syscall.ENOTDIR, syscall.EIO.
// The other two results say nothing then.
func ReadState(path string, max int64) (data []byte, existed bool, err error) {
	data, err = readRegular(path, max)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, failed("read", path, err)
	}
	return data, true, nil
}

func readRegular(path string, max int64) ([]byte, error) {
	// Asked before opening, because opening a device can already do something,
	// and again after it, because the name can have got another file.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	max = min(max, math.MaxInt64-1)
	if info.Size() > max {
		return nil, ErrTooLarge
	}
	buf := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := io.Copy(buf, io.LimitReader(file, max+1)); err != nil {
		return nil, err
	}
	if int64(buf.Len()) > max {
		return nil, ErrTooLarge
	}
	return buf.Bytes(), nil
}
