// Which rows belong to the conversation that leads to the last one.

package transcript

import (
	"encoding/hex"
	"hash/fnv"
	"slices"
	"strings"
)

// key is a UUID, or the hash of another id.
type key [16]byte

func keyOf(raw []byte) (k key, ok bool) {
	id := str(raw)
	if id == "" {
		return k, false
	}
	if digits := strings.ReplaceAll(id, "-", ""); len(digits) == 2*len(k) {
		if _, err := hex.Decode(k[:], []byte(digits)); err == nil {
			return k, true
		}
	}
	h := fnv.New128a()
	_, _ = h.Write([]byte(id))
	h.Sum(k[:0])
	return k, true
}

// node is a row in the index: about 100 bytes with its place in the map.
type node struct {
	id, parent key
	kept       int32
	flags      flags
}

type flags uint8

const (
	sidechain flags = 1 << iota
	turn            // of the person or the model, or a boundary: a conversation can end in it
	boundary
	follows // of the model, a tool or the client: it goes with its parent
	orphan  // it has no parent
	followed
	twice
	on
)

// index knows every row that has a UUID, in the order of the file.
type index struct {
	nodes      []node
	places     map[key]int32
	boundaries []cut
	broken     int // parents that are not in the file
}

// cut is a boundary and what it keeps word for word.
type cut struct {
	at                 int32
	segment            int32
	head, anchor, tail key
	kept               []key
}

func (x *index) add(r *raw, segment int) {
	id, ok := keyOf(r.uuid)
	if !ok {
		return
	}
	n := node{id: id, flags: orphan}
	if n.parent, ok = keyOf(r.parent); ok {
		n.flags &^= orphan
	}
	if r.sidechain {
		n.flags |= sidechain
	}
	switch {
	case is(r.kind, "system") && is(r.subtype, "compact_boundary"):
		n.flags |= boundary | turn
		if n.parent, ok = keyOf(r.logical); ok {
			n.flags &^= orphan
		}
		x.boundaries = append(x.boundaries, cutOf(r.compact, int32(len(x.nodes)), int32(segment)))
	case is(r.kind, "assistant"):
		n.flags |= turn | follows
	case is(r.kind, "user"):
		n.flags |= turn
		if r.result.there {
			n.flags |= follows
		}
	default:
		n.flags |= follows
	}
	if _, there := x.places[id]; there {
		n.flags |= twice
	} else {
		x.places[id] = int32(len(x.nodes))
	}
	x.nodes = append(x.nodes, n)
}

// cutOf reads compactMetadata: preservedMessages (2.1.332), or a segment whose
// keys were once named without Uuid.
func cutOf(meta []byte, at, segment int32) cut {
	c := cut{at: at, segment: segment}
	part := field(meta, "preservedSegment")
	for _, end := range []struct {
		name string
		to   *key
	}{{"head", &c.head}, {"anchor", &c.anchor}, {"tail", &c.tail}} {
		raw := field(part, end.name+"Uuid")
		if raw == nil {
			raw = field(part, end.name)
		}
		*end.to, _ = keyOf(raw)
	}
	for _, raw := range preserved(meta) {
		if k, ok := keyOf(raw); ok {
			c.kept = append(c.kept, k)
		}
	}
	return c
}

// preserved are the ids a boundary lists.
func preserved(meta []byte) (ids [][]byte) {
	messages := field(meta, "preservedMessages")
	list := field(messages, "allUuids")
	if list == nil {
		list = field(messages, "uuids")
	}
	array(list, func(id []byte) { ids = append(ids, id) })
	return ids
}

// resolve marks the rows that are on the path to the last one.
func (x *index) resolve() {
	leaf := x.leaf()
	own := flags(0)
	if leaf >= 0 {
		own = x.nodes[leaf].flags & sidechain // a subagent's file has nothing else
	}
	x.climb(leaf)
	x.bridge()
	x.attach(own)
	x.keep()
}

// leaf is the last row that a conversation can end in and that no other such
// row follows: the client may write an answer before the summary it hangs on
// (2.1.100).
func (x *index) leaf() int {
	for i := range x.nodes {
		n := &x.nodes[i]
		if up, ok := x.places[n.parent]; ok && n.flags&turn != 0 && n.flags&(orphan|sidechain|twice) == 0 {
			x.nodes[up].flags |= followed
		}
	}
	last := -1
	for i, n := range slices.Backward(x.nodes) {
		if n.flags&turn == 0 || n.flags&(sidechain|twice) != 0 {
			continue
		}
		if n.flags&followed == 0 {
			return i
		}
		last = max(last, i)
	}
	if last < 0 {
		last = len(x.nodes) - 1
	}
	return last
}

