package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"savectx/scripts/live"
)

const demoLine = "Keep these, letter for letter. Decision, Klaviyo and not Mailchimp, because of the built-in cart event. " +
	"Dead end, the checkouts/update webhook, it fires dozens of times a cart. The error 429 Too Many Requests, rate limit 75/s exceeded. " +
	"The user's rule, never send to real customers in tests."

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
	tell("the person asks for a compaction inside a turn; the agent calls savectx, which returns at once")
	const wish = "Context is getting long, please compact."
	s.Model.Teach(wish, "[[bash savectx compact --line '"+strings.ReplaceAll(demoLine, "'", `'\''`)+"']]")
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

// report shows what the person sees, what the model was told, what the job says.
func (s *show) report(ctx context.Context, o live.Options, program, id string) error {
	fmt.Printf("\n--- the pane ---\n%s\n", strings.Trim(s.Screen(), "\n"))
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
