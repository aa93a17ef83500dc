package tmux

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/tmux/tmuxtest"
)

func bracketed(text string) string { return tmuxtest.PasteStart + text + tmuxtest.PasteEnd }

// Every line arrives byte for byte, and nothing in it is run or expanded.
func TestPasteIsExact(t *testing.T) {
	ts := tmuxtest.New(t)
	witness := filepath.Join(filepath.Dir(ts.Socket), "ran")
	lines := []string{
		"-l -- -t %0", "-", "ends in ;", ";", `back\;`, `\`, "'", `"`, `it's "quoted"`, "`touch " + witness + "`",
		"$(touch " + witness + ")", "#(touch " + witness + ")", "#{pane_id} #{E:x} ##", "%% %Y %H:%M", "$HOME ${HOME} ~",
		"{ } [ ] ( ) < > | & * ? !", "Enter", "C-c", "@x:#", "  two  spaces  ",
		"只保留失败的测试，删除其余内容。", "日本語のテスト", "한국어", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽", "שלום עולם مرحبا", "e\u0301 n\u0303 a\u0308\u0323",
		"\u00a0no-break\u00a0", "\u200fmark\u200e", "\ufeffbom",
		strings.Repeat("x", MaxPasteRunes), strings.Repeat("語", MaxPasteBytes/3),
	}
	r := ts.NewReader(200, 50)
	s, p := openPane(t, ts, r.Pane)
	var want string
	for _, line := range lines {
		b := &bed{Server: ts, server: s, reader: r, pane: p}
		x, y := cursor(t, p)
		ok, err := p.Paste(t.Context(), line, x, y)
		done(t, ok, err)
		want += bracketed(line)
		r.Expect(want)
		// A fresh line for the next one; the screen is cleared by hand, so that
		// where the cursor goes does not depend on how wide tmux takes a line.
		b.sync(t, want)
		want += "\r"
		b.Until(tmuxtest.Limit, func() error {
			if screen := ts.Screen(r.Pane); !strings.HasSuffix(strings.TrimRight(screen, " \n"), "\n>") {
				return fmt.Errorf("no prompt after %q", line)
			}
			return nil
		})
	}
	if _, err := os.Stat(witness); err == nil {
		t.Error("something in the text was run")
	}
	if list := ts.Tmux("list-buffers"); list != "" {
		t.Errorf("left behind: %s", list)
	}
}

// The marks come only if the program asked for them.
func TestPasteWithoutBrackets(t *testing.T) {
	b := newBed(t)
	b.Tmux("send-keys", "-t", b.reader.Pane, "-R") // resets the terminal, DECSET 2004 with it
	x, y := cursor(t, b.pane)
	ok, err := b.pane.Paste(t.Context(), "plain", x, y)
	done(t, ok, err)
	b.reader.Expect("plain")
}

// Text and Enter are two reads: in one they would look like a paste.
func TestPasteAndEnterAreTwoReads(t *testing.T) {
	b := newBed(t)
	ok, err := b.pane.Paste(t.Context(), "hello", 2, 0)
	done(t, ok, err)
	b.at(t, 7, 0)
	ok, err = b.pane.Press(t.Context(), KeyEnter, 7, 0)
	done(t, ok, err)
	b.reader.Expect(bracketed("hello") + "\r")
	reads := b.reader.Reads()
	if last := reads[len(reads)-1]; last != "\r" {
		t.Errorf("last read is %q", last)
	}
}

