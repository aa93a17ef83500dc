package remote_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"savectx/preserve/memory/anymcp"
	"savectx/preserve/memory/mem0"
	"savectx/preserve/memory/mem0/mem0test"
	"savectx/preserve/memory/outbox"
	"savectx/preserve/memory/remote"
)

// TestMain makes the test binary the program that is killed, and a memory
// server on stdio.
func TestMain(m *testing.M) {
	switch os.Getenv("REMOTE_ROLE") {
	case "save":
		saver()
		return
	case "disk":
		os.Exit(fullDisk())
	case "serve":
		serveStdio()
		return
	}
	os.Exit(m.Run())
}

// saver saves facts and says which ones are through.
func saver() {
	var to remote.Store
	url := os.Getenv("REMOTE_URL")
	switch os.Getenv("REMOTE_KIND") {
	case "mcp":
		to = remote.MCP(anymcp.Server{Name: "notes", Type: anymcp.HTTP, URL: url}, anymcp.Options{}, anymcp.Config{UserID: person})
	default:
		var err error
		if to, err = remote.Mem0(mem0.Config{BaseURL: url, Key: secret, UserID: person, Style: mem0.Style(os.Getenv("REMOTE_KIND"))}); err != nil {
			panic(err)
		}
	}
	fmt.Println("begins")
	for _, o := range remote.Save(context.Background(), outbox.Open(os.Getenv("REMOTE_BOX")), to, roundOf(os.Getenv("REMOTE_ROUND")), nil) {
		if o.State == remote.Failed || o.State == remote.Conflict {
			fmt.Fprintf(os.Stderr, "%+v %v\n", o, o.Err)
		}
		fmt.Println(o.Fact.Text)
	}
}

func roundOf(round string) (out []remote.Fact) {
	at, _ := time.Parse(time.RFC3339Nano, os.Getenv("REMOTE_AT"))
	for i := range 5 {
		f := fact(mem0test.Text(fmt.Sprint(round, " ", i)))
		f.Created = at
		out = append(out, f)
	}
	return out
}

// Saves killed at any moment, and a server that loses answers: what was in the
// outbox or said to be through is stored once, and the outbox ends empty.
func TestKilledInTheMiddleOfSave(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	worlds(t, func(t *testing.T, w world) {
		b, dir := box(t)
		kind, url := "mcp", ""
		switch w := w.(type) {
		case *mem0World:
			kind, url = string(w.config().Style), w.URL
		case *mcpWorld:
			url = w.web.URL + "/mcp"
		}
		want := map[string]bool{}
		stopped := 0
		for round := range rounds {
			if round%4 == 3 {
				w.break_(fault{kind: "away", write: true, done: true, times: 1})
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "REMOTE_ROLE=save", "REMOTE_KIND="+kind, "REMOTE_URL="+url, "REMOTE_BOX="+dir, "REMOTE_ROUND="+fmt.Sprint(round))
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			enough := w.asked() + rand.IntN(14)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			lines.Scan() // it begins
			limit, look := time.After(500*time.Millisecond), time.NewTicker(time.Millisecond)
			for waiting := true; waiting && w.asked() < enough; {
				select {
				case <-look.C:
				case <-limit:
					waiting = false
				}
			}
			look.Stop()
			_ = cmd.Process.Kill()
			through := 0
			for lines.Scan() {
				want[lines.Text()] = true
				through++
			}
			_ = cmd.Wait()
			if through == 0 {
				stopped++
			}
			items, err := b.List()
			if err != nil {
				t.Fatal(err)
			}
			for _, it := range items {
				want[it.Record.Text] = true
			}
			if round%3 == 0 { // the person saves again
				remote.Save(t.Context(), b, w.store(t), roundOf(fmt.Sprint(round)), nil)
				for _, f := range roundOf(fmt.Sprint(round)) {
					want[f.Text] = true
				}
			}
		}
		w.mend()
		rep, err := remote.Deliver(t.Context(), b, w.store(t))
		if err != nil || rep.Stopped != nil {
			t.Errorf("%+v %v", rep, err)
		}
		counts(t, b, 0, 0)
		count := map[string]int{}
		for _, text := range w.texts() {
			count[text]++
		}
		for text := range want {
			if count[text] != 1 {
				t.Errorf("%q is stored %d times", text, count[text])
			}
		}
		for text, n := range count {
			if n != 1 {
				t.Errorf("%q is stored %d times", text, n)
			}
		}
		t.Logf("%d rounds, %d stopped in the middle, %d facts, %d requests", rounds, stopped, len(count), w.asked())
	})
}
