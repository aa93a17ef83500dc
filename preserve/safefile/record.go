// The record of a step on disk: a line with a checksum, a line of JSON, the contents.
//
//	savectx step 1 <sha256 of the next line, in hex>
//	{"id": …, "changes": [{"path": …, "old": {"size": …, "sha256": …}, …}], …}
//	<old of change 0><new of change 0><old of change 1>…
//
// One file means one fsync, and that a step is there as a whole or not at all.

package safefile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"time"
)

const magic = "savectx step 1 "

// head is the JSON line.
type head struct {
	ID      string          `json:"id"`
	Tag     string          `json:"tag"` // hex digits in the names of its temporary files
	Created time.Time       `json:"created"`
	Note    json.RawMessage `json:"note"`
	Changes []entry         `json:"changes"`
}

func blobOf(data []byte) blob { return blob{int64(len(data)), sum(data)} }

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// encode returns the record in parts, so that large contents are not copied.
func encode(h head, changes []Change) ([][]byte, error) {
	line, err := json.Marshal(h) // compact, so without line ends
	if err != nil {
		return nil, err
	}
	parts := [][]byte{slices.Concat([]byte(magic+sum(line)+"\n"), line, []byte("\n"))}
	for _, c := range changes {
		parts = append(parts, c.Old, c.New)
	}
	return parts, nil
}

// decode reads the record at path, and with contents what follows it. Errors:
// fs.ErrNotExist, ErrBroken, and those of reading.
func decode(path string, contents bool) (h head, changes []Change, err error) {
	file, err := os.Open(path)
	if err != nil {
		return head{}, nil, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if h, err = decodeHead(in); err != nil {
		return head{}, nil, err
	}
	if !contents {
		return h, nil, nil
	}
	rest, err := io.ReadAll(in)
	if err != nil {
		return head{}, nil, err
	}
	for _, e := range h.Changes {
		c := Change{Path: e.Path, Existed: e.Existed, Remove: e.Remove, Mode: e.Mode, MkdirMode: e.MkdirMode}
		var ok1, ok2 bool
		c.Old, rest, ok1 = e.Old.cut(rest)
		c.New, rest, ok2 = e.New.cut(rest)
		if !ok1 || !ok2 {
			return head{}, nil, ErrBroken
		}
		if !e.Existed {
			c.Old = nil
		}
		if e.Remove {
			c.New = nil
		}
		changes = append(changes, c)
	}
	if len(rest) > 0 {
		return head{}, nil, ErrBroken
	}
	return h, changes, nil
}

func decodeHead(in *bufio.Reader) (h head, err error) {
	first, err := in.ReadString('\n')
	if err != nil {
		return head{}, broken(err)
	}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return head{}, broken(err)
	}
	line = line[:len(line)-1]
	if magic+sum(line)+"\n" != first || json.Unmarshal(line, &h) != nil {
		return head{}, ErrBroken
	}
	return h, nil
}

// cut takes the content from the front of data, if it is there and whole.
func (b blob) cut(data []byte) (content, rest []byte, ok bool) {
	if b.Size < 0 || b.Size > int64(len(data)) {
		return nil, nil, false
	}
	content = data[:b.Size:b.Size]
	return content, data[b.Size:], sum(content) == b.Sum
}

// broken turns the end of the file, where more should be, into ErrBroken.
func broken(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrBroken
	}
	return err
}
