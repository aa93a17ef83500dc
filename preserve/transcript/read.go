// A whole transcript, row by row.

package transcript

import (
	"bytes"
	"io/fs"
	"os"
	"syscall"
)

// Options of Read; the zero value is what a list needs.
type Options struct {
	// Result is how much of each tool result is kept, in bytes as they stand in
	// the file; of longer ones the beginning and the end. 0: 64 KiB.
	Result int
	// Done is the same for results of calls that did not fail, where less of
	// them will do: decoding them is half of the work. 0: as much as Result.
	Done int
	// Last bounds how much of the file's end is read, in bytes; 0: all of it.
	// Lines are numbered from there: nothing above is looked at.
	Last int64
}

const resultLimit = 64 << 10

// Change is what happened to a file while it was read.
type Change string

// The changes. Rows appended meanwhile are none: they are not read.
const (
	Unchanged Change = ""
	Shrunk    Change = "shrunk"
	Replaced  Change = "replaced"  // another file has its name now
	Rewritten Change = "rewritten" // rows are not where they were a moment ago
)

// Stats tell how a reading went.
type Stats struct {
	Size     int64 // of the file when it was opened, in bytes
	Lines    int
	Rows     int  // handed out
	Bad      int  // lines that are no JSON object
	Long     int  // lines of more than 64 MiB, skipped
	NULs     int  // lines that begin with NUL bytes, which were taken off
	Torn     bool // the last line is not whole: the client may still be writing it
	Off      int  // rows with Off
	Twice    int  // rows with Twice
	Broken   int  // parents that are not in the file
	Segments int  // boundaries
	Change   Change
}

// Read calls each with the rows of the file at path, in their order. An error
// of each ends it and is returned. A row is the callee's to keep, but for the
// Input of its calls. ErrNotRegular and the errors of opening can come back.
//
// The file is read twice, first for the rows' ids: 100 bytes of memory a row.
// Beyond that memory is bounded by the longest line, at most 64 MiB. What is
// damaged is left out and counted.
func Read(path string, o Options, each func(*Row) error) (Stats, error) {
	if o.Result <= 0 {
		o.Result = resultLimit
	}
	if o.Done <= 0 {
		o.Done = o.Result
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // nobody waits for the other end of a FIFO
	if err != nil {
		return Stats{}, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return Stats{}, err
	}
	if !before.Mode().IsRegular() {
		return Stats{}, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	rd := reader{file: f, size: before.Size(), options: o}
	if o.Last > 0 && o.Last < rd.size {
		if rd.from, err = lineAfter(f, rd.size-o.Last); err != nil {
			return Stats{}, err
		}
	}
	if err := rd.index(); err != nil {
		return rd.stats, err
	}
	err = rd.rows(each)
	if rd.stats.Change == Unchanged {
		rd.stats.Change = changed(path, f, before)
	}
	return rd.stats, err
}

func changed(path string, f *os.File, before fs.FileInfo) Change {
	if now, err := f.Stat(); err == nil && now.Size() < before.Size() {
		return Shrunk
	}
	if now, err := os.Stat(path); err != nil || !os.SameFile(before, now) {
		return Replaced
	}
	return Unchanged
}

type reader struct {
	file    *os.File
	size    int64
	from    int64 // where the first line begins
	options Options
	known   index
	stats   Stats
}

// each hands the fields of every row to do, with the number of boundaries so
// far, and counts what it leaves out.
func (rd *reader) each(do func(line, *raw, int) error) error {
	rd.stats = Stats{Size: rd.size, Broken: rd.stats.Broken, Change: rd.stats.Change}
	ls := lines{file: rd.file, size: rd.size, longest: longest, at: rd.from}
	var r raw
	for {
		l, more, err := ls.next()
		rd.stats.Lines, rd.stats.Long = ls.count, ls.long
		if ls.shrunk {
			rd.stats.Change = Shrunk
		}
		if err != nil || !more {
			return err
		}
		data := bytes.TrimLeft(l.data, "\x00")
		if len(data) < len(l.data) {
			rd.stats.NULs++
		}
		if len(bytes.TrimSpace(data)) == 0 {
			continue
		}
		if !split(data, &r) {
			if rd.stats.Torn = ls.torn; !ls.torn {
				rd.stats.Bad++
			}
			continue
		}
		if is(r.kind, "system") && is(r.subtype, "compact_boundary") {
			rd.stats.Segments++
		}
		if err := do(l, &r, rd.stats.Segments); err != nil {
			return err
		}
	}
}

// index is the first reading.
func (rd *reader) index() error {
	rd.known.places = map[key]int32{}
	err := rd.each(func(_ line, r *raw, segment int) error {
		rd.known.add(r, segment)
		return nil
	})
	rd.known.resolve()
	rd.stats.Broken = rd.known.broken
	return err
}

// rows is the second.
func (rd *reader) rows(each func(*Row) error) error {
	p := parser{options: rd.options, names: map[string]string{}}
	next := 0
	return rd.each(func(l line, r *raw, segment int) error {
		row := p.parse(r)
		row.Line, row.Offset, row.Segment, row.Kept = l.number, l.offset, segment, segment
		if id, ok := keyOf(r.uuid); ok {
			if next >= len(rd.known.nodes) || rd.known.nodes[next].id != id {
				rd.stats.Change = Rewritten
			} else {
				n := rd.known.nodes[next]
				row.Off, row.Twice = n.flags&on == 0, n.flags&twice != 0
				row.Kept = max(segment, int(n.kept))
			}
			next++
		}
		rd.stats.Rows++
		if row.Off {
			rd.stats.Off++
		}
		if row.Twice {
			rd.stats.Twice++
		}
		return each(row)
	})
}
