// Facts in a memory server.

package anymcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"savectx/preserve/memory/record"
)

// Config of a store.
type Config struct {
	Name   string // what records call the store; the server's name when empty
	Names  Names
	UserID string
	Now    func() time.Time // nil: time.Now
}

// Store keeps facts. Its methods wait for each other. A call that the server
// does not answer in time, or dies under, leaves the store unusable: connect
// again. A change then has [ErrUnclear] in its error.
type Store struct {
	conn    *Conn
	mapping Mapping
	config  Config
}

// ErrNoTool is in the error of what the server has no tool for; the error also
// holds the reason of the choice.
var ErrNoTool = errors.New("the server has no tool for it")

// ErrUserID is in the error of a store whose server tells users apart and
// whose config does not.
var ErrUserID = errors.New("the server keeps facts by user, and no user id is configured")

// Open connects, lists the tools and chooses. The caller closes the store.
func Open(ctx context.Context, s Server, o Options, c Config) (*Store, error) {
	conn, err := Connect(ctx, s, o)
	if err != nil {
		return nil, err
	}
	tools, err := conn.Tools(ctx)
	if err == nil {
		var store *Store
		if store, err = NewStore(conn, Discover(tools, c.Names), c); err == nil {
			return store, nil
		}
	}
	conn.Close()
	return nil, err
}

// NewStore binds a mapping to a connection.
func NewStore(conn *Conn, m Mapping, c Config) (*Store, error) {
	if m.UserID && strings.TrimSpace(c.UserID) == "" {
		return nil, fmt.Errorf("memory server %s: %w", conn.name(), ErrUserID)
	}
	c.Name = cmp.Or(c.Name, conn.server.Name)
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Store{conn, m, c}, nil
}

// Mapping is what the tools are used for.
func (s *Store) Mapping() Mapping { return s.mapping }

// Close ends the connection.
func (s *Store) Close() { s.conn.Close() }

// given is what the arguments of one call are made of.
type given struct {
	record record.Record
	query  string
	id     string
	limit  int
	page   page // of a list
}

// Add stores a fact as it is written.
func (s *Store) Add(ctx context.Context, r record.Record) (Added, error) {
	if strings.TrimSpace(r.Text) == "" {
		return Added{}, errors.New("a fact without text is not stored")
	}
	if s.mapping.Graph {
		return s.addEntity(ctx, r)
	}
	a, err := s.use(ctx, s.mapping.Add, given{record: r}, true)
	if err != nil {
		return Added{}, err
	}
	return a.added(), nil
}

// Search finds at most limit facts, the best ones first, as the server orders
// them.
func (s *Store) Search(ctx context.Context, query string, limit int) ([]record.Record, error) {
	if s.mapping.Graph {
		return s.searchEntities(ctx, query, limit)
	}
	a, err := s.use(ctx, s.mapping.Search, given{query: query, limit: limit}, false)
	if err != nil {
		return nil, err
	}
	return s.ours(a.records(), limit), nil
}

// Update replaces the text of a fact.
func (s *Store) Update(ctx context.Context, id, text string) error {
	if err := checkID(id); err != nil {
		return err
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("a fact is not replaced by an empty text")
	}
	if s.mapping.Graph {
		return s.updateEntity(ctx, id, text)
	}
	_, err := s.use(ctx, s.mapping.Update, given{id: id, record: record.Record{Text: text}}, true)
	return err
}

// Remove removes a fact. Whether an unknown id is an error is the server's
// choice.
func (s *Store) Remove(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	if s.mapping.Graph {
		return s.removeEntity(ctx, id)
	}
	_, err := s.use(ctx, s.mapping.Remove, given{id: id}, true)
	return err
}

// checkID refuses what a server could take for "all".
func checkID(id string) error {
	if strings.TrimSpace(id) == "" || id == "*" || len(id) > maxID {
		return errors.New("a fact without an id cannot be changed")
	}
	return nil
}

func (s *Store) use(ctx context.Context, c Choice, g given, change bool) (*answer, error) {
	if c.Tool == "" {
		return nil, fmt.Errorf("memory server %s: %w: %s", s.conn.name(), ErrNoTool, c.Reason)
	}
	args, err := s.args(c, g)
	if err != nil {
		return nil, fmt.Errorf("memory server %s: %s: %w", s.conn.name(), clean(c.Tool, maxName), err)
	}
	return s.conn.call(ctx, c.Tool, args, change)
}

