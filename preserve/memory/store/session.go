// Sessions, their facts, and the chains they form.

package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// MaxCompact is the length that a compact text stays below, in characters.
	MaxCompact = 2000
	maxID      = 200 // bytes
	// Latest as a reference is the session that was saved last.
	Latest = "latest"
)

// Session is what is kept of one session.
type Session struct {
	ID          string    `json:"id"`
	Project     string    `json:"project,omitempty"`
	Title       string    `json:"title,omitempty"`
	Summary     string    `json:"summary,omitempty"`
	Compact     string    `json:"compact,omitempty"` // less than MaxCompact characters
	Goal        string    `json:"goal,omitempty"`
	Status      string    `json:"status,omitempty"`
	Next        string    `json:"next,omitempty"`
	Blockers    string    `json:"blockers,omitempty"`
	Branch      string    `json:"branch,omitempty"`
	CommitStart string    `json:"commit_start,omitempty"`
	CommitEnd   string    `json:"commit_end,omitempty"`
	Tags        []string  `json:"tags,omitempty"`
	Continues   string    `json:"continues,omitempty"` // id of the session before, stored or not
	Created     time.Time `json:"created,omitzero"`
	Updated     time.Time `json:"updated,omitzero"`
	Facts       []Fact    `json:"facts,omitempty"`
}

// Fact is one thing that a session found out. Higher importance goes first.
type Fact struct {
	Importance int    `json:"importance"`
	Text       string `json:"text"`
}

// PutSession saves a session. Of one with the same id, what is given replaces
// what was; fields that are empty, or nil, stay as they were, and so does
// Created. Goal, Status, Next and Blockers that are empty are taken from the
// first lines of Compact. Times that are zero are now. It fails when the compact
// text has MaxCompact characters or more.
func (s *Store) PutSession(ctx context.Context, put Session) error {
	if err := put.check(); err != nil {
		return err
	}
	head := readHead(put.Compact)
	for i, f := range []*string{&put.Goal, &put.Status, &put.Next, &put.Blockers} {
		if *f == "" {
			*f = head[i]
		}
	}
	if put.Updated.IsZero() {
		put.Updated = time.Now()
	}
	return s.write(ctx, func(t *tx) error {
		old, err := t.session(put.ID)
		switch {
		case err == nil:
			put.keep(old)
		case err != sql.ErrNoRows:
			return err
		case put.Created.IsZero():
			put.Created = put.Updated
		}
		return t.putSession(put, old)
	})
}

// texts are the texts of a session beside those of another.
func (put *Session) texts(old *Session) [][2]*string {
	return [][2]*string{
		{&put.Project, &old.Project}, {&put.Title, &old.Title}, {&put.Summary, &old.Summary}, {&put.Compact, &old.Compact},
		{&put.Goal, &old.Goal}, {&put.Status, &old.Status}, {&put.Next, &old.Next}, {&put.Blockers, &old.Blockers},
		{&put.Branch, &old.Branch}, {&put.CommitStart, &old.CommitStart}, {&put.CommitEnd, &old.CommitEnd}, {&put.Continues, &old.Continues},
	}
}

func (put *Session) check() error {
	put.ID = clean(put.ID)
	for _, f := range put.texts(put) {
		*f[0] = clean(*f[0])
	}
	facts := make([]Fact, 0, len(put.Facts))
	for _, f := range put.Facts {
		f.Text = clean(f.Text)
		facts = append(facts, f)
	}
	if put.Facts != nil {
		put.Facts = facts
	}
	if put.ID == "" || len(put.ID) > maxID {
		return fmt.Errorf("a session needs an id of at most %d bytes, got %d", maxID, len(put.ID))
	}
	if n := utf8.RuneCountInString(put.Compact); n >= MaxCompact {
		return fmt.Errorf("compact text of session %s has %d characters, allowed are less than %d", put.ID, n, MaxCompact)
	}
	return nil
}

func (put *Session) keep(old Session) {
	put.Created = old.Created
	for _, f := range put.texts(&old) {
		if *f[0] == "" {
			*f[0] = *f[1]
		}
	}
	if put.Facts == nil {
		put.Facts = old.Facts
	}
	if put.Tags == nil {
		put.Tags = old.Tags
	}
}