// climb marks a row and those above it. Where a parent is missing, because its
// line is damaged, it goes on with the row above in the file.
func (x *index) climb(i int) {
	for i >= 0 && x.nodes[i].flags&on == 0 {
		n := &x.nodes[i]
		n.flags |= on
		if up, ok := x.places[n.parent]; ok && n.flags&orphan == 0 {
			i = int(up)
			continue
		}
		if n.flags&orphan != 0 && n.flags&boundary == 0 {
			return // where the conversation began
		}
		if n.flags&orphan == 0 {
			x.broken++
		}
		want := n.flags & sidechain
		for i--; i >= 0 && x.nodes[i].flags&(sidechain|twice) != want; i-- {
		}
	}
}

// bridge marks what a compaction parts from the path although it belongs to
// it, the newest compaction first: the boundary and its summary where the rows
// after it hang on a message it preserved, or on the one above it; the preserved messages themselves
// ("Summarize up to here", 2.1.332); and what it summarised behind them
// ("Summarize from here").
func (x *index) bridge() {
	last := len(x.nodes) - 1
	for last >= 0 && x.nodes[last].flags&on == 0 {
		last--
	}
	seen := map[int]bool{}
	for _, c := range slices.Backward(x.boundaries) {
		at := int(c.at)
		if x.nodes[at].flags&on == 0 && at < last {
			if x.tailOn(c) {
				x.climb(at)
				if i, ok := x.places[c.anchor]; ok {
					x.climb(int(i))
				}
			} else if summary, ok := x.answered(at); ok {
				x.climb(summary)
			}
		}
		if x.nodes[at].flags&on == 0 {
			continue
		}
		for _, k := range c.kept {
			if i, ok := x.places[k]; ok {
				x.climb(int(i))
			}
		}
		if c.anchor == x.nodes[at].id {
			x.summarised(at, seen)
		}
	}
}

// answered is the summary of a boundary beside which the running turn went on:
// its answer hangs on the row above the boundary, and was written before the
// summary (2.1.100).
func (x *index) answered(at int) (summary int, ok bool) {
	const near = 64 // rows from the boundary to its summary
	b, answer := x.nodes[at], false
	for i := at + 1; i < min(len(x.nodes), at+near); i++ {
		switch n := x.nodes[i]; {
		case n.parent == b.id && n.flags&orphan == 0:
			return i, answer
		case n.parent == b.parent && n.flags&(on|turn|follows) == on|turn|follows:
			answer = true
		}
	}
	return 0, false
}

// tailOn tells whether the last message a boundary preserved is on the path.
func (x *index) tailOn(c cut) bool {
	tail, ok := x.places[c.tail]
	if !ok && len(c.kept) > 0 {
		tail, ok = x.places[c.kept[len(c.kept)-1]]
	}
	return ok && x.nodes[tail].flags&on != 0
}

// summarised marks the rows between a boundary and the path above it, if that
// is where they lead. No row is looked at twice: seen are those that were.
func (x *index) summarised(at int, seen map[int]bool) {
	var way []int
	for i := at - 1; i >= 0; i-- {
		if n := x.nodes[i]; n.flags&turn == 0 || n.flags&(sidechain|twice) != 0 {
			continue
		}
		for x.nodes[i].flags&on == 0 {
			up, ok := x.places[x.nodes[i].parent]
			if !ok || seen[i] || x.nodes[i].flags&orphan != 0 {
				return
			}
			seen[i] = true
			way = append(way, i)
			i = int(up)
		}
		break
	}
	for _, i := range way {
		x.nodes[i].flags |= on
	}
}

// attach marks what goes with a row of the path: attachments, notices,
// answers, calls and results. What is taken back begins with a person's row.
// Of parallel calls only one is the next row's parent (2.1.100 to 2.1.332),
// and an answer can hang beside the boundary of a compaction in its turn
// (2.1.100).
func (x *index) attach(own flags) {
	for i := range x.nodes {
		n := &x.nodes[i]
		if n.flags&(on|twice|orphan|boundary) != 0 || n.flags&follows == 0 || n.flags&sidechain != own {
			continue
		}
		if up, ok := x.places[n.parent]; ok && x.nodes[up].flags&on != 0 {
			n.flags |= on
		}
	}
}

// keep notes the last segment in whose context each row stands.
func (x *index) keep() {
	for _, c := range x.boundaries {
		if x.nodes[c.at].flags&on == 0 {
			continue
		}
		for _, k := range c.kept {
			if i, ok := x.places[k]; ok {
				x.nodes[i].kept = max(x.nodes[i].kept, c.segment)
			}
		}
		if len(c.kept) > 0 {
			continue
		}
		i, ok := x.places[c.tail]
		for n := 0; n < segmentLimit && ok && x.nodes[i].kept < c.segment; n++ {
			x.nodes[i].kept = c.segment
			if x.nodes[i].id == c.head {
				break
			}
			i, ok = x.places[x.nodes[i].parent]
		}
	}
}

// segmentLimit bounds how many rows a segment without a list can have kept.
const segmentLimit = 4096
