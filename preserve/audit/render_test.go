// The report as JSON, table and page.

package audit

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"savectx/preserve"
)

// sample is a report with every outcome, an invention, and something put back.
func sample(t *testing.T) Report {
	t.Helper()
	at := time.Date(2026, 11, 30, 12, 0, 5, 0, time.UTC)
	back := at.Add(90 * time.Second)
	var r Report
	for _, s := range scenes(t, "cases") {
		if s.Name != "en-1" && s.Name != "he-1" && s.Name != "zh-1" {
			continue
		}
		summary := s.Summary
		for _, i := range []int{0, 1, len(s.Plants) - 1} {
			p := s.Plants[i]
			if p.From == "" {
				summary += "\n" + p.To
			} else {
				summary = strings.Replace(summary, p.From, p.To, 1)
			}
		}
		summary = strings.Replace(summary, "\n- Next: the migration for the tokens table still has to be written.", "", 1)
		c := Examine(s.Items, summary, s.Kept, userSaid(s.Lang, s.Said...))
		c.At, c.Trigger, c.TokensBefore, c.TokensAfter, c.DurationMS = at, "auto", 168000, 21000, 41250
		for i := range c.Items {
			if c.Items[i].Verdict != Kept {
				c.Items[i].PutBackAt = &back
			}
		}
		r.Compactions = append(r.Compactions, c)
	}
	r.Session = "5b1f0c52-8f4e-4a39-9f0e-2f6f3f0f8a11"
	return r
}

// hostile is a report whose every text tries to be more than text.
func hostile() Report {
	const bad = "</p><script>alert(1)</script><img src=http://x.invalid/a onerror=1>\x1b[31mred\x07 \u202eevil\u2066 {{.}} \"'><style>*{}</style>\x00"
	item := ItemReport{Kind: preserve.Kind(bad), Text: bad, Exact: []string{bad}, Verdict: Outcome(bad), Evidence: bad, Sentence: bad}
	return Report{Session: bad, Compactions: []Compaction{{
		Trigger: bad, Items: []ItemReport{item}, Invented: []Invention{{Text: bad, Evidence: bad}}, Summary: bad + "\n" + bad,
	}}}
}

func TestJSONShape(t *testing.T) {
	data, err := json.Marshal(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Session     string
		Compactions []map[string]any
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"at", "trigger", "tokens_before", "tokens_after", "duration_ms", "items", "invented"} {
		if _, ok := got.Compactions[0][name]; !ok {
			t.Errorf("no %q in %s", name, data)
		}
	}
	if n := len(got.Compactions[0]); n != 7 {
		t.Errorf("%d fields, want 7: %s", n, data)
	}
	item := got.Compactions[0]["items"].([]any)[0].(map[string]any)
	for _, name := range []string{"kind", "text", "exact", "verdict", "evidence", "put_back_at"} {
		if _, ok := item[name]; !ok {
			t.Errorf("no %q in item %v", name, item)
		}
	}
	empty, _ := json.Marshal(Examine(nil, "", nil, userSaid("en")))
	if !bytes.Contains(empty, []byte(`"items":[],"invented":[]`)) {
		t.Errorf("lists of nothing are not empty lists: %s", empty)
	}
}

func TestTableFits(t *testing.T) {
	for _, r := range []Report{sample(t), hostile(), {Session: "none"}} {
		for _, width := range []int{-1, 30, 59, 60, 80, 200} {
			out := Table(r, width)
			for line := range strings.SplitSeq(out, "\n") {
				if w := uniseg.StringWidth(line); w > max(width, 30) {
					t.Errorf("width %d: a line of %d: %q", width, w, line)
				}
			}
			if strings.ContainsAny(out, "\x1b\x07\x00\u202e\u2066") {
				t.Errorf("control characters in %q", out)
			}
		}
	}
	out := Table(sample(t), 100)
	for _, want := range []string{
		"compaction 2026-11-30 12:00:05 (auto), 168000 to 21000 tokens, 41.3s", "`57/s` instead of `75/s`",
		"put back 2026-11-30 12:01:35", "the user never said it", "lost     open",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestPage looks at the page as a parser sees it. AUDIT_PAGE names a file to
// write it to, for a look in a browser.
func TestPage(t *testing.T) {
	out, err := HTML(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if f := os.Getenv("AUDIT_PAGE"); f != "" {
		if err := os.WriteFile(f, out, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tags, text := parsePage(t, out)
	for _, tag := range []string{"script", "img", "iframe", "form", "object"} {
		if tags[tag] != 0 {
			t.Errorf("the page has a %s", tag)
		}
	}
	if tags["link"] != 1 || bytes.Contains(out, []byte("http://")) || bytes.Contains(out, []byte("https://")) || bytes.Contains(out, []byte("url(")) {
		t.Error("the page asks for something outside")
	}
	for _, want := range []string{`<mark class="kept"`, `<mark class="changed"`, `<mark class="invented"`, `<li class="lost"`, "put back 2026-11-30 12:01:35", "prefers-color-scheme: dark", "@media print", `dir="auto"`} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("no %q in the page", want)
		}
	}
	if !strings.Contains(text, "אין למחוק") && !strings.Contains(text, "אפשר למחוק") {
		t.Error("the Hebrew summary is missing")
	}
}

func TestHostilePage(t *testing.T) {
	out, err := HTML(hostile())
	if err != nil {
		t.Fatal(err)
	}
	tags, text := parsePage(t, out)
	if tags["script"] != 0 || tags["img"] != 0 || tags["style"] != 1 {
		t.Errorf("text became tags: %v", tags)
	}
	if !strings.Contains(text, "<script>alert(1)</script>") {
		t.Error("the text is not shown as it is")
	}
	if bytes.ContainsAny(out, "\x1b\x07\x00\u202e\u2066") {
		t.Error("control characters in the page")
	}
}

// parsePage counts the tags of a page and collects its text.
func parsePage(t *testing.T, page []byte) (tags map[string]int, text string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	tags = map[string]int{}
	var b strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return tags, b.String()
		}
		if err != nil {
			t.Fatalf("the page does not parse: %v", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			tags[tok.Name.Local]++
		case xml.CharData:
			b.Write(tok)
		}
	}
}
