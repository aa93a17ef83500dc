// Finding a section by its name.

package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/util"
	"golang.org/x/text/unicode/norm"
)

// Find resolves the name of a section.
//
// A name is a title ("Mail") or a path of titles from any ancestor down ("API >
// Mail"), which may skip ancestors. Each title can have its hashes ("## Mail",
// "# API > ## Mail"); they tell sections apart that have the same title at
// different levels, and are ignored when no section has these levels. Runs of
// white space count as one space. A title may itself contain " > ".
//
// Titles are compared as they are first; only when none fits, without regard to
// case (full Unicode folding) and composition (NFC). Of several that fit, a
// path without gaps is better than one that skips ancestors.
//
// Errors: [ErrNoSection], with the sections there are; [ErrAmbiguous], with
// those that fit and their lines.
func Find(src []byte, name string) (Heading, error) {
	list := sections(src)
	i, err := find(list, name)
	if err != nil {
		return Heading{}, err
	}
	return list[i].Heading, nil
}

// find is the index of the section in list.
func find(list []section, name string) (int, error) {
	name = strings.Join(strings.Fields(name), " ")
	for _, form := range []func(string) string{same, fold} {
		for _, c := range wanted(name) {
			best, gaps := []int(nil), 0
			for i := range list {
				n, ok := fits(list, i, c, form)
				switch {
				case !ok || best != nil && n > gaps:
				case best == nil || n < gaps:
					best, gaps = []int{i}, n
				default:
					best = append(best, i)
				}
			}
			switch len(best) {
			case 0:
			case 1:
				return best[0], nil
			default:
				return 0, fmt.Errorf("%w %q: %s", ErrAmbiguous, name, candidates(list, best))
			}
		}
	}
	all := make([]int, len(list))
	for i := range list {
		all[i] = i
	}
	if len(all) == 0 {
		return 0, fmt.Errorf("%w as %q: the document has no headings", ErrNoSection, name)
	}
	return 0, fmt.Errorf("%w as %q; there are %s", ErrNoSection, name, candidates(list, all))
}

const arrow = " > "

// want is one reading of a name: what the titles joined by arrow must be, and
// their levels, 0 for any. Without levels a title may contain an arrow.
type want struct {
	name   string
	levels []int
}

// wanted lists the readings of a name, the strictest first.
func wanted(name string) []want {
	parts := strings.Split(name, arrow)
	levels := make([]int, len(parts))
	hashes := false
	for i, p := range parts {
		rest := strings.TrimLeft(p, "#")
		n := len(p) - len(rest)
		if n < 1 || n > 6 || !strings.HasPrefix(rest, " ") {
			continue
		}
		rest = strings.TrimSpace(rest)
		if closed := strings.TrimRight(rest, "#"); strings.HasSuffix(closed, " ") {
			rest = strings.TrimSpace(closed)
		}
		parts[i], levels[i], hashes = rest, n, true
	}
	list := []want{{name, nil}}
	if hashes {
		bare := strings.Join(parts, arrow)
		list = append(list, want{bare, levels}, want{bare, nil})
	}
	return list
}

// fits reports whether section i answers to w, and how many ancestors are
// skipped between the titles.
func fits(list []section, i int, w want, form func(string) string) (gaps int, ok bool) {
	title, name := form(list[i].Title), form(w.name)
	if title == "" {
		return 0, false
	}
	levels := w.levels
	if n := len(levels); n > 0 {
		if l := levels[n-1]; l != 0 && l != list[i].Level {
			return 0, false
		}
		levels = levels[:n-1]
	}
	if name == title {
		return 0, len(levels) == 0
	}
	rest, found := strings.CutSuffix(name, arrow+title)
	if !found || w.levels != nil && len(levels) == 0 {
		return 0, false
	}
	// The nearest ancestor that fits gives the fewest gaps.
	for skipped, p := 0, list[i].parent; p >= 0; skipped, p = skipped+1, list[p].parent {
		if n, ok := fits(list, p, want{rest, levels}, form); ok {
			return skipped + n, true
		}
	}
	return 0, false
}

func same(s string) string { return s }

func fold(s string) string {
	return norm.NFC.String(string(util.DoFullUnicodeCaseFolding(norm.NFC.Bytes([]byte(s)))))
}

// candidatesMax is how many sections a message names.
const candidatesMax = 12

// candidates names sections with their hashes and lines.
func candidates(list []section, which []int) string {
	var out strings.Builder
	for n, i := range which {
		if n == candidatesMax {
			fmt.Fprintf(&out, " and %d more", len(which)-n)
			break
		}
		if n > 0 {
			out.WriteString(", ")
		}
		fmt.Fprintf(&out, "%q (line %d)", named(list, i), list[i].Line)
	}
	return out.String()
}

func named(list []section, i int) string {
	s := strings.Repeat("#", list[i].Level) + " " + list[i].Title
	if p := list[i].parent; p >= 0 {
		return named(list, p) + arrow + s
	}
	return s
}
