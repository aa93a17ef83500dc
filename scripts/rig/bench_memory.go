// How fast the session store is when much is in it.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"savectx/preserve/memory/store"
)

// lexicon is 20,000 words of which few are used often, as in any language.
type lexicon struct {
	r     *rand.Rand
	zipf  *rand.Zipf
	words []string
}

func newLexicon() *lexicon {
	r := rand.New(rand.NewPCG(1, 2))
	v := &lexicon{r: r, zipf: rand.NewZipf(r, 1.15, 8, 19_999)}
	parts := strings.Fields("ser ver con nec tion queue cache lo gin user mail index store pane turn hand off com pact mem ory file path lock retry time out token red act plan jour nal")
	for i := range 20_000 {
		var w string
		switch i % 10 {
		case 7: // an identifier
			w = parts[r.IntN(len(parts))] + strings.ToUpper(parts[r.IntN(len(parts))][:1]) + parts[r.IntN(len(parts))] + fmt.Sprint(i)
		case 8, 9: // three Chinese characters
			w = string([]rune{rune(0x4E00 + r.IntN(3000)), rune(0x4E00 + r.IntN(3000)), rune(0x4E00 + r.IntN(3000))})
		default:
			for range 2 + r.IntN(2) {
				w += parts[r.IntN(len(parts))]
			}
		}
		v.words = append(v.words, w)
	}
	return v
}

func (v *lexicon) text(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = v.words[v.zipf.Uint64()]
	}
	return strings.Join(words, " ")
}

func (v *lexicon) memory(i int) store.Memory {
	at := time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)
	return store.Memory{ID: fmt.Sprintf("m%08d", i), Project: fmt.Sprintf("project%d", i%20), Type: "guide",
		Content: v.text(30 + v.r.IntN(60)), Tags: []string{fmt.Sprintf("tag%d", i%50)}, Created: at, Updated: at}
}

// memory measures the session store with n items in it.
func (r rig) memory(ctx context.Context, n int) error {
	dir, err := os.MkdirTemp("", "savectx-memory-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "memory.db")
	v := newLexicon()
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := s.Import(ctx, v.export(n)); err != nil {
		return err
	}
	z, err := s.Sizes(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d items imported in %s, %.0f MiB on disk\n", n, time.Since(began).Round(time.Second), float64(z.File)/(1<<20))
	if err := s.Close(); err != nil {
		return err
	}

	var opening []time.Duration
	for range 50 {
		began := time.Now()
		s, err := store.Open(ctx, path)
		if err != nil {
			return err
		}
		if _, err := s.Session(ctx, store.Latest, ""); err == nil {
			return fmt.Errorf("there should be no session")
		}
		opening = append(opening, time.Since(began))
		if err := s.Close(); err != nil {
			return err
		}
	}
	fmt.Printf("opening, and one look         %s\n", fine(opening))

	if s, err = store.Open(ctx, path); err != nil {
		return err
	}
	defer s.Close()
	var inserting []time.Duration
	for i := range 1000 {
		m := v.memory(n + i)
		began := time.Now()
		if _, err := s.Remember(ctx, m); err != nil {
			return err
		}
		inserting = append(inserting, time.Since(began))
	}
	fmt.Printf("insert                        %s\n", fine(inserting))
	return v.searches(ctx, s)
}

// export is n memories as the import takes them.
func (v *lexicon) export(n int) io.Reader {
	r, w := io.Pipe()
	go func() {
		buf := bufio.NewWriter(w)
		enc := json.NewEncoder(buf)
		err := enc.Encode(map[string]any{"format": "savectx-memory", "version": 1})
		for i := 0; i < n && err == nil; i++ {
			err = enc.Encode(map[string]any{"memory": v.memory(i)})
		}
		if err == nil {
			err = buf.Flush()
		}
		w.CloseWithError(err)
	}()
	return r
}

func (v *lexicon) searches(ctx context.Context, s *store.Store) error {
	rare := func() string { return v.words[1000+v.r.IntN(15_000)] }
	common := func() string { return v.words[v.r.IntN(30)] }
	for _, kind := range []struct {
		name   string
		ask    func() string
		filter store.Filter
	}{
		{"one rare word", rare, store.Filter{}},
		{"one very frequent word", common, store.Filter{}},
		{"five words as they come", func() string { return v.text(5) }, store.Filter{}},
		{"five words, for a project", func() string { return v.text(5) }, store.Filter{Projects: []string{"project3"}}},
		{"five words with a tag", func() string { return v.text(5) }, store.Filter{Tags: []string{"tag7"}}},
		{"five words, a time", func() string { return v.text(5) }, store.Filter{Since: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}},
		{"six frequent words", func() string {
			return strings.Join([]string{common(), common(), common(), common(), common(), common()}, " ")
		}, store.Filter{}},
		{"a question of 20 words", func() string { return v.text(20) }, store.Filter{}},
		{"nothing asked, the newest", func() string { return "" }, store.Filter{}},
	} {
		var took []time.Duration
		for range 100 {
			q := kind.ask()
			began := time.Now()
			if _, err := s.Search(ctx, q, kind.filter); err != nil {
				return err
			}
			took = append(took, time.Since(began))
		}
		fmt.Printf("search: %-21s %s\n", kind.name, fine(took))
	}
	return nil
}

// fine is spread in milliseconds with two places.
func fine(d []time.Duration) string {
	slices.Sort(d)
	at := func(p float64) float64 {
		return float64(d[min(len(d)-1, int(p*float64(len(d))))].Microseconds()) / 1000
	}
	return fmt.Sprintf("median %.2f ms, 95th percentile %.2f ms, max %.2f ms", at(0.5), at(0.95), at(1))
}
