package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"savectx/scripts/live"
)

// screens is where the recordings stay, from the repository's root.
const screens = "orchestrator/claude/testdata/screens"

// variant is one way the client can look.
type variant struct {
	version       string
	width, height int
	fullscreen    bool
}

func variants() []variant {
	var out []variant
	for _, v := range []string{live.Newest, live.Old} {
		for _, size := range [][2]int{{120, 40}, {80, 24}, {44, 14}, {20, 6}} {
			out = append(out, variant{v, size[0], size[1], false})
			if v == live.Newest && size[0] > 44 {
				out = append(out, variant{v, size[0], size[1], true})
			}
		}
	}
	return out
}

func (v variant) String() string {
	s := fmt.Sprintf("%s-%dx%d", v.version, v.width, v.height)
	if v.fullscreen {
		s += "-fullscreen"
	}
	return s
}

// shot is one state of the client and how a person gets there.
type shot struct {
	kind, detail string
	only         string // a version; empty: all
	wide         bool   // not in a pane of 44 columns
	tiny         bool   // only in a pane of 20 columns
	brief        bool   // gone before the screen comes to rest
	options      live.Options
	steps        []string
	text         string // what the composer must read as, kept beside the screens
}

func (s shot) fits(v variant) bool {
	return (s.only == "" || s.only == v.version) && (!s.wide || v.width > 44) && s.tiny == (v.width == 20)
}

// record captures the shots of the named kinds, or all.
func record(ctx context.Context, kinds []string) error {
	type job struct {
		s shot
		v variant
	}
	var jobs []job
	for _, v := range variants() {
		for _, s := range append(shots(), holdShots()...) {
			folder := strings.Split(s.kind, "/")[0]
			if s.fits(v) && (len(kinds) == 0 || slices.Contains(kinds, folder) || slices.Contains(kinds, s.kind+"-"+s.detail)) {
				jobs = append(jobs, job{s, v})
			}
		}
	}
	queue := make(chan job)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed []error
	for range 4 {
		wg.Go(func() {
			for j := range queue {
				if err := take(ctx, j.s, j.v); err != nil {
					mu.Lock()
					failed = append(failed, fmt.Errorf("%s %s %s: %w", j.s.kind, j.s.detail, j.v, err))
					mu.Unlock()
				}
			}
		})
	}
	for _, j := range jobs {
		queue <- j
	}
	close(queue)
	wg.Wait()
	return errors.Join(failed...)
}

// shotTime bounds one shot: a step that has not come true by then never will.
const shotTime = 30 * time.Second

