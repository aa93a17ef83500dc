// The calls: search, list, get, update, delete.

package mem0

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"savectx/preserve/memory/record"
)

// Search returns the memories of the user that fit the query, best first, at
// most limit (1 to 50). A project has its own memories and those of no project,
// "" has all. No filter says "of no project", so that two searches are made.
func (c *Client) Search(ctx context.Context, query, project string, limit int) ([]record.Record, error) {
	limit = min(max(limit, 1), searchMax)
	found, err := c.search(ctx, query, project, limit)
	if err != nil || project == "" {
		return records(found), err
	}
	every, err := c.search(ctx, query, "", searchMax)
	if err != nil {
		return nil, err
	}
	found = append(found, everybodys(every)...)
	slices.SortStableFunc(found, func(a, b hit) int { return cmp.Compare(b.Score, a.Score) })
	return records(cut(found, limit)), nil
}

func (c *Client) search(ctx context.Context, query, project string, limit int) ([]hit, error) {
	if strings.TrimSpace(query) == "" {
		return nil, errors.New("mem0: search: the query is empty")
	}
	var found []hit
	err := c.safely(ctx, c.searchCall(query, project, limit), func(body []byte) (err error) {
		found, err = c.hits(body)
		return err
	})
	return cut(ofProject(found, project), limit), err
}

// List returns memories of the user in the server's order, at most limit (1 to
// 1,000): of a project its own, and then those of no project among the user's
// first 1,000. A self-hosted server cannot list a project: its own are taken
// from among the first 1,000, too.
func (c *Client) List(ctx context.Context, project string, limit int) ([]record.Record, error) {
	limit = min(max(limit, 1), listMax)
	if project == "" {
		found, err := c.list(ctx, "", limit)
		return records(found), err
	}
	var found []hit
	var err error
	if c.style == Hosted {
		if found, err = c.list(ctx, project, limit); err != nil || len(found) == limit {
			return records(found), err
		}
	}
	every, err := c.list(ctx, "", listMax)
	if err != nil {
		return nil, err
	}
	if c.style != Hosted {
		found = ofProject(every, project)
	}
	return records(cut(append(found, everybodys(every)...), limit)), nil
}

func (c *Client) list(ctx context.Context, project string, limit int) ([]hit, error) {
	size := limit
	if c.style == Hosted {
		size = min(limit, pageSize)
	}
	var out []hit
	for page := 1; ; page++ {
		var found []hit
		err := c.safely(ctx, c.listCall(project, page, size), func(body []byte) (err error) {
			found, err = c.hits(body)
			return err
		})
		if err != nil {
			return nil, err
		}
		out = append(out, ofProject(found, project)...)
		if c.style != Hosted || len(found) < size || len(out) >= limit || page*size >= listMax {
			return cut(out, limit), nil
		}
	}
}

// Get returns one memory of the user. Errors: [ErrNotFound], also for a memory
// of somebody else.
func (c *Client) Get(ctx context.Context, id string) (record.Record, error) {
	h, err := c.get(ctx, "get", id)
	return h.Record, err
}

func (c *Client) get(ctx context.Context, op, id string) (hit, error) {
	none := &Error{Op: op, Host: c.host, Kind: Rejected, cause: ErrNotFound}
	if !plainID(id) {
		none.Detail = fmt.Sprintf("%q is not the id of a memory", clip(id, 80))
		return hit{}, none
	}
	var h hit
	err := c.safely(ctx, c.oneCall(op, http.MethodGet, id, nil), func(body []byte) error {
		v, err := decode(body)
		if err != nil {
			return err
		}
		if v == nil { // what older self-hosted servers answer instead of 404
			h = hit{}
			return nil
		}
		m, ok := v.(map[string]any)
		if !ok || idOf(m) == "" {
			return errGarbage
		}
		h = c.hit(m)
		return nil
	})
	if err != nil {
		return hit{}, err
	}
	if !strings.EqualFold(h.ID, id) || h.user != "" && h.user != c.user {
		none.Detail = fmt.Sprintf("no memory of user %s has the id %s", clip(c.user, 80), id)
		return hit{}, none
	}
	return h, nil
}

