// Whether a session was compacted before.

package claude

import (
	"bytes"
	"io"
	"os"
)

const (
	compactedBlock = 1 << 20
	compactedMost  = 64 << 20 // bytes from the end that are looked at
)

// CompactedBefore reports whether a transcript has a compact boundary in its
// last 64 MiB. A transcript that cannot be read has none.
func CompactedBefore(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	mark := []byte(`"subtype":"compact_boundary"`)
	block := make([]byte, compactedBlock+len(mark))
	end := info.Size()
	for least := max(0, end-compactedMost); end > least; end -= compactedBlock {
		from := max(least, end-compactedBlock)
		n, err := f.ReadAt(block[:min(int64(len(block)), info.Size()-from)], from)
		if bytes.Contains(block[:n], mark) {
			return true
		}
		if err != nil && err != io.EOF {
			return false
		}
	}
	return false
}