func take(ctx context.Context, s shot, v variant) error {
	ctx, cancel := context.WithTimeout(ctx, shotTime)
	defer cancel()
	o := s.options
	o.Version, o.Width, o.Height = v.version, v.width, v.height
	if v.fullscreen {
		env := map[string]string{"CLAUDE_CODE_NO_FLICKER": "1"}
		maps.Copy(env, o.Env)
		o.Env = env
	}
	c, err := live.Start(ctx, o)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, step := range s.steps {
		if err := do(ctx, c, step); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	look := rest
	if s.brief {
		look = glance
	}
	capture, err := look(ctx, c)
	if err != nil {
		return err
	}
	name := v.String()
	if s.detail != "" {
		name += "-" + s.detail
	}
	path := filepath.Join(screens, s.kind, name+".txt")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if s.text != "" {
		if err := os.WriteFile(filepath.Join(screens, s.kind, "text"), []byte(s.text), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(anonymous(capture, c.Root)), 0o644)
}

// do is one step: a verb and what it acts on.
func do(ctx context.Context, c *live.Client, step string) error {
	verb, arg, _ := strings.Cut(step, " ")
	arg = strings.ReplaceAll(arg, "$WORK", c.Work)
	switch verb {
	case "key":
		return c.Keys(strings.Fields(arg)...)
	case "type":
		return c.Type(arg)
	case "paste": // and wait for its end to be drawn
		if err := c.Paste(arg); err != nil {
			return err
		}
		tail := []rune(live.Squeeze(arg))
		return squeezed(ctx, c, string(tail[max(0, len(tail)-6):]))
	case "lines": // rows of a draft, broken as a person breaks them
		return lines(ctx, c, strings.Split(arg, "|"))
	case "until": // a key pressed until a text appears
		key, text, _ := strings.Cut(arg, " ")
		return press(ctx, c, key, text)
	case "drop": // a paste that need not be drawn as it is: wait for the screen to change
		return drop(ctx, c, arg)
	case "see":
		return squeezed(ctx, c, live.Squeeze(arg))
	case "gone":
		return c.Until(ctx, func(screen string) error {
			if strings.Contains(screen, arg) {
				return fmt.Errorf("%q is still there", arg)
			}
			return nil
		})
	case "teach":
		prompt, orders, _ := strings.Cut(arg, " => ")
		c.Model.Teach(prompt, orders)
	case "summary":
		d, err := time.ParseDuration(arg)
		c.Model.SetSummary(live.SlowSummary(d))
		return err
	case "file":
		return os.WriteFile(filepath.Join(c.Work, arg), pixel, 0o644)
	case "cursor":
		return c.Until(ctx, func(string) error {
			if at := c.Format("#{cursor_x}"); at != arg {
				return errors.New("the cursor is in column " + at)
			}
			return nil
		})
	case "rest":
		_, err := rest(ctx, c)
		return err
	case "composer":
		return c.Until(ctx, emptyComposer)
	default:
		return errors.New("no such step")
	}
	return nil
}

func drop(ctx context.Context, c *live.Client, text string) error {
	before := c.Format("#{cursor_x},#{cursor_y}") + c.Screen()
	if err := c.Paste(text); err != nil {
		return err
	}
	return c.Until(ctx, func(screen string) error {
		if c.Format("#{cursor_x},#{cursor_y}")+screen == before || emptyRow.MatchString(screen) {
			return errors.New("nothing was drawn")
		}
		return nil
	})
}

func lines(ctx context.Context, c *live.Client, rows []string) error {
	for i, row := range rows {
		if i > 0 {
			before := c.Format("#{cursor_y}") + c.Screen()
			if err := c.Keys("C-j"); err != nil {
				return err
			}
			if err := c.Until(ctx, func(screen string) error {
				if c.Format("#{cursor_y}")+screen == before {
					return errors.New("no new row was drawn")
				}
				return nil
			}); err != nil {
				return err
			}
		}
		if row == "" {
			continue
		}
		if err := c.Type(row); err != nil {
			return err
		}
		tail := []rune(live.Squeeze(row))
		if err := squeezed(ctx, c, string(tail[max(0, len(tail)-6):])); err != nil {
			return err
		}
	}
	return nil
}

func press(ctx context.Context, c *live.Client, key, text string) error {
	var pressed time.Time
	return c.Until(ctx, func(screen string) error {
		if strings.Contains(live.Squeeze(screen), live.Squeeze(text)) {
			return nil
		}
		if time.Since(pressed) > time.Second {
			pressed = time.Now()
			if err := c.Keys(key); err != nil {
				return err
			}
		}
		return fmt.Errorf("%q is not on the screen", text)
	})
}

var emptyRow = regexp.MustCompile(`(?m)^❯\x{a0}$`)

func emptyComposer(screen string) error {
	if !emptyRow.MatchString(screen) {
		return errors.New("no empty composer")
	}
	return nil
}

// squeezed waits for a text, white space aside: it may be wrapped.
func squeezed(ctx context.Context, c *live.Client, text string) error {
	return c.Until(ctx, func(screen string) error {
		if !strings.Contains(live.Squeeze(screen), text) {
			return fmt.Errorf("%q is not on the screen", text)
		}
		return nil
	})
}

// rest waits until the screen stops changing, at most for restTime: a spinner
// never does.
func rest(ctx context.Context, c *live.Client) (string, error) {
	const restTime, quiet = 1500 * time.Millisecond, 300 * time.Millisecond
	var last string
	changed, started := time.Now(), time.Now()
	for {
		now, err := glance(ctx, c)
		if err != nil {
			return "", err
		}
		if now != last {
			last, changed = now, time.Now()
		}
		if time.Since(changed) > quiet || time.Since(started) > restTime {
			return last, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(30 * time.Millisecond):
		}
	}
}

// glance is the screen as it is now, under a line with its cursor and size.
func glance(_ context.Context, c *live.Client) (string, error) {
	screen, x, y, err := c.Capture()
	return fmt.Sprintf("cursor=%d,%d size=%s\n%s\n", x, y, c.Format("#{pane_width}x#{pane_height}"), screen), err
}

// anonymous puts names of the same length in place of this machine's.
func anonymous(capture, root string) string {
	home := "/home/person/" + strings.Repeat("projects-", 9)
	for _, from := range []string{root, strings.ReplaceAll(root, "/", "-")} {
		to := home[:len(from)-1] + "0"
		if from[0] == '-' {
			to = strings.ReplaceAll(to, "/", "-")
		}
		capture = strings.ReplaceAll(capture, from, to)
	}
	return strings.ReplaceAll(capture, "savectx-live", "person-files")
}

// pixel is an image of one pixel.
var pixel = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")
