// The items, and the folder that holds them.

package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"savectx/preserve/memory/record"
	"savectx/preserve/safefile"
)

// Limits. What is over them is refused: an outbox that grows without end is a
// server that never was there.
const (
	ItemMax  = 256 << 10 // bytes of an item's file
	ItemsMax = 10_000    // that wait
)

// Errors.
var (
	ErrBusy   = errors.New("somebody is delivering already")
	ErrFull   = errors.New("the outbox is full")
	ErrNoItem = errors.New("no such item in the outbox")
)

// Item is one fact that waits.
type Item struct {
	ID       string        `json:"id"`
	To       string        `json:"to"` // the address of the store and the user in it; no key
	Record   record.Record `json:"record"`
	Replaces string        `json:"replaces,omitempty"`
	Queued   time.Time     `json:"queued"`
	Tries    int           `json:"tries"`
	Tried    time.Time     `json:"tried,omitzero"`
	Error    string        `json:"error,omitempty"` // of the last try
	// Unclear: a try was not answered, so that the store may have it already.
	Unclear bool `json:"unclear,omitempty"`
	file    string
}

// Box is an outbox in a folder. It may be used by several goroutines, and the
// folder by several processes.
type Box struct{ dir string }

// Open returns the outbox in dir, which is made by the first Put.
func Open(dir string) *Box { return &Box{dir} }

func (b *Box) aside() string { return filepath.Join(b.dir, "aside") }

// lock keeps others from changing the folder.
func (b *Box) lock(ctx context.Context) (func(), error) {
	return safefile.Lock(ctx, filepath.Join(b.dir, ".lock"))
}

// Put queues an item and returns its id. Only To, Record, Replaces, Error
// and Unclear are taken; fresh is false when it waits already. One that had been set aside
// goes back to the end of the queue. Errors: ErrFull, those of package safefile.
func (b *Box) Put(ctx context.Context, it Item) (id string, fresh bool, err error) {
	it = Item{To: it.To, Record: it.Record, Replaces: it.Replaces, Error: it.Error, Unclear: it.Unclear, Queued: time.Now().UTC()}
	for _, s := range []*string{&it.To, &it.Replaces, &it.Error, &it.Record.Text, &it.Record.Project, &it.Record.Type} {
		*s = strings.ToValidUTF8(*s, "\uFFFD") // as JSON does, or the id would change on the way
	}
	it.ID = idOf(it)
	unlock, err := b.lock(ctx)
	if err != nil {
		return "", false, fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	waiting, err := names(b.dir)
	if err != nil {
		return "", false, err
	}
	if slices.ContainsFunc(waiting, func(n string) bool { return idIn(n) == it.ID }) {
		return it.ID, false, nil
	}
	if len(waiting) >= ItemsMax {
		return "", false, fmt.Errorf("outbox: %s: %w", b.dir, ErrFull)
	}
	apart, err := names(b.aside())
	if err != nil {
		return "", false, err
	}
	it.file = nextName(waiting, apart, it.ID)
	if err := b.write(it); err != nil {
		return "", false, err
	}
	for _, n := range apart {
		if idIn(n) == it.ID {
			os.Remove(filepath.Join(b.aside(), n)) // left there, it is listed twice, no more
		}
	}
	return it.ID, true, nil
}

func (b *Box) write(it Item) error {
	data, err := json.MarshalIndent(it, "", "  ")
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	if len(data) > ItemMax {
		return fmt.Errorf("outbox: an item of %d bytes is longer than %d", len(data), ItemMax)
	}
	if err := safefile.Replace(filepath.Join(b.dir, it.file), append(data, '\n')); err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// List returns what waits, in order. A file that cannot be read is an item
// with an Error, its name as ID, and nothing else.
func (b *Box) List() ([]Item, error) { return list(b.dir) }

// Aside returns what was set aside.
func (b *Box) Aside() ([]Item, error) { return list(b.aside()) }

func list(dir string) ([]Item, error) {
	found, err := names(dir)
	if err != nil {
		return nil, err
	}
	var out []Item
	for _, n := range found {
		it, err := load(dir, n)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			it = Item{ID: n, Error: err.Error(), file: n}
		}
		out = append(out, it)
	}
	return out, nil
}

// load reads an item. A file that is gone is fs.ErrNotExist.
func load(dir, name string) (Item, error) {
	path := filepath.Join(dir, name)
	data, here, err := safefile.ReadState(path, ItemMax+1)
	if err != nil {
		return Item{}, fmt.Errorf("outbox: %w", err)
	}
	if !here {
		return Item{}, fs.ErrNotExist
	}
	var it Item
	if err := json.Unmarshal(data, &it); err != nil {
		return Item{}, fmt.Errorf("outbox: %s cannot be read: %w", path, err)
	}
	if it.ID != idIn(name) || it.ID != idOf(it) {
		return Item{}, fmt.Errorf("outbox: %s was changed: its content does not have its id", path)
	}
	it.file = name
	return it, nil
}

// Retry puts an item that was set aside back to the end of the queue.
// Errors: ErrNoItem.
func (b *Box) Retry(ctx context.Context, id string) error {
	apart, err := b.Aside()
	if err != nil {
		return err
	}
	for _, it := range apart {
		if it.ID == id && it.To != "" {
			_, _, err := b.Put(ctx, it)
			return err
		}
	}
	return fmt.Errorf("outbox: %s: %w", id, ErrNoItem)
}

// Drop removes an item, waiting or set aside, undelivered. Errors: ErrNoItem.
func (b *Box) Drop(ctx context.Context, id string) error {
	unlock, err := b.lock(ctx)
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	gone := false
	for _, dir := range []string{b.dir, b.aside()} {
		found, err := names(dir)
		if err != nil {
			return err
		}
		for _, n := range found {
			if n != id && idIn(n) != id {
				continue
			}
			if err := os.Remove(filepath.Join(dir, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("outbox: %w", err)
			}
			gone = true
		}
	}
	if !gone {
		return fmt.Errorf("outbox: %s: %w", id, ErrNoItem)
	}
	return nil
}

// Hash is the id that the item has, or will have, in an outbox.
func (it Item) Hash() string { return idOf(it) }

// idOf is the hash of what is delivered. What the store gave (id, score) and
// when the fact was saved do not belong to it.
func idOf(it Item) string {
	h := sha256.New()
	for _, s := range []string{it.To, it.Record.Project, it.Record.Type, it.Record.Text, it.Replaces} {
		fmt.Fprintf(h, "%d:%s,", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

var shape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{10}-[0-9a-f]{24}\.json$`) })

// names lists the files of items in order. A folder that is not there is empty.
func names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir) // sorted
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && shape().MatchString(e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func idIn(name string) string {
	_, id, _ := strings.Cut(strings.TrimSuffix(name, ".json"), "-")
	return id
}

func nextName(waiting, apart []string, id string) string {
	last := 0
	for _, n := range slices.Concat(waiting, apart) {
		if i, err := strconv.Atoi(n[:10]); err == nil {
			last = max(last, i)
		}
	}
	return fmt.Sprintf("%010d-%s.json", last+1, id)
}
