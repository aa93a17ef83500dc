// Views: a text as a finder reads it, each byte knowing where it came from.

package redact

import (
	"slices"
	"sort"
)

// A view is a text derived from another one.
type view struct {
	text  string
	lower string // text with small ASCII letters
	segs  []seg  // sorted by at; the first is at 0
	weak  []int  // where a break was taken out that may have been a real one
}

// A seg says where the bytes of a view from at on came from: one after the
// other, or, if wide, all from the same place.
type seg struct {
	at, from int
	width    int // bytes of the origin for each byte
	wide     bool
}

// island stands in a view for a marker. It is part of no secret.
const island = '\x01'

// views returns s as it is read: without invisible characters, then without
// escapes as well, then without breaks as well: once without all that may lie
// inside of a token, once without those that surely do. Views that differ in nothing
// are left out.
func views(s string, islands []span) []*view {
	plain := strip(whole(s), islands)
	out := []*view{plain}
	last := plain
	if d := decode(last); d != last {
		last = strip(d, nil)
		out = append(out, last)
	}
	if j := join(last, false); j != last {
		out = append(out, j)
		if len(j.weak) > 0 {
			if j = join(last, true); j != last {
				out = append(out, j)
			}
		}
	}
	for _, v := range out {
		v.lower = lower(v.text)
	}
	return out
}

func whole(s string) *view {
	return &view{text: s, segs: []seg{{width: 1}}}
}

func (v *view) seg(i int) seg {
	return v.segs[sort.Search(len(v.segs), func(k int) bool { return v.segs[k].at > i })-1]
}

// start returns where byte i of the view begins in the origin.
func (v *view) start(i int) int {
	s := v.seg(i)
	if s.wide {
		return s.from
	}
	return s.from + i - s.at
}

// end returns where the byte before i ends in the origin.
func (v *view) end(i int) int {
	return v.start(i-1) + v.seg(i-1).width
}

// firstWeak returns the first weak joint inside of from and to, or to.
func (v *view) firstWeak(from, to int) int {
	i, _ := slices.BinarySearch(v.weak, from+1)
	if i < len(v.weak) && v.weak[i] < to {
		return v.weak[i]
	}
	return to
}

// A builder makes a view from another. What is neither kept nor put is left
// out.
type builder struct {
	base *view
	out  []byte
	segs []seg
	k    int // the segment of base that was used last
}

// keep takes the bytes from i to j over.
func (b *builder) keep(i, j int) {
	for i < j {
		for b.k+1 < len(b.base.segs) && b.base.segs[b.k+1].at <= i {
			b.k++
		}
		s, n := b.base.segs[b.k], j
		if b.k+1 < len(b.base.segs) {
			n = min(n, b.base.segs[b.k+1].at)
		}
		s.from += (i - s.at) * b2i(!s.wide)
		s.at = len(b.out)
		b.segs = append(b.segs, s)
		b.out = append(b.out, b.base.text[i:n]...)
		i = n
	}
}

// put writes c for the bytes from i to j.
func (b *builder) put(c byte, i, j int) {
	from := b.base.start(i)
	b.segs = append(b.segs, seg{len(b.out), from, b.base.end(j) - from, true})
	b.out = append(b.out, c)
}

func (b *builder) view() *view {
	if len(b.segs) == 0 {
		b.segs = []seg{{width: 1}}
	}
	return &view{text: string(b.out), segs: b.segs}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lower makes the ASCII letters small, so that every offset stays.
func lower(s string) string {
	var out []byte
	for i := range len(s) {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			if out == nil {
				out = []byte(s)
			}
			out[i] = c + 'a' - 'A'
		}
	}
	if out == nil {
		return s
	}
	return string(out)
}
