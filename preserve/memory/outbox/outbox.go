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
	ItemMax  = 256 << 10   // bytes of an item's file
	ItemsMax = 10_000      // that wait
	fileMax  = 8 * ItemMax // with its trace
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
	// Wanted are the saves that queued it, each by the date of its record.
	Wanted []time.Time `json:"wanted,omitempty"`
	// Trace is what was noted while it was sent, for taking it back.
	Trace json.RawMessage `json:"trace,omitempty"`

	file string
	box  *Box // while it is sent
}

// Box is an outbox in a folder. It may be used by several goroutines, and the
// folder by several processes.
type Box struct {
	dir   string
	clean func(string) string
}

// Open returns the outbox in dir, which is made by the first Put.
func Open(dir string) *Box { return &Box{dir, func(s string) string { return s }} }

// Cleaning has what servers say pass through clean before it is written down.
func (b *Box) Cleaning(clean func(string) string) *Box { return &Box{b.dir, clean} }

func (b *Box) aside() string { return filepath.Join(b.dir, "aside") }

// lock keeps others from changing the folder.
func (b *Box) lock(ctx context.Context) (func(), error) {
	return safefile.Lock(ctx, filepath.Join(b.dir, ".lock"))
}

// Put queues an item and returns its id. Only To, Record, Replaces, Error
// and Unclear are taken; fresh is false when it waits already, and is wanted by
// one more save now. One that had been set aside goes back to the end of the
// queue. Errors: ErrFull, those of package safefile.
func (b *Box) Put(ctx context.Context, it Item) (id string, fresh bool, err error) {
	return b.put(ctx, it, []time.Time{it.Record.Created})
}

func (b *Box) put(ctx context.Context, it Item, wanted []time.Time) (id string, fresh bool, err error) {
	it = Item{To: it.To, Record: it.Record, Replaces: it.Replaces, Error: it.Error, Unclear: it.Unclear, Queued: time.Now().UTC()}
	for _, s := range []*string{&it.To, &it.Replaces, &it.Error, &it.Record.Text, &it.Record.Project, &it.Record.Type} {
		*s = strings.ToValidUTF8(*s, "\uFFFD") // as JSON does, or the id would change on the way
	}
	it.ID = idOf(it)
	it.want(wanted)
	unlock, err := b.lock(ctx)
	if err != nil {
		return "", false, fmt.Errorf("outbox: %w", err)
	}
	defer unlock()
	waiting, err := names(b.dir)
	if err != nil {
		return "", false, err
	}
	if i := slices.IndexFunc(waiting, func(n string) bool { return idIn(n) == it.ID }); i >= 0 {
		return it.ID, false, b.join(waiting[i], wanted)
	}
	if len(waiting) >= ItemsMax {
		return "", false, fmt.Errorf("outbox: %s: %w", b.dir, ErrFull)
	}
	apart, err := names(b.aside())
	if err != nil {
		return "", false, err
	}
	done, err := names(b.done())
	if err != nil {
		return "", false, err
	}
	it.file = nextName(slices.Concat(waiting, apart, done), it.ID)
	if r, ok := b.receipt(it.ID, wanted); ok { // what the same save has done of it counts
		it.Trace = r.Trace
	}
	for _, n := range apart {
		if old, err := load(b.aside(), n); err == nil && old.ID == it.ID {
			it.want(old.wanted())
			it.Trace, it.Unclear = old.Trace, it.Unclear || old.Unclear
		}
	}
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

// join adds saves to those that want an item that waits.
func (b *Box) join(name string, wanted []time.Time) error {
	it, err := load(b.dir, name)
	if err != nil {
		return nil // delivering it sets it aside, as it is
	}
	if it.Wanted = it.wanted(); !it.want(wanted) {
		return nil
	}
	return b.write(it)
}

// wanted are the saves that want it. Files of former versions name none.
func (it Item) wanted() []time.Time {
	if len(it.Wanted) == 0 {
		return []time.Time{it.Record.Created.UTC()}
	}
	return it.Wanted
}

// want adds saves, and reports whether one was new.
func (it *Item) want(more []time.Time) (fresh bool) {
	for _, t := range more {
		if !wants(it.Wanted, t) {
			it.Wanted, fresh = append(slices.Clip(it.Wanted), t.UTC()), true
		}
	}
	return fresh
}

func wants(list []time.Time, who time.Time) bool {
	return slices.ContainsFunc(list, func(t time.Time) bool { return t.Equal(who) })
}

func (b *Box) write(it Item) error {
	data, err := json.MarshalIndent(it, "", "  ")
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	if most := it.most(); len(data) > most {
		return fmt.Errorf("outbox: an item of %d bytes is longer than %d", len(data), most)
	}
	if err := safefile.Replace(filepath.Join(b.dir, it.file), append(data, '\n')); err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

func (it Item) most() int {
	if it.Trace != nil {
		return fileMax
	}
	return ItemMax
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
	data, here, err := safefile.ReadState(path, fileMax+1)
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
			_, _, err := b.put(ctx, it, it.wanted())
			return err
		}
	}
	return fmt.Errorf("outbox: %s: %w", id, ErrNoItem)
}

// Drop removes an item, waiting or set aside, undelivered, whoever wants it.
// Errors: ErrNoItem.
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
			if err := b.remove(dir, n); err != nil {
				return err
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

func nextName(taken []string, id string) string {
	last := 0
	for _, n := range taken {
		if i, err := strconv.Atoi(n[:10]); err == nil {
			last = max(last, i)
		}
	}
	return fmt.Sprintf("%010d-%s.json", last+1, id)
}
