// Forgetting a step, however it stands.

package safefile

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestForget(t *testing.T) {
	for _, undo := range []bool{false, true} {
		dir := t.TempDir()
		a, b := put(t, filepath.Join(dir, "a"), "old a", 0o600), put(t, filepath.Join(dir, "b"), "old b", 0o600)
		step := begun(t, dir, "s", edit(a, "old a", "new a"), edit(b, "old b", "new b"))
		must(t, step.Write(0))
		if undo { // with something in its way
			put(t, a, "mine", 0o600)
			wantWhats(t, step.Undo, "changed untouched")
		}
		temp := put(t, tempName(b, step.head.Tag), "half", 0o600)
		want := read(t, a)
		must(t, step.Forget())
		must(t, step.Forget())
		if _, err := NewJournal(dir + ".journal").Open("s"); !errors.Is(err, ErrNoStep) {
			t.Errorf("it is still there: %v", err)
		}
		if read(t, a) != want || read(t, b) != "old b" {
			t.Error("a file was touched")
		}
		if n := names(t, dir); len(n) != 2 {
			t.Errorf("left: %v, with %s", n, temp)
		}
		wantErr(t, step.Write(1), b, ErrNoStep)
	}
}
