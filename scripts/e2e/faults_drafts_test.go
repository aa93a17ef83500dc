// Faults before the text: modes of tmux, drafts, vim.

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"savectx/orchestrator"
	"savectx/scripts/live"
)

// A pane in a mode of tmux: left, then compacted.
func TestModes(t *testing.T) {
	for name, command := range map[string][]string{
		"copy-mode": {"copy-mode"},
		"scrolled":  {"copy-mode", "-u"},
		"tree-mode": {"choose-tree"},
		"view-mode": {"list-keys"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, live.Options{})
			s.ask("many [[lines 80]]")
			s.shows("line 80")
			s.idle()
			_, err := s.Server().Run(append([]string{command[0], "-t", s.ID}, command[1:]...)...)
			if name == "view-mode" {
				_, err = s.Server().Run("run-shell", "-t", s.ID, "echo a message of tmux")
			}
			s.must(err)
			s.until(func() error {
				if s.Format("#{pane_in_mode}") == "0" {
					return errors.New("not in a mode")
				}
				return nil
			})
			s.ends(s.compact(text), orchestrator.Compacted)
			s.compactedOnce(text)
		})
	}
}

// A draft is put aside and is back afterwards.
func TestDrafts(t *testing.T) {
	for name, d := range map[string]struct {
		keys  func(s *sess)
		holds string
	}{
		"one line":   {func(s *sess) { s.typed("half a thought") }, "half a thought"},
		"cjk":        {func(s *sess) { s.typed("还没写完的想法") }, "还没写完的想法"},
		"many lines": {func(s *sess) { s.typed("first line\\"); s.must(s.Keys("Enter")); s.typed("second line") }, ""},
		"paste":      {func(s *sess) { s.paste(strings.Repeat("a long pasted text\n", 60)); s.shows("[Pasted text") }, ""},
		"image":      {func(s *sess) { s.paste(s.image()); s.shows("[Image") }, ""},
		"slash line": {func(s *sess) { s.typed("/compact something of the person's own") }, "/compact something of the person's own"},
	} {
		for _, version := range []string{live.Newest, live.Old} {
			t.Run(name+"/"+version, func(t *testing.T) {
				s := start(t, live.Options{Version: version})
				d.keys(s)
				before := s.composer().Text
				if d.holds != "" {
					s.holds(d.holds)
				}
				s.ends(s.compact(text), orchestrator.Compacted)
				s.compactedOnce(text)
				s.until(func() error {
					if after := s.composer().Text; after != before || after == "" {
						return fmt.Errorf("the draft was %q and is now %q", before, after)
					}
					return nil
				})
			})
		}
	}
}

// image is the path of a picture of one pixel: pasted, it becomes an image.
func (s *sess) image() string {
	s.t.Helper()
	var b bytes.Buffer
	s.must(png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))
	file := filepath.Join(s.Work, "pixel.png")
	s.must(os.WriteFile(file, b.Bytes(), 0o600))
	return file
}

func (s *sess) paste(text string) {
	s.t.Helper()
	file := filepath.Join(s.Root, "paste")
	s.must(os.WriteFile(file, []byte(text), 0o600))
	_, err := s.Server().Run("load-buffer", "-b", "person", file)
	s.must(err)
	_, err = s.Server().Run("paste-buffer", "-p", "-r", "-d", "-b", "person", "-t", s.ID)
	s.must(err)
}

// A draft while another one is already stashed: both stay, the line is handed over.
func TestDraftWithAnEarlierStash(t *testing.T) {
	s := start(t, live.Options{})
	s.typed("an earlier draft")
	s.must(s.Keys("C-s"))
	s.emptyComposer()
	s.typed("a later draft")
	id := s.compact(text, "--deadline", "4s")
	s.ends(id, orchestrator.HandedOver)
	s.untouched(text)
	s.holds("a later draft")
	s.must(s.Keys("C-u"))
	s.emptyComposer()
	s.must(s.Keys("C-s"))
	s.holds("an earlier draft")
}

// Vim mode: a paste is taken whole; the draft stays.
func TestVim(t *testing.T) {
	for _, mode := range []string{"insert", "normal"} {
		t.Run(mode, func(t *testing.T) {
			s := start(t, live.Options{Config: map[string]any{"editorMode": "vim"}, Settings: map[string]any{"editorMode": "vim"}})
			s.shows("-- INSERT --")
			if mode == "normal" {
				s.must(s.Keys("Escape"))
				s.until(func() error {
					if strings.Contains(s.Screen(), "-- INSERT --") {
						return errors.New("still in INSERT")
					}
					return nil
				})
			}
			id := s.compact(text, "--deadline", "8s")
			job := s.ended(id)
			switch job.State {
			case orchestrator.Compacted:
				s.compactedOnce(text)
			case orchestrator.HandedOver:
				s.untouched(text)
			default:
				t.Errorf("ended %s: %s", job.State, job.Reason)
			}
		})
	}
}
