// Facts as entities of a knowledge graph.

package anymcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"savectx/preserve/memory/record"
)

// The labels among an entity's observations.
const (
	labelProject = "savectx project: "
	labelSaved   = "savectx saved: "
)

// entityName is the same for the same fact of the same project and type.
func entityName(r record.Record) string {
	sum := sha256.Sum256([]byte(r.Project + "\x00" + r.Type + "\x00" + r.Text))
	return clean(r.Project+"/"+r.Type, maxName) + ": " + firstWords(r.Text) + " #" + hex.EncodeToString(sum[:4])
}

// one call with one argument.
func (s *Store) entities(ctx context.Context, c Choice, v any, change bool) (*answer, error) {
	if c.Tool == "" {
		return nil, fmt.Errorf("memory server %s: %w: %s", s.conn.name(), ErrNoTool, c.Reason)
	}
	args := map[string]any{}
	for _, f := range c.fill {
		args[f.param.name] = v
	}
	return s.conn.call(ctx, c.Tool, args, change)
}

func (s *Store) addEntity(ctx context.Context, r record.Record) (Added, error) {
	name := entityName(r)
	kind := r.Type
	if kind == "" {
		kind = record.Reference
	}
	a, err := s.entities(ctx, s.mapping.Add, []map[string]any{{"name": name, "entityType": kind, "observations": []string{
		r.Text, labelProject + clean(r.Project, maxName), labelSaved + s.date(r)}}}, true)
	if err != nil {
		return Added{}, err
	}
	// The answer lists what was made: nothing, when the name was there.
	if made, ok := graphOf(a); ok && len(made) == 0 {
		return Added{Dropped: true, DuplicateOf: name}, nil
	}
	return Added{ID: name}, nil
}

// entity is one of a graph.
type entity struct {
	name, kind   string
	observations []string
}

// fact splits the labels from what is said.
func (e entity) fact() (texts []string, project string, saved time.Time) {
	for _, o := range e.observations {
		if p, ok := strings.CutPrefix(o, labelProject); ok {
			project = p
		} else if d, ok := strings.CutPrefix(o, labelSaved); ok {
			saved, _ = moment(d)
		} else {
			texts = append(texts, o)
		}
	}
	return texts, project, saved
}

func (e entity) record() record.Record {
	texts, project, saved := e.fact()
	text := strings.Join(texts, "\n")
	if len(texts) != 1 || project == "" && saved.IsZero() { // somebody else's: the name says what it is about
		text = e.about() + strings.Join(texts, "; ")
	}
	return record.Record{ID: e.name, Type: clean(e.kind, maxName), Project: clean(project, maxName), Text: cut(text), Created: saved}
}

// about begins the text of an entity that is not one fact.
func (e entity) about() string { return e.name + ": " }

// IsFact reports whether a record of this store is one fact, that can be
// written again as it was. What others keep in a graph is not, nor is an entity
// of ours that they have added to.
func (s *Store) IsFact(r record.Record) bool {
	return !s.mapping.Graph || !strings.HasPrefix(r.Text, cut(entity{name: r.ID}.about()))
}

// Halfway reports whether a record is an entity whose text was being changed
// when that stopped: it has both texts, and no more.
func Halfway(r record.Record, from, to string) bool {
	both := func(a, b string) bool { return r.Text == cut(entity{name: r.ID}.about()+a+"; "+b) }
	return both(from, to) || both(to, from)
}

// ErrHalf is in the error of a change that may have left a fact with its old
// text and the new one. The same change again finishes it, and one to the old
// text takes it back.
var ErrHalf = errors.New("it may have both texts now")

// graphOf reads {entities: [...]}, or the list alone.
func graphOf(a *answer) (list []entity, ok bool) {
	v := a.value
	if m, is := v.(map[string]any); is {
		v = m["entities"]
	}
	all, ok := v.([]any)
	for _, one := range all {
		m, _ := one.(map[string]any)
		name, _ := m["name"].(string)
		if name == "" || len(list) >= maxRecords {
			continue
		}
		e := entity{name: name}
		e.kind, _ = m["entityType"].(string)
		observations, _ := m["observations"].([]any)
		for _, o := range observations {
			if o, is := o.(string); is {
				e.observations = append(e.observations, o)
			}
		}
		list = append(list, e)
	}
	return list, ok
}

