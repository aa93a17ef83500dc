// The report as one page for a browser.

package audit

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"sync"
	"time"

	"savectx/preserve"
)

//go:embed page.html
var pageSource string

var pageTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.New("audit").Funcs(template.FuncMap{"clean": preserve.Clean}).Parse(pageSource)
})

// HTML writes a report as one page that needs nothing else: no script, no
// font, no picture, no request. Texts are shown as text, whatever they hold.
// The error is the template's and cannot come from a report.
func HTML(r Report) ([]byte, error) {
	t, err := pageTemplate()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, show(r)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// The data of the page.
type (
	shownReport struct {
		Session     string
		Compactions []shownCompaction
	}
	shownCompaction struct {
		Title, Totals       string
		Kept, Changed, Lost int
		Items               []shownItem
		Lines               [][]piece
		Invented            []Invention
		PutBack             []shownItem
	}
	shownItem struct {
		ItemReport
		N      int
		Sign   string
		Beside []string // exact strings that its text does not hold
		Back   string   // when it was put back
		back   time.Time
	}
)

func show(r Report) shownReport {
	out := shownReport{Session: r.Session}
	signs := map[Outcome]string{Kept: "✓", Changed: "≠", Lost: "✗"}
	for _, c := range r.Compactions {
		s := shownCompaction{
			Title: c.title(), Totals: c.totals(), Kept: c.Count(Kept), Changed: c.Count(Changed), Lost: c.Count(Lost),
			Lines: c.marked(), Invented: c.Invented,
		}
		for i, it := range c.Items {
			item := shownItem{ItemReport: it, N: i + 1, Sign: signs[it.Verdict]}
			for _, x := range it.Exact {
				if !strings.Contains(it.Text, x) {
					item.Beside = append(item.Beside, x)
				}
			}
			item.Verdict = Outcome(preserve.Clean(string(it.Verdict))) // a report may come from a file
			if it.PutBackAt != nil {
				item.back, item.Back = *it.PutBackAt, stamp(*it.PutBackAt)
				s.PutBack = append(s.PutBack, item)
			}
			s.Items = append(s.Items, item)
		}
		slices.SortStableFunc(s.PutBack, func(a, b shownItem) int { return a.back.Compare(b.back) })
		out.Compactions = append(out.Compactions, s)
	}
	return out
}
