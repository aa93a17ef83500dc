// What is shown of the documents found.

package store

import (
	"database/sql"
	"strconv"
	"strings"
)

// fill reads the texts of documents, one query for each kind of them.
func (f *finder) fill(list []scored) error {
	byKind := map[kind][]int64{}
	byID := map[int64]*scored{}
	byOwner := map[string]*scored{} // sessions and memories
	for i := range list {
		d := &list[i]
		byKind[d.kind] = append(byKind[d.kind], d.id)
		byID[d.id] = d
		if d.kind == kindSession || d.kind == kindMemory {
			byOwner[d.kind.String()+d.owner] = d
		}
		d.hit = Hit{Kind: d.kind.String(), ID: d.owner, Project: d.project, Created: moment(d.created), Updated: moment(d.updated)}
		switch d.kind {
		case kindEntry:
			d.hit.Source = d.owner
		case kindSession, kindFact, kindTranscript:
			d.hit.Session = d.owner
		}
	}
	if ids := byKind[kindSession]; len(ids) > 0 {
		sessions, err := f.bareSessions("WHERE doc IN (" + join(ids) + ")")
		if err != nil {
			return err
		}
		for _, s := range sessions {
			d := byOwner[KindSession+s.ID]
			d.text, d.hit.Title, d.hit.Text = s.document().text, s.Title, strings.TrimSpace(s.Summary+"\n"+s.Compact)
		}
	}
	if ids := byKind[kindMemory]; len(ids) > 0 {
		memories, err := f.memories("WHERE doc IN (" + join(ids) + ")")
		if err != nil {
			return err
		}
		for _, m := range memories {
			d := byOwner[KindMemory+m.ID]
			d.text, d.hit.Title, d.hit.Text, d.hit.Type = m.document().text, m.Title, m.Content, m.Type
		}
	}
	for _, q := range []struct {
		kind kind
		sql  string // document, title, id or "", text
	}{
		{kindFact, "SELECT f.doc, s.title, '', f.text FROM fact f JOIN session s ON s.id=f.session WHERE f.doc IN (%)"},
		{kindEntry, "SELECT doc, '', id, text FROM entry WHERE doc IN (%)"},
		{kindTranscript, "SELECT t.doc, s.title, '', t.text FROM turn t JOIN session s ON s.id=t.session WHERE t.doc IN (%) ORDER BY t.n, t.part"},
	} {
		ids := byKind[q.kind]
		if len(ids) == 0 {
			continue
		}
		err := f.each(func(r *sql.Rows) error {
			var doc int64
			var title, id, text string
			if err := r.Scan(&doc, &title, &id, &text); err != nil {
				return err
			}
			d := byID[doc]
			d.hit.Title = title
			if q.kind == kindEntry {
				d.hit.ID = id
			}
			d.text = strings.TrimPrefix(d.text+"\n"+text, "\n")
			d.hit.Text = d.text
			return nil
		}, strings.Replace(q.sql, "%", join(ids), 1))
		if err != nil {
			return err
		}
	}
	return nil
}

func join(ids []int64) string {
	var b []byte
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}

const (
	shown = 300  // characters of a text in a hit
	tried = 4000 // characters of a text in which the best part is looked for
)

// excerpt is the part of a text with the most words asked for.
func excerpt(text string, want wantedWords) string {
	all := []rune(strings.Join(strings.Fields(text), " "))
	if len(all) <= shown {
		return string(all)
	}
	const step = shown / 4
	var found [][]float64 // what is in each step
	for from := 0; from < min(len(all), tried); from += step {
		counts := make([]float64, len(want.place))
		want.count(string(all[from:min(from+step, len(all))]), counts)
		found = append(found, counts)
	}
	best, most := 0, 0
	for i := range found {
		n := 0
		for token := range want.place {
			at := want.place[token]
			for _, counts := range found[i:min(i+3, len(found))] {
				if counts[at] > 0 {
					n++
					break
				}
			}
		}
		if n > most {
			best, most = i*step, n
		}
	}
	end := min(best+shown-2, len(all))
	out := string(all[best:end])
	if best > 0 {
		out = "…" + out
	}
	if end < len(all) {
		out += "…"
	}
	return out
}
