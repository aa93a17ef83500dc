// The lines of a file in order, in bounded memory.

package transcript

import (
	"bytes"
	"io"
)

const (
	chunk   = 256 << 10 // read at once, in bytes
	roomy   = 4 << 20   // a buffer larger than that is let go after its line
	longest = 64 << 20  // a line longer than that is skipped
)

// lines hands out the lines of the first size bytes of a file.
type lines struct {
	file    io.ReaderAt
	size    int64
	longest int64

	mem   []byte // what buf lies in
	buf   []byte // what is read ahead, from offset at-len(buf) on
	at    int64  // read so far
	count int    // lines handed out or skipped

	long   int  // skipped
	shrunk bool // the file ended before size
	torn   bool // the last line has no line break
}

// line is one of them, without its line break, valid until the next is asked
// for.
type line struct {
	data   []byte
	number int // from 1
	offset int64
}

// next answers false at the end. An empty line is one too.
func (l *lines) next() (line, bool, error) {
	for {
		offset := l.at - int64(len(l.buf))
		if i := bytes.IndexByte(l.buf, '\n'); i >= 0 {
			data := l.buf[:i]
			l.buf = l.buf[i+1:]
			l.count++
			if int64(i) > l.longest {
				l.long++
				continue
			}
			return line{data, l.count, offset}, true, nil
		}
		if l.at >= l.size || l.shrunk {
			return l.last(offset)
		}
		if len(l.buf) >= 4*chunk {
			if err := l.large(offset); err != nil {
				return line{}, false, err
			}
			continue
		}
		if err := l.fill(max(chunk, 2*len(l.buf))); err != nil {
			return line{}, false, err
		}
	}
}

func (l *lines) last(offset int64) (line, bool, error) {
	data := l.buf
	l.buf = nil
	if len(data) == 0 {
		return line{}, false, nil
	}
	l.count++
	l.torn = true
	if int64(len(data)) > l.longest {
		l.long++
		return line{}, false, nil
	}
	return line{data, l.count, offset}, true, nil
}

// fill makes room for n bytes, moves what is left to its beginning, and reads.
func (l *lines) fill(n int) error {
	if len(l.mem) < n || len(l.mem) > max(n, roomy) {
		mem := make([]byte, n)
		copy(mem, l.buf)
		l.mem = mem
	} else {
		copy(l.mem, l.buf)
	}
	have := len(l.buf)
	l.buf = l.mem[:min(int64(len(l.mem)), int64(have)+l.size-l.at)]
	got, err := l.file.ReadAt(l.buf[have:], l.at)
	l.buf, l.at = l.buf[:have+got], l.at+int64(got)
	if err == io.EOF {
		l.shrunk = l.at < l.size
		err = nil
	}
	return err
}

// large looks for the end of a long line before it makes room for it, and
// leaves it out if it is too long.
func (l *lines) large(offset int64) error {
	probe := make([]byte, chunk)
	end := l.at
	found := false
	for !found && end < l.size {
		n, err := l.file.ReadAt(probe[:min(chunk, l.size-end)], end)
		if i := bytes.IndexByte(probe[:n], '\n'); i >= 0 {
			n, found = i+1, true
		}
		end += int64(n)
		if err == io.EOF && !found {
			l.shrunk = end < l.size
			break
		}
		if err != nil && !found {
			return err
		}
	}
	if end-offset > l.longest+1 {
		l.long++
		l.count++
		l.buf, l.at = nil, end
		l.torn = !found
		return nil
	}
	return l.fill(int(end - offset))
}

// lineAfter is where the first line begins behind an offset.
func lineAfter(file io.ReaderAt, offset int64) (from int64, err error) {
	mem := make([]byte, chunk)
	for from = offset; ; {
		n, err := file.ReadAt(mem, from)
		if i := bytes.IndexByte(mem[:n], '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		from += int64(n)
		if err != nil {
			return from, ended(err)
		}
	}
}

// ended: a file that has become shorter is found out by who reads on.
func ended(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
