// The last rows first.

package transcript

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// block is how much is read at once, in bytes: the last answer of a session is
// nearly always in the first one.
const block = 64 << 10

// ErrNotRegular says that the path is a folder, a FIFO or a device.
var ErrNotRegular = errors.New("not a regular file")

// Newest calls each with the lines of the file at path, the last one first and
// without its line break, until each answers false, the file's beginning is
// reached, or limit bytes have been read. Empty lines are left out. A line is
// valid until each returns. A file that does not exist has no lines.
//
// Memory is bounded by limit: the longest line that can be handed out. whole
// is false when limit ended it, so that older lines were not looked at.
func Newest(path string, limit int64, each func(line []byte) bool) (whole bool, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // nobody waits for the other end of a FIFO
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	return newest(f, info.Size(), limit, each)
}

// newest keeps in held what is read of lines that are not complete yet; at is
// where it begins in the file.
func newest(f io.ReaderAt, size, limit int64, each func([]byte) bool) (whole bool, err error) {
	end := max(0, size-limit)
	held := make([]byte, 0, block)
	for at := size; at > end; {
		n := min(max(block, int64(len(held))), at-end) // doubled for long lines: each byte is moved once or twice
		at -= n
		grown := make([]byte, int(n)+len(held))
		if read, err := f.ReadAt(grown[:n], at); int64(read) < n {
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // the file shrank under the reader
			}
			return false, err
		}
		copy(grown[n:], held)
		held = grown
		for {
			i := bytes.LastIndexByte(held, '\n')
			if i < 0 {
				break
			}
			if line := held[i+1:]; len(line) > 0 && !each(line) {
				return true, nil
			}
			held = held[:i]
		}
	}
	if end > 0 {
		return false, nil // what is held is the end of a line that began before
	}
	if len(held) > 0 {
		each(held)
	}
	return true, nil
}
