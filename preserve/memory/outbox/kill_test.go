package outbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
)

// TestMain makes the test binary the programs that are killed.
func TestMain(m *testing.M) {
	switch os.Getenv("OUTBOX_ROLE") {
	case "put":
		os.Exit(putter())
	case "deliver":
		os.Exit(deliverer())
	}
	os.Exit(m.Run())
}

// putter queues facts and says which ones are in.
func putter() int {
	b := outbox.Open(os.Getenv("OUTBOX_DIR"))
	for i := range 8 {
		text := mem0test.Text(os.Getenv("OUTBOX_ROUND") + " " + fmt.Sprint(i))
		it := item(text)
		it.To = os.Getenv("OUTBOX_TO")
		if _, _, err := b.Put(context.Background(), it); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(text)
	}
	return 0
}

func deliverer() int {
	c, err := killClient()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b := outbox.Open(os.Getenv("OUTBOX_DIR"))
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for range 200 {
		rep, err := remote.Deliver(context.Background(), b, c)
		switch {
		case errors.Is(err, outbox.ErrBusy):
			<-look.C
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return 1
		case rep.Stopped == nil && rep.Waiting == 0:
			return 0
		}
	}
	return 1
}

func killClient() (remote.Store, error) {
	return remote.Mem0(mem0.Config{BaseURL: os.Getenv("OUTBOX_URL"), UserID: "person-7", Style: mem0.SelfHosted})
}

// Putters and deliverers killed at any moment, two deliverers at a time, a
// server that loses answers: every fact that a Put said yes to arrives, once.
func TestKilledAtAnyMoment(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	s := mem0test.New(mem0test.Options{})
	defer s.Close()
	s.Break(mem0test.Fault{Method: "POST", Path: "/memories", Skip: 3, Times: 4, Drop: true, Done: true})
	dir := t.TempDir()
	t.Setenv("OUTBOX_URL", s.URL)
	t.Setenv("OUTBOX_DIR", dir)
	c, err := killClient()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OUTBOX_TO", c.Address())
	start := func(role, round string) (*exec.Cmd, *bufio.Scanner) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "OUTBOX_ROLE="+role, "OUTBOX_ROUND="+round)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, bufio.NewScanner(out)
	}
	var said []string
	for round := range rounds {
		put, lines := start("put", fmt.Sprint(round+1))
		one, _ := start("deliver", "")
		two, _ := start("deliver", "")
		// The moments of the kills: after so many lines, and after so many requests.
		stop := rand.IntN(9)
		for n := 0; n < stop && lines.Scan(); n++ {
			said = append(said, lines.Text())
		}
		put.Process.Kill()
		for lines.Scan() { // said before it died
			said = append(said, lines.Text())
		}
		enough := len(s.Requests()) + rand.IntN(12)
		limit, look := time.After(200*time.Millisecond), time.NewTicker(time.Millisecond)
		for waiting := true; waiting && len(s.Requests()) < enough; {
			select {
			case <-look.C:
			case <-limit:
				waiting = false
			}
		}
		look.Stop()
		one.Process.Kill()
		two.Process.Kill()
		put.Wait()
		one.Wait()
		two.Wait()
	}
	last, _ := start("deliver", "")
	if err := last.Wait(); err != nil {
		t.Fatalf("the last delivery: %v", err)
	}
	count := map[string]int{}
	for _, m := range s.Stored("person-7") {
		count[m.Text]++
	}
	for _, text := range said {
		if count[text] != 1 {
			t.Errorf("%q is stored %d times", text, count[text])
		}
	}
	for text, n := range count {
		if n != 1 {
			t.Errorf("%q is stored %d times", text, n)
		}
	}
	b := outbox.Open(dir)
	left, _ := b.List()
	aside, _ := b.Aside()
	if len(left)+len(aside) != 0 {
		t.Errorf("%d left, %d aside", len(left), len(aside))
	}
	t.Logf("%d rounds, %d facts said, %d stored, %d requests", rounds, len(said), len(count), len(s.Requests()))
}
