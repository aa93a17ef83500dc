// Memories: texts that stand for themselves.

package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
)

// Memory is a fact that is kept beyond its session.
type Memory struct {
	ID      string    `json:"id"`
	Project string    `json:"project,omitempty"`
	Type    string    `json:"type,omitempty"`
	Title   string    `json:"title,omitempty"` // in kebab case; unlike the others of its project
	Content string    `json:"content"`
	Tags    []string  `json:"tags,omitempty"`
	Created time.Time `json:"created,omitzero"`
	Updated time.Time `json:"updated,omitzero"`
}

// Remember keeps a memory and returns it with its id. One with the same title
// in the same project is replaced, but keeps its id and Created. The same
// content in the same project is kept once: what is there comes back, with the
// new tags added.
func (s *Store) Remember(ctx context.Context, m Memory) (Memory, error) {
	if err := m.check(); err != nil {
		return m, err
	}
	err := s.write(ctx, func(t *tx) error {
		now := time.Now()
		old, err := t.twin(m)
		switch {
		case err == sql.ErrNoRows:
			m.ID = cmp.Or(m.ID, newID())
			if m.Created.IsZero() {
				m.Created = now
			}
			if m.Updated.IsZero() {
				m.Updated = m.Created
			}
			return t.putMemory(&m)
		case err != nil:
			return err
		case old.Content == m.Content:
			tags, packed := packTags(append(slices.Clone(old.Tags), m.Tags...))
			_, before := packTags(old.Tags)
			m = old
			if before == packed {
				return nil
			}
			m.Tags = tags
		default:
			m.ID, m.Created = old.ID, old.Created
		}
		m.Updated = now
		return t.putMemory(&m)
	})
	return m, err
}

// twin is the memory whose place m takes: of the same id, title or content.
func (t *tx) twin(m Memory) (Memory, error) {
	for _, q := range []struct {
		where string
		args  []any
	}{
		{"id=?", []any{m.ID}},
		{"title<>'' AND title=? AND project=?", []any{m.Title, m.Project}},
		{"hash=? AND project=? AND type=? AND content=?", []any{m.hash(), m.Project, m.Type, m.Content}},
	} {
		list, err := t.memories("WHERE "+q.where+" ORDER BY created, id LIMIT 1", q.args...)
		if err != nil {
			return m, err
		}
		if len(list) > 0 {
			return list[0], nil
		}
	}
	return m, sql.ErrNoRows
}

func newID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (m *Memory) check() error {
	cleanAll(&m.ID, &m.Project, &m.Type, &m.Title, &m.Content)
	if strings.TrimSpace(m.Content) == "" {
		return fmt.Errorf("a memory needs a text")
	}
	if len(m.ID) > maxID {
		return fmt.Errorf("the id of a memory has at most %d bytes, got %d", maxID, len(m.ID))
	}
	return nil
}

func (t *tx) freeTitle(m Memory) (string, error) {
	title := m.Title
	for n := 2; title != ""; n++ {
		var taken int
		err := t.row("SELECT count(*) FROM memory WHERE title=? AND project=? AND id<>?", title, m.Project, m.ID).Scan(&taken)
		if err != nil || taken == 0 {
			return title, err
		}
		title = fmt.Sprintf("%s-%d", m.Title, n)
	}
	return title, nil
}

func (t *tx) putMemory(m *Memory) error {
	ids, err := t.ids("SELECT doc FROM memory WHERE id=?", m.ID)
	if err == nil {
		err = t.unindex(ids)
	}
	if err != nil {
		return err
	}
	var tags string
	m.Tags, tags = packTags(m.Tags)
	id, err := t.index(m.document().prepare())
	if err != nil {
		return err
	}
	m.Created, m.Updated = moment(millis(m.Created)), moment(millis(m.Updated))
	return t.exec("INSERT OR REPLACE INTO memory(id, project, type, title, content, tags, created, updated, doc, hash) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		m.ID, m.Project, m.Type, m.Title, m.Content, tags, millis(m.Created), millis(m.Updated), id, m.hash())
}

// hash finds the same content fast.
func (m Memory) hash() int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", m.Project, m.Type, m.Content)
	return int64(h.Sum64())
}