func TestKeys(t *testing.T) {
	b := newBed(t)
	ok, err := b.pane.Paste(t.Context(), "abcde", 2, 0)
	done(t, ok, err)
	b.at(t, 7, 0)
	ok, err = b.pane.Press(t.Context(), KeyBackspace, 7, 0)
	done(t, ok, err)
	b.at(t, 6, 0)
	ok, err = b.pane.Erase(t.Context(), 4, 6, 0)
	done(t, ok, err)
	b.at(t, 2, 0)
	ok, err = b.pane.Press(t.Context(), KeyStash, 2, 0)
	done(t, ok, err)
	ok, err = b.pane.Press(t.Context(), KeyEnter, 2, 0)
	done(t, ok, err)
	want := bracketed("abcde") + strings.Repeat("\x7f", 5) + "\x13\r"
	b.reader.Expect(want)
	b.at(t, 2, 1)
	for _, key := range []string{"", "C-c", "C-u", "Escape", "enter", "Enter Enter", "Enter ; kill-server", "x", "-R"} {
		if ok, err := b.pane.Press(t.Context(), key, 2, 1); ok || err == nil {
			t.Errorf("key %q was taken", key)
		}
	}
	for _, n := range []int{-1, 0, MaxErase + 1} {
		if ok, err := b.pane.Erase(t.Context(), n, 2, 1); ok || err == nil {
			t.Errorf("%d backspaces were taken", n)
		}
	}
	ok, err = b.pane.Erase(t.Context(), MaxErase, 2, 1)
	done(t, ok, err)
	b.reader.Expect(want + strings.Repeat("\x7f", MaxErase))
}

func TestPasteRefusesBadText(t *testing.T) {
	b := newBed(t)
	for _, text := range []string{
		"", "a\nb", "a\rb", "a\tb", "\x1b[201~rm", "a\x00b", "a\x7fb", "a\u0085b", "a\u009bb", "a\u2028b", "a\xffb",
		strings.Repeat("x", MaxPasteRunes+1), strings.Repeat("語", MaxPasteBytes/3+1),
	} {
		if ok, err := b.pane.Paste(t.Context(), text, 2, 0); ok || err == nil {
			t.Errorf("%.20q was taken", text)
		}
	}
	b.noBuffers(t)
	b.sync(t, "")
}

// One character typed between the look and the touch refuses both.
func TestCursorMovedInBetween(t *testing.T) {
	b := newBed(t)
	x, y := cursor(t, b.pane)
	c := b.Attach(b.reader.Pane)
	c.Type("k")
	b.at(t, x+1, y)
	ok, err := b.pane.Paste(t.Context(), "text", x, y)
	refused(t, ok, err)
	ok, err = b.pane.Press(t.Context(), KeyEnter, x, y)
	refused(t, ok, err)
	ok, err = b.pane.Press(t.Context(), KeyBackspace, x, y)
	refused(t, ok, err)
	b.noBuffers(t)
	b.sync(t, "k")
}

// Twenty panes at once get each its own text.
func TestManyPanes(t *testing.T) {
	ts := tmuxtest.New(t)
	s, err := Open(t.Context(), ts.Socket)
	if err != nil {
		t.Fatal(err)
	}
	const n = 20
	readers, errs := make([]*tmuxtest.Reader, n), make(chan error, n)
	for i := range readers {
		readers[i] = ts.NewReader(80, 24)
	}
	text := func(i int) string { return fmt.Sprintf("/compact number %d", i) }
	for i, r := range readers {
		go func() {
			errs <- func() error {
				p, err := s.Pane(t.Context(), r.Pane)
				if err != nil {
					return err
				}
				if ok, err := p.Paste(t.Context(), text(i), 2, 0); !ok || err != nil {
					return fmt.Errorf("paste %d: %v, %w", i, ok, err)
				}
				for {
					_, x, _, err := p.Read(t.Context())
					if err != nil {
						return err
					}
					if x == 2+len(text(i)) {
						break
					}
				}
				if ok, err := p.Press(t.Context(), KeyEnter, 2+len(text(i)), 0); !ok || err != nil {
					return fmt.Errorf("enter %d: %v, %w", i, ok, err)
				}
				return nil
			}()
		}()
	}
	for range readers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for i, r := range readers {
		r.Expect(bracketed(text(i)) + "\r")
	}
	if list := ts.Tmux("list-buffers"); list != "" {
		t.Errorf("left behind: %s", list)
	}
}