// Update gives a memory of the user a new text. Metadata of others stays, and
// so do type and project where rec has none. Errors: [ErrNotFound].
func (c *Client) Update(ctx context.Context, id string, rec record.Record) error {
	if err := check("update", &rec); err != nil {
		return err
	}
	old, err := c.get(ctx, "update", id)
	if err != nil {
		return err
	}
	return c.put(ctx, old, rec)
}

// Restore makes a memory of the user what it was: text and metadata.
// Errors: [ErrNotFound].
func (c *Client) Restore(ctx context.Context, f Former) error {
	if err := check("update", &f.Record); err != nil {
		return err
	}
	meta, err := f.metadata()
	if err != nil {
		return err
	}
	if _, err := c.get(ctx, "update", f.ID); err != nil {
		return err
	}
	return c.change(ctx, f.ID, f.Text, meta)
}

// metadata is that of a memory as it was; where it is not known, what its
// record tells.
func (f Former) metadata() (map[string]any, error) {
	if len(f.Metadata) == 0 {
		m := map[string]any{}
		if f.Type != "" {
			m[metaType] = f.Type
		}
		if f.Project != "" {
			m[metaProject] = f.Project
		}
		return m, nil
	}
	v, err := decode(f.Metadata)
	m, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, &Error{Op: "update", Kind: Rejected, Detail: "the former metadata cannot be read; nothing was sent"}
	}
	return m, nil
}

func (c *Client) put(ctx context.Context, old hit, rec record.Record) error {
	if rec.Type == "" {
		rec.Type = old.Type
	}
	if rec.Project == "" {
		rec.Project = old.Project
	}
	meta := maps.Clone(old.meta)
	if meta == nil {
		meta = map[string]any{}
	}
	maps.Copy(meta, c.metadata(rec))
	return c.change(ctx, old.ID, rec.Text, meta)
}

func (c *Client) change(ctx context.Context, id, text string, meta map[string]any) error {
	body := map[string]any{"text": text, "metadata": meta}
	return c.safely(ctx, c.oneCall("update", http.MethodPut, id, body), readDone)
}

// Delete removes a memory of the user. Errors: [ErrNotFound].
func (c *Client) Delete(ctx context.Context, id string) error {
	if _, err := c.get(ctx, "delete", id); err != nil {
		return err
	}
	return c.remove(ctx, id)
}

func (c *Client) remove(ctx context.Context, id string) error {
	if !plainID(id) {
		return &Error{Op: "delete", Host: c.host, Kind: Rejected, cause: ErrNotFound, Detail: "not the id of a memory"}
	}
	return c.safely(ctx, c.oneCall("delete", http.MethodDelete, id, nil), readDone)
}

// check makes a record ready to be sent: no half characters, and no NUL, which
// the databases behind a server refuse.
func check(op string, rec *record.Record) error {
	rec.Text = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(rec.Text, "\uFFFD"), "\x00", ""))
	if rec.Text == "" {
		return &Error{Op: op, Kind: Rejected, Detail: "the text is empty; nothing was sent"}
	}
	return nil
}

func (c *Client) metadata(rec record.Record) map[string]any {
	at := rec.Created
	if at.IsZero() {
		at = time.Now()
	}
	m := map[string]any{metaDate: at.Format(time.DateOnly), metaMark: c.mark(rec)}
	if rec.Type != "" {
		m[metaType] = rec.Type
	}
	if rec.Project != "" {
		m[metaProject] = rec.Project
	}
	return m
}

// mark is the idempotency mark: the same for the same fact, whoever sends it.
func (c *Client) mark(rec record.Record) string {
	h := sha256.New()
	for _, s := range []string{c.user, rec.Project, rec.Type, rec.Text} {
		fmt.Fprintf(h, "%d:%s,", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func records(found []hit) []record.Record {
	out := make([]record.Record, len(found))
	for i, h := range found {
		out[i] = h.Record
	}
	return out
}

func ofProject(found []hit, project string) []hit {
	if project == "" {
		return found
	}
	var out []hit
	for _, h := range found {
		if h.Project == project {
			out = append(out, h)
		}
	}
	return out
}

// everybodys are those of no project.
func everybodys(found []hit) []hit {
	return slices.DeleteFunc(slices.Clone(found), func(h hit) bool { return h.Project != "" })
}

func cut(found []hit, limit int) []hit { return found[:min(len(found), limit)] }
