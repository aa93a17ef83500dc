package mem0_test

import (
	"context"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
)

// TestCanaryUnanswered: one that arrived and that nobody answered for does not
// stay for good: it is looked for and removed, or the next canary does that.
func TestCanaryUnanswered(t *testing.T) {
	styles(t, mem0test.Options{}, func(t *testing.T, s *mem0test.Server, c *mem0.Client) {
		keep := s.Put(user, "savectx canary birds are yellow", map[string]any{"project": "shop", "type": "reference"})
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		s.Break(mem0test.Fault{Method: "POST", Times: 1, Hang: true, Done: true})
		if err := c.Canary(ctx); !mem0.IsAway(err) {
			t.Errorf("nobody answered: %v", err)
		}
		if n := len(s.Stored("")); n != 1 {
			t.Errorf("%d memories stay behind", n-1)
		}
		s.Break(mem0test.Fault{Times: -1, Drop: true, Done: true})
		if err := c.Canary(t.Context()); !mem0.IsAway(err) {
			t.Errorf("away: %v", err)
		}
		s.Mend()
		fatal(t, c.Canary(t.Context())) // young ones may be at work
		s.Age(time.Hour)
		fatal(t, c.Canary(t.Context()))
		if got := s.Stored(""); len(got) != 1 || got[0].ID != keep {
			t.Errorf("left: %+v", got)
		}
	})
}
