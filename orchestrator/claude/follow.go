package claude

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"unicode/utf16"
)

func utf16Units(s string) []uint16 { return utf16.Encode([]rune(s)) }

// chunk bounds one read of a transcript, in bytes.
const chunk = 1 << 20

// rowLimit bounds one row, in bytes: a longer one is skipped, for nothing an
// orchestrator waits for is that long.
const rowLimit = 16 << 20

// Follower reads what a client appends to a transcript. It starts at an
// offset, keeps torn last lines for the next call, and starts over when the
// file is replaced or shrinks, which the client does when it removes messages.
// The caller tells rows seen twice by their time.
type Follower struct {
	path   string
	offset int64 // behind the last whole line
	file   os.FileInfo
}

// Follow starts behind the first from bytes of the transcript.
func Follow(path string, from int64) *Follower { return &Follower{path: path, offset: from} }

// Next calls each for every row completed since the last call. A transcript
// that does not exist yet has none.
func (f *Follower) Next(each func(Row)) error {
	file, err := os.OpenFile(f.path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // nobody waits for the other end of a FIFO
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: f.path, Err: errors.New("not a regular file")}
	}
	if f.file != nil && !os.SameFile(f.file, info) || info.Size() < f.offset {
		f.offset = 0
	}
	f.file = info
	if info.Size() == f.offset {
		return nil
	}
	return f.read(file, each)
}

func (f *Follower) read(file *os.File, each func(Row)) error {
	var held []byte // the beginning of a row that is not whole yet
	tooLong := false
	buf := make([]byte, chunk)
	at := f.offset
	for {
		n, err := file.ReadAt(buf, at)
		at += int64(n)
		rest := buf[:n]
		for {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				break
			}
			if !tooLong {
				each(ParseRow(append(held, rest[:i]...)))
			}
			held, tooLong = held[:0], false
			rest = rest[i+1:]
			f.offset = at - int64(len(rest))
		}
		if len(held)+len(rest) > rowLimit {
			held, tooLong = held[:0], true
		}
		if !tooLong {
			held = append(held, rest...)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// tailSize is how much of a transcript's end is read to find the state of the
// last turn, in bytes.
const tailSize = 512 << 10

// Tail is what the end of a transcript says.
type Tail struct {
	Empty   bool // no turn at all yet
	Over    bool // the last turn is over
	Model   string
	Version string // of the client that wrote the last rows
	Tokens  int    // context in use, 0 when not known (also right after a compaction)
	LastRow Row    // the last row that counts
}

// ReadTail reads the end of a transcript. One that does not exist is Empty.
func ReadTail(path string) (Tail, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Tail{Empty: true, Over: true}, nil
	}
	if err != nil {
		return Tail{}, err
	}
	from := max(0, info.Size()-tailSize)
	t := Tail{Empty: from == 0, Over: from == 0}
	first := from > 0 // the first line is cut
	err = Follow(path, from).Next(func(r Row) {
		if first {
			first = false
			return
		}
		t.take(r)
	})
	return t, err
}

// take folds one row into the state of the last turn.
func (t *Tail) take(r Row) {
	if r.Version != "" {
		t.Version = r.Version
	}
	switch r.Kind {
	case RowPrompt:
		t.Over, t.Empty = false, false
	case RowToolResult:
		t.Over = false
	case RowAssistant:
		t.Over, t.Empty = r.Ends, false
		if r.Tokens > 0 {
			t.Tokens, t.Model = r.Tokens, r.Model
		}
	case RowTurnEnd, RowInterrupted, RowAPIError, RowStdout, RowStderr:
		t.Over = true
	case RowCommand:
		t.Over = false // until its output is there
	case RowBoundary:
		t.Tokens = r.After
	default:
		return
	}
	t.LastRow = r
}
