// Everything that reaches the program in the pane: a paste, or a key.

package tmux

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxPasteRunes and MaxPasteBytes bound one paste. The agent folds a longer
	// one into a placeholder, and macOS hands a program at most 1022 bytes of
	// terminal input at once.
	MaxPasteRunes = 700
	MaxPasteBytes = 900

	// MaxErase bounds one Erase.
	MaxErase = 1000
)

// The keys that Press sends, in tmux's names. Enter is one carriage return in
// every version and key mode; C-m is not (3.5 and later, extended-keys).
const (
	KeyEnter     = "Enter"
	KeyStash     = "C-s"
	KeyBackspace = "BSpace"
)

// Paste puts text into the pane as one paste, if the pane is the recorded one,
// takes input, runs the recorded program and has its cursor at x, y. It returns
// true when the text went in, once, and false when nothing did.
//
// The text has at most MaxPasteRunes runes and MaxPasteBytes bytes and no
// control characters; anything else is an error and sends nothing. It goes in
// letter for letter, nothing in it is expanded. The buffer it travels in is
// deleted, at the latest when the call has failed.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Paste(ctx context.Context, text string, x, y int) (bool, error) {
	if err := pasteable(text); err != nil {
		return false, err
	}
	if n := utf8.RuneCountInString(text); n > MaxPasteRunes || len(text) > MaxPasteBytes {
		return false, fmt.Errorf("paste of %d runes and %d bytes is over %d and %d", n, len(text), MaxPasteRunes, MaxPasteBytes)
	}
	buffer := "savectx-" + rand.Text()
	if _, err := p.server.ask(ctx, text, []string{"load-buffer", "-b", buffer, "-"}); err != nil {
		p.dropBuffer(ctx, buffer)
		return false, gone(err)
	}
	ok, err := p.guarded(ctx, p.idle(x, y), pasteBuffer(buffer, p.id.Pane))
	if err != nil {
		p.dropBuffer(ctx, buffer)
	}
	return ok, err
}

// dropBuffer deletes a buffer that may or may not be there any more.
func (p *Pane) dropBuffer(ctx context.Context, buffer string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyLimit)
	defer cancel()
	_, _ = p.server.ask(ctx, "", []string{"delete-buffer", "-b", buffer})
}

// Press sends one key under the same condition as Paste, in a call of its own:
// in one call with text both arrive in one read and look like a paste. The key
// is KeyEnter, KeyStash or KeyBackspace; any other is an error and sends nothing.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Press(ctx context.Context, key string, x, y int) (bool, error) {
	switch key {
	case KeyEnter, KeyStash, KeyBackspace:
		return p.guarded(ctx, p.idle(x, y), pressKey(key, 1, p.id.Pane))
	}
	return false, fmt.Errorf("key %q is none of %s, %s, %s", key, KeyEnter, KeyStash, KeyBackspace)
}

// Erase sends n backspaces, 1 to MaxErase, in one guarded step.
// Errors: ErrGone, ErrDenied, ErrUnknown.
func (p *Pane) Erase(ctx context.Context, n, x, y int) (bool, error) {
	if n < 1 || n > MaxErase {
		return false, fmt.Errorf("%d backspaces, not 1 to %d", n, MaxErase)
	}
	return p.guarded(ctx, p.idle(x, y), pressKey(KeyBackspace, n, p.id.Pane))
}

// pasteable refuses what a terminal would act on.
func pasteable(text string) error {
	if text == "" {
		return errors.New("nothing to paste")
	}
	if !utf8.ValidString(text) {
		return errors.New("text to paste is not UTF-8")
	}
	for _, r := range text {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("text to paste holds the control character %U", r)
		}
	}
	return nil
}
