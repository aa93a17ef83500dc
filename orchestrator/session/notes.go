// What hooks have said, and what they are still to say.

package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"savectx/preserve/safefile"
)

// Share is how full the context is, as the client told the status line.
type Share struct {
	At     time.Time `json:"at"`
	Tokens int       `json:"tokens"` // 0 when not known, as right after a compaction
	Window int       `json:"window"` // of the model, in tokens; 0 when not told
	Model  string    `json:"model"`
}

// PutShare replaces the share.
func (s Session) PutShare(share Share) error { return s.swap("share.json", share) }

// Share reads the share, like Turn.
func (s Session) Share() (share Share) { s.get("share.json", &share); return share }

// Limits are what settings and environment say about automatic compactions, and
// what stands for where that was read.
type Limits struct {
	From   string          `json:"from"`
	Limits json.RawMessage `json:"limits"`
}

// PutLimits replaces the limits.
func (s Session) PutLimits(l Limits) error { return s.swap("limits.json", l) }

// Limits reads the limits, like Turn.
func (s Session) Limits() (l Limits) { s.get("limits.json", &l); return l }

// Claim takes the right to say something, once until it is taken back by
// [Session.Unclaim]: of hooks that run at the same time exactly one gets true.
// name is a file's name.
func (s Session) Claim(name string) bool {
	dir := filepath.Join(s.Path, "told")
	if os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// Claimed tells when that was said, and whether.
func (s Session) Claimed(name string) (at time.Time, ok bool) {
	info, err := os.Lstat(filepath.Join(s.Path, "told", name))
	if err != nil {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// Told tells whether that was said.
func (s Session) Told(name string) bool { _, ok := s.Claimed(name); return ok }

// Unclaim lets these things be said again.
func (s Session) Unclaim(names ...string) {
	for _, name := range names {
		_ = os.Remove(filepath.Join(s.Path, "told", name))
	}
}

// The thresholds, as they are claimed.
const (
	First  = "first"
	Second = "second"
)

// Rearm lets both thresholds be told again, as after a compaction.
func (s Session) Rearm() { s.Unclaim(First, Second) }

// Asked is a hook's request for a save.
type Asked struct {
	At      time.Time `json:"at"`
	Percent int       `json:"percent"` // of the way to the automatic compaction; 0: asked by time
}

// PutAsked replaces the request.
func (s Session) PutAsked(a Asked) error { return s.swap("asked.json", a) }

// TakeAsked returns the last request, once.
func (s Session) TakeAsked() (a Asked, ok bool) {
	s.get("asked.json", &a)
	err := os.Remove(filepath.Join(s.Path, "asked.json"))
	return a, err == nil && !a.At.IsZero()
}

// Summary is what a compaction left of the conversation.
type Summary struct {
	At      time.Time `json:"at"`
	Trigger string    `json:"trigger"`
	Text    string    `json:"text"` // without secrets
}

// PutSummary replaces the summary.
func (s Session) PutSummary(sum Summary) error { return s.put("summary.json", sum) }

// Summary reads the summary, like Turn.
func (s Session) Summary() (sum Summary) { s.get("summary.json", &sum); return sum }

// Auto is what is remembered of compactions that nobody asked for.
type Auto struct {
	Runs []time.Time `json:"runs"` // the last of them, the oldest first
}

// PutAuto replaces it.
func (s Session) PutAuto(a Auto) error { return s.swap("auto.json", a) }

// Auto reads it, like Turn.
func (s Session) Auto() (a Auto) { s.get("auto.json", &a); return a }

// loaded is the session whose text this one was given, so that it goes on from
// there.
type loaded struct {
	At time.Time `json:"at"`
	ID string    `json:"id"`
}

// PutLoaded notes the session that was loaded into this one; the last one counts.
func (s Session) PutLoaded(id string) error {
	if !ValidID(id) {
		return fmt.Errorf("%q is not a session id", id)
	}
	return s.put("loaded.json", loaded{time.Now(), id})
}

// Loaded is the session that was loaded into this one last, "" for none.
func (s Session) Loaded() string {
	var l loaded
	if s.get("loaded.json", &l); !ValidID(l.ID) || l.ID == s.ID {
		return ""
	}
	return l.ID
}

// PutWaiting replaces the texts that are to come back into the context, most
// important first; none removes them.
func (s Session) PutWaiting(texts []string) error {
	unlock, err := s.lockWaiting()
	if err != nil {
		return err
	}
	defer unlock()
	return s.putWaiting(texts)
}

func (s Session) putWaiting(texts []string) error {
	if len(texts) == 0 {
		err := os.Remove(filepath.Join(s.Path, waiting))
		if os.IsNotExist(err) {
			return nil
		}
		return err
	}
	return s.put(waiting, texts)
}

// lockWaiting waits for another hook to be done with them, which takes
// milliseconds.
func (s Session) lockWaiting() (unlock func(), err error) {
	limit, look := time.After(300*time.Millisecond), time.NewTicker(5*time.Millisecond)
	defer look.Stop()
	for {
		unlock, free, err := safefile.TryLock(filepath.Join(s.Path, "waiting.lock"))
		if free || err != nil {
			return unlock, err
		}
		select {
		case <-look.C:
		case <-limit:
			return nil, errors.New("another hook holds the texts that are to come back")
		}
	}
}

const waiting = "waiting.json"

// Waits tells whether such texts are there.
func (s Session) Waits() bool {
	_, err := os.Lstat(filepath.Join(s.Path, waiting))
	return err == nil
}

// Waiting are the texts that have not come back yet.
func (s Session) Waiting() (texts []string) { s.get(waiting, &texts); return texts }

// Deliver hands the first of these texts to print, as many as fit into limit
// characters together, a line break each, and forgets them when they have
// arrived. One that alone is longer comes alone. Of hooks that run at the same
// time one has them; the others print none.
func (s Session) Deliver(limit int, print func(texts []string) error) error {
	unlock, free, err := safefile.TryLock(filepath.Join(s.Path, "waiting.lock"))
	if err != nil || !free {
		return errors.Join(err, print(nil))
	}
	defer unlock()
	texts := s.Waiting()
	n, used := 0, 0
	for n < len(texts) && (n == 0 || used+utf8.RuneCountInString(texts[n]) <= limit) {
		used += utf8.RuneCountInString(texts[n]) + 1
		n++
	}
	if err := print(texts[:n]); err != nil || n == 0 {
		return err
	}
	return s.putWaiting(texts[n:])
}
