// Reading one file of a scan, into a buffer that is used again.

package markdown

import (
	"golang.org/x/sys/unix"
)

type reader struct {
	max int64
	buf []byte
}

// read is the content of a regular file, valid until the next call, or why
// there is none. Opening does not wait for the other end of a FIFO that took
// the place of the file, and does not follow a link that did.
//
// os.Open would ask the poller about every file: one call of the kernel in
// five.
func (r *reader) read(file string) (src []byte, size int64, problem string) {
	fd, err := again(func() (int, error) {
		return unix.Open(file, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	})
	if err != nil {
		return nil, 0, reason(err)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, 0, reason(err)
	}
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return nil, 0, "not a regular file"
	case st.Size > r.max:
		return nil, st.Size, "larger than " + sizeText(r.max)
	}
	if int64(cap(r.buf)) < st.Size {
		r.buf = make([]byte, st.Size+st.Size/4)
	}
	n := 0
	for n < int(st.Size) {
		got, err := again(func() (int, error) { return unix.Read(fd, r.buf[n:st.Size]) })
		if err != nil {
			return nil, st.Size, reason(err)
		}
		if got == 0 {
			break // it became shorter
		}
		n += got
	}
	return r.buf[:n], st.Size, ""
}

// again repeats a call that a signal interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}
