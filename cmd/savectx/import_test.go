package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// zeros is a file without a line end.
type zeros struct{ left int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.left)
	clear(p[:n])
	z.left -= n
	return int(n), nil
}

// A line that is too long ends the import; it once went on for ever, and no
// signal ended it.
func TestImportOfALineWithoutEnd(t *testing.T) {
	v := &voice{}
	_, err := v.spooled(t.Context(), &zeros{lineMost + 1<<20}, func(s string) string { return s })
	if err == nil || !strings.Contains(err.Error(), "line 1 is longer than 128 MiB") {
		t.Errorf("it ends with %v", err)
	}
}

// An import that is interrupted while it waits for its input ends.
func TestImportThatWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	defer feed.Close()
	done := make(chan error, 1)
	go func() {
		_, err := (&voice{}).spooled(ctx, in, func(s string) string { return s })
		done <- err
	}()
	if _, err := io.Copy(feed, bytes.NewReader([]byte("{}\n"))); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}
