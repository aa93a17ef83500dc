// What a search may find, and how the index is asked for that.

package store

import (
	"math"
	"slices"
	"strings"
	"time"
)

const (
	usualLimit = 20
	maxLimit   = 200
)

// Filter says what a search may find. The zero value lets everything through.
type Filter struct {
	Projects       []string // go first among nearly equal hits; nothing is left out
	Tags           []string // all of them; transcripts and entries have none
	AnyTags        []string // at least one of them
	ExcludeTags    []string // none of them
	Since, Until   time.Time
	Limit          int // 0 is 20, at most 200
	ExcludeSession string
	Kinds          []string // KindSession and so on; none is all
}

func (f Filter) limit() int {
	if f.Limit <= 0 {
		return usualLimit
	}
	return min(f.Limit, maxLimit)
}

func (f Filter) since() int64 { return millis(f.Since) }

func (f Filter) until() int64 {
	if f.Until.IsZero() {
		return math.MaxInt64
	}
	return millis(f.Until)
}

// lets is for List: a project of the filter, and its tags.
func (f Filter) lets(project string, tags []string) bool {
	has := func(want string) bool {
		return slices.ContainsFunc(tags, func(t string) bool { return fold(t) == fold(want) })
	}
	hasNot := func(t string) bool { return !has(t) }
	return (len(f.Projects) == 0 || slices.Contains(f.Projects, project)) &&
		!slices.ContainsFunc(f.Tags, hasNot) && !slices.ContainsFunc(f.ExcludeTags, has) &&
		(len(f.AnyTags) == 0 || slices.ContainsFunc(f.AnyTags, has))
}

// narrow adds the filter to an expression.
func (f *finder) narrow(expr string) string {
	any := func(marks []string) {
		if len(marks) > 0 {
			expr = "(" + expr + ") AND (" + strings.Join(marks, " OR ") + ")"
		}
	}
	tags := func(list []string) (marks []string) {
		for _, t := range list {
			marks = append(marks, quote(mark("t", fold(clean(strings.TrimSpace(t))))))
		}
		return marks
	}
	any(f.kindMarks())
	for _, t := range tags(f.f.Tags) {
		any([]string{t})
	}
	any(tags(f.f.AnyTags))
	not := tags(f.f.ExcludeTags)
	if f.f.ExcludeSession != "" {
		not = append(not, quote(mark("s", f.f.ExcludeSession)))
	}
	if len(not) > 0 {
		expr = "(" + expr + ") NOT (" + strings.Join(not, " OR ") + ")"
	}
	return expr
}

func (f *finder) kindMarks() (marks []string) {
	for k := kindSession; k < kinds; k++ {
		if slices.Contains(f.f.Kinds, k.String()) {
			marks = append(marks, quote(kindMark(k)))
		}
	}
	if len(f.f.Kinds) > 0 && len(marks) == 0 {
		return []string{`"=="`} // only kinds that do not exist: nothing has this
	}
	return marks
}