// ours marks records as this store's and keeps the first ones.
func (s *Store) ours(found []record.Record, limit int) []record.Record {
	if limit > 0 {
		found = found[:min(len(found), limit)]
	}
	for i := range found {
		found[i].Store = s.config.Name
	}
	return found
}

func (s *Store) args(c Choice, g given) (map[string]any, error) {
	args := map[string]any{}
	user := false
	for _, f := range c.fill {
		user = user || f.role == roleUser
	}
	for _, f := range c.fill {
		v, err := s.value(f, g, user)
		if err != nil {
			return nil, err
		}
		if v != nil {
			args[f.param.name] = v
		}
	}
	return args, nil
}

// value is what an argument gets; nil leaves it out.
func (s *Store) value(f filled, g given, user bool) (any, error) {
	r := g.record
	optional := func(v string) any {
		if v == "" && !f.param.required {
			return nil
		}
		return v
	}
	switch f.role {
	case roleConstant:
		return s.config.Names.Args[f.param.name], nil
	case roleText:
		return r.Text, nil
	case roleMessages:
		if f.param.items != nil && len(f.param.items.kinds) > 0 && !f.param.items.is("object") {
			return []string{r.Text}, nil
		}
		return []map[string]any{{"role": "user", "content": r.Text}}, nil
	case roleTexts:
		return []string{r.Text}, nil
	case roleQuery:
		return g.query, nil
	case roleID, roleIDs:
		return idValue(f, g.id)
	case roleUser:
		return s.config.UserID, nil
	case roleFilters:
		if user || !s.mapping.UserID {
			return nil, nil
		}
		return map[string]any{"AND": []any{map[string]any{"user_id": s.config.UserID}}}, nil
	case roleMeta:
		return s.meta(f.param, r)
	case roleProject:
		return optional(r.Project), nil
	case roleType:
		if len(f.param.enum) > 0 {
			return optional(enumOf(f.param, r.Type)), nil
		}
		return optional(r.Type), nil
	case roleTags:
		tags := slices.DeleteFunc([]string{r.Type, r.Project}, func(t string) bool { return t == "" })
		if !f.param.strings() {
			return optional(strings.Join(tags, ",")), nil
		}
		return tags, nil
	case roleTitle:
		return firstWords(r.Text), nil
	case roleLimit:
		if g.limit <= 0 && !f.param.required {
			return nil, nil
		}
		return g.most(f.param), nil
	case rolePage:
		return g.page.number + f.param.firstPage(), nil
	case roleOffset:
		if g.page.offset == 0 && !f.param.required {
			return nil, nil
		}
		return g.page.offset, nil
	case roleCursor:
		return optional(g.page.cursor), nil
	case roleInfer:
		return false, nil
	}
	return nil, fmt.Errorf("no value for %s", clean(f.param.name, maxName))
}

func idValue(f filled, id string) (any, error) {
	p := f.param
	if f.role == roleIDs && p.items != nil {
		p = *p.items
	}
	var v any = id
	if !p.is("string") {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the id %q is no number", clean(id, maxName))
		}
		v = n
	}
	if f.role == roleIDs {
		return []any{v}, nil
	}
	return v, nil
}

// date is the day of a fact: its own, else today.
func (s *Store) date(r record.Record) string {
	at := r.Created
	if at.IsZero() {
		at = s.config.Now()
	}
	return at.UTC().Format(time.DateOnly)
}

// meta is the metadata of a fact, as far as the schema allows.
func (s *Store) meta(p param, r record.Record) (any, error) {
	all := map[string]any{"date": s.date(r), "source": "savectx"}
	if r.Type != "" {
		all["type"] = r.Type
	}
	if r.Project != "" {
		all["project"] = r.Project
	}
	for key := range all {
		if _, known := p.field(key); p.closed && !known {
			delete(all, key)
		}
	}
	for _, f := range p.fields {
		if _, have := all[f.name]; f.required && !have {
			return nil, fmt.Errorf("its %s needs %s", clean(p.name, maxName), clean(f.name, maxName))
		}
	}
	if p.is("object") {
		return all, nil
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// firstWords is the beginning of a text, at most 60 runes, on one line.
func firstWords(s string) string {
	line := []rune(clean(s, 61))
	if len(line) <= 60 {
		return string(line)
	}
	short := string(line[:60])
	if at := strings.LastIndexByte(short, ' '); at > 20 {
		short = short[:at]
	}
	return short
}