func (s *Store) listEntities(ctx context.Context, limit int) (_ []record.Record, whole bool, _ error) {
	a, err := s.entities(ctx, s.mapping.List, nil, false)
	if err != nil {
		return nil, false, err
	}
	list, _ := graphOf(a)
	found := make([]record.Record, 0, len(list))
	for _, e := range slices.Backward(list) { // the newest one is the last of the graph
		found = append(found, e.record())
	}
	whole = len(list) < maxRecords && (limit <= 0 || len(list) <= limit)
	return s.ours(found, limit), whole, nil
}

// searchEntities asks for the query and for each of its words, because such
// servers look for the query as one piece, and ranks by how many are found.
func (s *Store) searchEntities(ctx context.Context, query string, limit int) ([]record.Record, error) {
	pieces := queryPieces(query)
	scores := map[string]float64{}
	var list []entity
	for i, piece := range pieces {
		a, err := s.entities(ctx, s.mapping.Search, piece, false)
		if err != nil {
			return nil, err
		}
		found, _ := graphOf(a)
		for _, e := range found {
			if _, known := scores[e.name]; !known {
				list = append(list, e)
			}
			if i == 0 {
				scores[e.name] += float64(len(pieces))
			} else {
				scores[e.name]++
			}
		}
	}
	records := make([]record.Record, 0, len(list))
	for _, e := range list {
		r := e.record()
		r.Score = scores[e.name]
		records = append(records, r)
	}
	slices.SortStableFunc(records, func(a, b record.Record) int {
		switch {
		case a.Score != b.Score:
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return b.Created.Compare(a.Created)
	})
	return s.ours(records, limit), nil
}

// maxPieces bounds how often one search calls the server.
const maxPieces = 9

// queryPieces is the whole query, then its words; a run of a script without
// spaces gives pairs.
func queryPieces(query string) []string {
	query = clean(query, 1000)
	pieces := []string{query}
	add := func(p string) {
		if len(pieces) < maxPieces && !slices.Contains(pieces, p) {
			pieces = append(pieces, p)
		}
	}
	for _, w := range strings.FieldsFunc(query, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;?!\"()", r) }) {
		runes := []rune(w)
		if !unicode.In(runes[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			if len(runes) > 2 {
				add(w)
			}
			continue
		}
		for i := 0; i+2 <= len(runes); i++ {
			add(string(runes[i : i+2]))
		}
	}
	return pieces
}

// updateEntity adds the new text before it takes the old one away: what is
// killed in between has both.
func (s *Store) updateEntity(ctx context.Context, name, text string) error {
	if s.mapping.Update.Tool == "" {
		return fmt.Errorf("memory server %s: %w: %s", s.conn.name(), ErrNoTool, s.mapping.Update.Reason)
	}
	a, err := s.entities(ctx, *s.mapping.Open, []string{name}, false)
	if err != nil {
		return err
	}
	list, _ := graphOf(a)
	i := slices.IndexFunc(list, func(e entity) bool { return e.name == name })
	if i < 0 {
		return fmt.Errorf("memory server %s: no entity %q", s.conn.name(), clean(name, maxName))
	}
	texts, _, _ := list[i].fact()
	if slices.Equal(texts, []string{text}) {
		return nil
	}
	old := slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return t == text })
	if len(old) > 1 {
		return errors.New("an entity with several observations is not changed as if it were one fact")
	}
	if !slices.Contains(texts, text) {
		if _, err := s.entities(ctx, s.mapping.Update, []map[string]any{{"entityName": name, "contents": []string{text}}}, true); err != nil {
			return err
		}
	}
	if len(old) == 0 {
		return nil
	}
	_, err = s.entities(ctx, *s.mapping.Subtract, []map[string]any{{"entityName": name, "observations": old}}, true)
	if err != nil {
		return fmt.Errorf("%w; %w", err, ErrHalf)
	}
	return nil
}

func (s *Store) removeEntity(ctx context.Context, name string) error {
	_, err := s.entities(ctx, s.mapping.Remove, []string{name}, true)
	return err
}