func (m Memory) document() document {
	text := strings.Join([]string{m.Title, m.Content, strings.Join(m.Tags, " "), m.Type}, "\n")
	return document{kindMemory, m.ID, m.Project, m.Tags, millis(m.Created), millis(m.Updated), text}
}

// Update replaces the memory with m's id as a whole; only Created stays, and
// Updated is now when it is zero.
func (s *Store) Update(ctx context.Context, m Memory) error {
	if err := m.check(); err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		list, err := t.memories("WHERE id=?", m.ID)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fmt.Errorf("memory %q: %w", m.ID, ErrNotFound)
		}
		m.Created = list[0].Created
		if m.Updated.IsZero() {
			m.Updated = time.Now()
		}
		if m.Title, err = t.freeTitle(m); err != nil {
			return err
		}
		return t.putMemory(&m)
	})
}

// Remove removes the memory with that id.
func (s *Store) Remove(ctx context.Context, id string) error {
	return s.write(ctx, func(t *tx) error {
		ids, err := t.ids("DELETE FROM memory WHERE id=? RETURNING doc", id)
		if err == nil && len(ids) == 0 {
			err = fmt.Errorf("memory %q: %w", id, ErrNotFound)
		}
		if err != nil {
			return err
		}
		return t.unindex(ids)
	})
}

// Get finds a memory by its id, its title (of several projects, the newest),
// or the beginning of its id when only one begins so.
func (s *Store) Get(ctx context.Context, ref string) (m Memory, err error) {
	err = s.read(ctx, func(t *tx) error {
		ref = clean(ref)
		list, err := t.memories("WHERE id=?1 OR title=?1 AND title<>'' ORDER BY id<>?1, updated DESC LIMIT 1", ref)
		if err == nil && len(list) == 0 {
			var id string
			if id, err = t.begins("memory", ref); err == nil {
				list, err = t.memories("WHERE id=?", id)
			}
		}
		if err == nil {
			m = list[0]
		}
		return err
	})
	return m, err
}

const pageSize = 500 // memories that List reads at a time

// List are the memories that the filter lets through, the newest first. With
// Projects only theirs. Kinds and ExcludeSession say nothing here.
func (s *Store) List(ctx context.Context, f Filter) (list []Memory, err error) {
	err = s.read(ctx, func(t *tx) error {
		for offset := 0; len(list) < f.limit(); offset += pageSize {
			page, err := t.memories("WHERE updated>=? AND updated<? ORDER BY updated DESC, id LIMIT ? OFFSET ?",
				f.since(), f.until(), pageSize, offset)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, m := range page {
				if len(list) < f.limit() && f.lets(m.Project, m.Tags) {
					list = append(list, m)
				}
			}
		}
		return nil
	})
	return list, err
}

func (t *tx) memories(where string, args ...any) (list []Memory, err error) {
	err = t.each(func(r *sql.Rows) error {
		var m Memory
		var tags string
		var created, updated int64
		err := r.Scan(&m.ID, &m.Project, &m.Type, &m.Title, &m.Content, &tags, &created, &updated)
		m.Tags, m.Created, m.Updated = unpackTags(tags), moment(created), moment(updated)
		list = append(list, m)
		return err
	}, "SELECT id, project, type, title, content, tags, created, updated FROM memory "+where, args...)
	return list, err
}

// Tag is a tag and how many sessions and memories have it.
type Tag struct {
	Name  string
	Count int
}

// Tags are the tags of a project, of all when it is "", the most used first.
func (s *Store) Tags(ctx context.Context, project string) (list []Tag, err error) {
	err = s.read(ctx, func(t *tx) error {
		return t.each(func(r *sql.Rows) error {
			var tag Tag
			err := r.Scan(&tag.Name, &tag.Count)
			list = append(list, tag)
			return err
		}, `SELECT value, count(*) AS n FROM (
				SELECT j.value FROM session, json_each(tags) j WHERE ?1='' OR project=?1
				UNION ALL SELECT j.value FROM memory, json_each(tags) j WHERE ?1='' OR project=?1)
			GROUP BY value ORDER BY n DESC, value`, project)
	})
	return list, err
}
