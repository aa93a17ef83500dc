// What was to survive a compaction, and what was given back after it.

package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// List is what was in force when a compaction began, without secrets.
type List struct {
	At      time.Time       `json:"at"`
	Trigger string          `json:"trigger"`
	Entries json.RawMessage `json:"entries"`
}

// mostLists are kept for the audit; older ones go.
const mostLists = 50

// current is the list of the compaction that is under way.
const current = "list.json"

// PutList keeps a list: as that of the compaction which begins now, and by its
// time. An automatic compaction that was only tried leaves one as well; the
// later one counts.
func (s Session) PutList(l List) error {
	if err := s.put(current, l); err != nil {
		return err
	}
	if err := s.put(filepath.Join("lists", strconv.FormatInt(l.At.UnixNano(), 10)+".json"), l); err != nil {
		return err
	}
	times := s.listTimes()
	for _, at := range times[:max(0, len(times)-mostLists)] {
		if at != l.At.UnixNano() { // a clock that was set back
			_ = os.Remove(s.listPath(at))
		}
	}
	return nil
}

// TakeList is the list of the compaction that has just ended, once.
func (s Session) TakeList() (l List, ok bool) {
	s.get(current, &l)
	err := os.Remove(filepath.Join(s.Path, current))
	return l, err == nil && !l.At.IsZero()
}

// LastList is the one of the latest time.
func (s Session) LastList() (l List) {
	if times := s.listTimes(); len(times) > 0 {
		s.get(filepath.Join("lists", filepath.Base(s.listPath(times[len(times)-1]))), &l)
	}
	return l
}

// ListAt is the last list from after a moment and not after another one.
func (s Session) ListAt(after, until time.Time) (l List, ok bool) {
	for _, at := range slices.Backward(s.listTimes()) {
		if at > until.UnixNano() {
			continue
		}
		if !after.IsZero() && at <= after.UnixNano() {
			break
		}
		s.get(filepath.Join("lists", filepath.Base(s.listPath(at))), &l)
		return l, !l.At.IsZero()
	}
	return List{}, false
}

func (s Session) listPath(at int64) string {
	return filepath.Join(s.Path, "lists", strconv.FormatInt(at, 10)+".json")
}

// listTimes are the times of the lists there are, the oldest first.
func (s Session) listTimes() []int64 {
	if s.Path == "" {
		return nil
	}
	entries, _ := os.ReadDir(filepath.Join(s.Path, "lists"))
	var times []int64
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if at, err := strconv.ParseInt(name, 10, 64); ok && err == nil {
			times = append(times, at)
		}
	}
	slices.Sort(times)
	return times
}

// Restored is what a hook put into the context when a compaction was over.
type Restored struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"` // without secrets
}

// PutRestored replaces it.
func (s Session) PutRestored(r Restored) error { return s.swap("restored.json", r) }

// TakeRestored is it, once: it belongs to one compaction.
func (s Session) TakeRestored() (r Restored) {
	s.get("restored.json", &r)
	if os.Remove(filepath.Join(s.Path, "restored.json")) != nil {
		return Restored{}
	}
	return r
}