// putSession writes a session as it is given; old is the one it replaces.
func (t *tx) putSession(s, old Session) error {
	if err := t.dropSessionIndex(s.ID); err != nil {
		return err
	}
	var tags string
	s.Tags, tags = packTags(s.Tags)
	err := t.exec(`INSERT OR REPLACE INTO session(id, project, title, summary, compact, goal, status, next, blockers,
		branch, commit_start, commit_end, tags, continues, created, updated, doc)
		VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
		s.ID, s.Project, s.Title, s.Summary, s.Compact, s.Goal, s.Status, s.Next, s.Blockers,
		s.Branch, s.CommitStart, s.CommitEnd, tags, s.Continues, millis(s.Created), millis(s.Updated))
	if err != nil {
		return err
	}
	if err := t.exec("DELETE FROM fact WHERE session=?", s.ID); err != nil {
		return err
	}
	for n, f := range s.Facts {
		if err := t.exec("INSERT INTO fact VALUES(?, ?, ?, ?, 0)", s.ID, n, f.Importance, f.Text); err != nil {
			return err
		}
	}
	if err := t.indexSession(s); err != nil {
		return err
	}
	if old.ID != "" && old.Project != s.Project {
		if err := t.dropTurnIndex(s.ID); err != nil {
			return err
		}
		return t.indexTurns(s.ID, s.Project)
	}
	return nil
}

func (t *tx) dropSessionIndex(id string) error {
	ids, err := t.ids("SELECT doc FROM session WHERE id=?1 UNION ALL SELECT doc FROM fact WHERE session=?1", id)
	if err != nil {
		return err
	}
	return t.unindex(ids)
}

func (t *tx) indexSession(s Session) error {
	id, err := t.index(s.document().prepare())
	if err != nil {
		return err
	}
	if err := t.exec("UPDATE session SET doc=? WHERE id=?", id, s.ID); err != nil {
		return err
	}
	for n, f := range s.Facts {
		id, err := t.index(s.fact(f).prepare())
		if err != nil {
			return err
		}
		if err := t.exec("UPDATE fact SET doc=? WHERE session=? AND n=?", id, s.ID, n); err != nil {
			return err
		}
	}
	return nil
}

func (s Session) document() document {
	text := strings.Join([]string{s.Title, s.Summary, s.Goal, s.Status, s.Next, s.Blockers, s.Compact, s.Branch,
		strings.Join(s.Tags, " "), s.ID}, "\n")
	return document{kindSession, s.ID, s.Project, s.Tags, millis(s.Created), millis(s.Updated), text}
}

func (s Session) fact(f Fact) document {
	return document{kindFact, s.ID, s.Project, s.Tags, millis(s.Created), millis(s.Updated), f.Text}
}

// Session finds a session by its id, by the beginning of its id when only one
// begins so, or as Latest in the project (in all of them when it is "").
func (s *Store) Session(ctx context.Context, ref, project string) (got Session, err error) {
	err = s.read(ctx, func(t *tx) error {
		id, err := t.resolve(ref, project)
		if err == nil {
			got, err = t.session(id)
		}
		return err
	})
	return got, err
}

func (t *tx) resolve(ref, project string) (string, error) {
	var id string
	if ref == Latest {
		err := t.row("SELECT id FROM session WHERE ?1='' OR project=?1 ORDER BY updated DESC, rowid DESC LIMIT 1", project).Scan(&id)
		if err == sql.ErrNoRows && project != "" {
			return "", fmt.Errorf("session of project %s: %w", project, ErrNotFound)
		} else if err == sql.ErrNoRows {
			return "", fmt.Errorf("session: %w", ErrNotFound)
		}
		return id, err
	}
	return t.begins("session", ref)
}

// begins is the one id of a table that is ref or begins with it.
func (t *tx) begins(table, ref string) (string, error) {
	var found []string
	err := t.each(func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		found = append(found, id)
		return err
	}, "SELECT id FROM "+table+" WHERE id>=?1 AND id<?1||char(1114111) ORDER BY id LIMIT 6", clean(ref))
	switch {
	case err != nil:
		return "", err
	case ref == "" || len(found) == 0:
		return "", fmt.Errorf("%s %q: %w", table, ref, ErrNotFound)
	case len(found) == 1 || found[0] == ref:
		return found[0], nil
	}
	return "", fmt.Errorf("%s %q is not the only one that begins so: %s", table, ref, strings.Join(found, ", "))
}

// Chain is the session with those it continues and those that continue it,
// the oldest first.
func (s *Store) Chain(ctx context.Context, ref, project string) (chain []Session, err error) {
	err = s.read(ctx, func(t *tx) error {
		id, err := t.resolve(ref, project)
		if err != nil {
			return err
		}
		chain, err = t.sessions(`WHERE id IN (
			WITH RECURSIVE
				up(id) AS (SELECT ?1 UNION SELECT s.continues FROM up JOIN session s ON s.id=up.id WHERE s.continues<>''),
				down(id) AS (SELECT ?1 UNION SELECT s.id FROM down JOIN session s ON s.continues=down.id WHERE down.id<>'')
			SELECT id FROM up UNION SELECT id FROM down) ORDER BY created, rowid`, id)
		return err
	})
	return chain, err
}

func (t *tx) session(id string) (Session, error) {
	list, err := t.sessions("WHERE id=?", id)
	if err == nil && len(list) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return Session{}, err
	}
	return list[0], nil
}

// sessions reads those that the end of a query chooses, with their facts.
func (t *tx) sessions(where string, args ...any) ([]Session, error) {
	list, err := t.bareSessions(where, args...)
	for i := range list {
		if err != nil {
			break
		}
		err = t.each(func(r *sql.Rows) error {
			var f Fact
			err := r.Scan(&f.Importance, &f.Text)
			list[i].Facts = append(list[i].Facts, f)
			return err
		}, "SELECT importance, text FROM fact WHERE session=? ORDER BY n", list[i].ID)
	}
	return list, err
}

// bareSessions are sessions without their facts.
func (t *tx) bareSessions(where string, args ...any) (list []Session, err error) {
	err = t.each(func(r *sql.Rows) error {
		var s Session
		var tags string
		var created, updated int64
		err := r.Scan(&s.ID, &s.Project, &s.Title, &s.Summary, &s.Compact, &s.Goal, &s.Status, &s.Next, &s.Blockers,
			&s.Branch, &s.CommitStart, &s.CommitEnd, &tags, &s.Continues, &created, &updated)
		s.Tags, s.Created, s.Updated = unpackTags(tags), moment(created), moment(updated)
		list = append(list, s)
		return err
	}, `SELECT id, project, title, summary, compact, goal, status, next, blockers, branch, commit_start, commit_end,
		tags, continues, created, updated FROM session `+where, args...)
	return list, err
}

// readHead takes Goal, Status, Next and Blockers from the lines above "---".
func readHead(compact string) (head [4]string) {
	for line := range strings.Lines(compact) {
		if strings.TrimSpace(line) == "---" {
			break
		}
		for i, label := range []string{"Goal:", "Status:", "Next:", "Blockers:"} {
			if rest, ok := strings.CutPrefix(line, label); ok {
				head[i] = strings.TrimSpace(rest)
			}
		}
	}
	return head
}
