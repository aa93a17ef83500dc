// The index: which tokens stand in which document.

package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"time"
	"unicode/utf8"
)

// kind is what a document of the index is made of.
type kind int

const (
	kindSession kind = 1 + iota
	kindFact
	kindMemory
	kindEntry
	kindTranscript
	kinds
)

// The kinds of hits, for Hit.Kind and Filter.Kinds.
const (
	KindSession    = "session"
	KindFact       = "fact"
	KindMemory     = "memory"
	KindEntry      = "entry"
	KindTranscript = "transcript"
)

func (k kind) String() string {
	return [...]string{"", KindSession, KindFact, KindMemory, KindEntry, KindTranscript}[k]
}

// document is what is put into the index.
type document struct {
	kind             kind
	owner            string // session id, memory id, or source of an entry
	project          string
	tags             []string
	created, updated int64
	text             string
}

// prepared is a document with its tokens, made before the file is locked.
type prepared struct {
	document
	tokens string
	words  int
}

func (d document) prepare() prepared {
	var b strings.Builder
	b.Grow(3 * len(d.text))
	words := 0
	for w := range wordsOf(d.text) {
		words++
		for token := range w.tokens() {
			b.WriteString(token)
			b.WriteByte(' ')
		}
	}
	for _, m := range d.marks() {
		b.WriteString(m)
		b.WriteByte(' ')
	}
	return prepared{d, b.String(), words}
}

// marks are tokens for filters. No word begins with ==.
func (d document) marks() []string {
	marks := []string{kindMark(d.kind), mark("p", d.project)}
	if d.kind == kindSession || d.kind == kindFact || d.kind == kindTranscript {
		marks = append(marks, mark("s", d.owner))
	}
	for _, t := range d.tags {
		marks = append(marks, mark("t", fold(t)))
	}
	return marks
}

func kindMark(k kind) string { return fmt.Sprintf("==k%d", k) }

func mark(sort, value string) string {
	h := fnv.New64a()
	h.Write([]byte(value))
	return fmt.Sprintf("==%s%016x", sort, h.Sum64())
}

// index adds a document and returns its id.
func (t *tx) index(p prepared) (int64, error) {
	r, err := t.conn.ExecContext(t.ctx, "INSERT INTO doc(kind, owner, project, created, updated, words) VALUES(?, ?, ?, ?, ?, ?)",
		p.kind, p.owner, p.project, p.created, p.updated, p.words)
	if err != nil {
		return 0, err
	}
	id, err := r.LastInsertId()
	if err != nil {
		return 0, err
	}
	if err := t.exec("INSERT INTO fts(rowid, t) VALUES(?, ?)", id, p.tokens); err != nil {
		return 0, err
	}
	return id, t.exec("UPDATE stat SET docs=docs+1, words=words+?", p.words)
}

// unindex takes out documents.
func (t *tx) unindex(ids []int64) error {
	for _, id := range ids {
		var words int
		err := t.row("DELETE FROM doc WHERE id=? RETURNING words", id).Scan(&words)
		if err == sql.ErrNoRows {
			continue
		}
		if err != nil {
			return err
		}
		if err := t.exec("DELETE FROM fts WHERE rowid=?", id); err != nil {
			return err
		}
		if err := t.exec("UPDATE stat SET docs=docs-1, words=words-?", words); err != nil {
			return err
		}
	}
	return nil
}

// reindex makes the index anew from what is stored.
func (t *tx) reindex() error {
	if err := t.exec("DROP TABLE fts; DROP TABLE doc; DROP TABLE stat;" + indexLayout); err != nil {
		return err
	}
	sessions, err := t.sessions("ORDER BY updated, id")
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if err := t.indexSession(s); err != nil {
			return err
		}
		if err := t.indexTurns(s.ID, s.Project); err != nil {
			return err
		}
	}
	memories, err := t.memories("ORDER BY updated, id")
	if err != nil {
		return err
	}
	for _, m := range memories {
		id, err := t.index(m.document().prepare())
		if err != nil {
			return err
		}
		if err := t.exec("UPDATE memory SET doc=?, hash=? WHERE id=?", id, m.hash(), m.ID); err != nil {
			return err
		}
	}
	entries, err := t.entries("ORDER BY created, source, id")
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, err := t.index(e.document().prepare())
		if err != nil {
			return err
		}
		if err := t.exec("UPDATE entry SET doc=? WHERE source=? AND id=?", id, e.Source, e.ID); err != nil {
			return err
		}
	}
	return nil
}

// clean makes text that SQLite and JSON give back as it was.
func clean(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

func cleanAll(list ...*string) {
	for _, s := range list {
		*s = clean(*s)
	}
}

// Times are kept in milliseconds; 0 is "not known".
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// packTags cleans tags, without empty ones and doubles, and gives them as JSON.
func packTags(tags []string) ([]string, string) {
	seen := map[string]bool{}
	list := []string{}
	for _, t := range tags {
		t = strings.TrimSpace(clean(t))
		if t != "" && !seen[fold(t)] {
			seen[fold(t)] = true
			list = append(list, t)
		}
	}
	b, _ := json.Marshal(list) // a list of strings
	return list, string(b)
}

func unpackTags(s string) (tags []string) {
	_ = json.Unmarshal([]byte(s), &tags) // written by packTags
	return tags
}
