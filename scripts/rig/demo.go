package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"savectx/scripts/live"
)

const demoSnapshot = `{"version":1,"language":"en","topic":"Abandoned-cart mail","goal":"An automatic mail when a cart is left behind","status":"in-progress",
"items":[
 {"kind":"dead_end","text":"the checkouts/update webhook","why":"it fires dozens of times a cart","exact":["429 Too Many Requests, rate limit 75/s exceeded"]},
 {"kind":"decision","text":"Klaviyo and not Mailchimp","why":"its built-in cart event","target":{"file":"docs/api.md","section":"Mail"}},
 {"kind":"correction","text":"Tests never mail real customers","quote":"Never send to real customers in tests"}],
"next":["deploy to staging","send one mail to the test address"]}
`

// demo is a conversation and one compaction, told as it happens.
func demo(ctx context.Context) error {
	began := time.Now()
	dir, err := os.MkdirTemp("", "savectx-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tell("building savectx")
	program, err := live.Build(ctx, dir)
	if err != nil {
		return err
	}
	tell("fetching the client %s by its npm name, unless it is in the cache", live.Newest)
	if _, err := live.Install(ctx, live.Newest); err != nil {
		return err
	}
	tell("starting it in a private tmux server, against a model on 127.0.0.1; it can reach nothing else")
	o := live.Options{Width: 100, Height: 36, Path: []string{dir}, Settings: map[string]any{
		"permissions": map[string]any{"defaultMode": "default", "allow": []string{"Bash(savectx:*)"}}}}
	c, err := live.Start(ctx, o)
	if err != nil {
		return err
	}
	defer c.Close()
	return (&show{c, began}).run(ctx, o, program)
}

type show struct {
	*live.Client
	began time.Time
}

func (s *show) run(ctx context.Context, o live.Options, program string) error {
	talk := [][2]string{
		{"Which mail service for abandoned carts?", "Klaviyo, for its built-in cart event. Mailchimp has none."},
		{"The webhook answers 429 Too Many Requests, rate limit 75/s exceeded.", "checkouts/update fires dozens of times a cart. I drop it."},
		{"Never send to real customers in tests.", "Understood: tests never mail real customers."},
	}
	for _, t := range talk {
		s.Model.Teach(t[0], "[[say "+t[1]+"]]")
		if err := s.Ask(ctx, t[0]); err != nil {
			return err
		}
		if err := s.UntilShows(ctx, t[1][:20]); err != nil {
			return err
		}
		if err := s.AwaitIdle(ctx); err != nil {
			return err
		}
	}
	tell("the person asks for it inside a turn; the agent has written a snapshot and calls savectx save --compact, which returns at once")
	if err := s.project(); err != nil {
		return err
	}
	const wish = "Context is getting long, please save and compact."
	s.Model.Teach(wish, "[[bash savectx save --compact snapshot.json]]")
	if err := s.Ask(ctx, wish); err != nil {
		return err
	}
	if err := s.Until(ctx, func(string) error {
		if jobs, _ := s.Store().List(); len(jobs) == 0 {
			return fmt.Errorf("no job yet")
		}
		return nil
	}); err != nil {
		return err
	}
	jobs, _ := s.Store().List()
	job, err := s.AwaitEnd(ctx, jobs[0].ID)
	if err != nil {
		return err
	}
	return s.report(ctx, o, program, job.ID)
}

// project is a document to edit, and the snapshot the agent would write.
func (s *show) project() error {
	if err := os.MkdirAll(filepath.Join(s.Work, "docs"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.Work, "docs", "api.md"), []byte("# Api\n\n## Mail\n\n- jobs/cart.ts sends it\n"), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Work, "snapshot.json"), []byte(demoSnapshot), 0o600)
}

// report shows what the person sees, what the model was told, what the job says.
func (s *show) report(ctx context.Context, o live.Options, program, id string) error {
	fmt.Printf("\n--- the pane ---\n%s\n", strings.Trim(s.Screen(), "\n"))
	for _, name := range []string{"docs/api.md", "TempContext.md"} {
		data, err := os.ReadFile(filepath.Join(s.Work, name))
		if err != nil {
			return err
		}
		fmt.Printf("\n--- %s ---\n%s", name, data)
	}
	for _, r := range s.Model.Compactions() {
		told, _ := r.Instructions()
		fmt.Printf("\n--- what the summariser was told ---\n%s\n", told)
	}
	fmt.Printf("\n--- savectx jobs show %s ---\n", id)
	cmd := s.Savectx(ctx, program, o, "jobs", "show", id)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	n := s.Boundaries()
	fmt.Printf("\n%d compaction, proven by the transcript, %s after the start\n", n, time.Since(s.began).Round(time.Second))
	if n != 1 {
		return fmt.Errorf("%d compactions, want 1", n)
	}
	return nil
}

func tell(format string, args ...any) { fmt.Fprintf(os.Stderr, "demo: "+format+"\n", args...) }
