// Many processes at once, some killed at any moment.

package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	asChild = "SAVECTX_STORE_CHILD" // path of the file: be one of many
	span    = "SAVECTX_STORE_SPAN"  // how long the test of many goes on, such as 60s
)

func TestMain(m *testing.M) {
	if job := os.Getenv(asJob); job != "" {
		os.Exit(runJob(job, os.Args[1:]))
	}
	if path := os.Getenv(asChild); path != "" {
		if err := one(path, os.Args[1]); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// one writes and reads until it is killed or its input ends. After each write
// that was acknowledged it prints what must be found from now on.
func one(path, name string) error {
	go func() {
		bufio.NewReader(os.Stdin).ReadByte()
		os.Exit(0)
	}()
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		id := fmt.Sprintf("%s-%d", name, i)
		word := "w" + name + "n" + strconv.Itoa(i)
		switch i % 4 {
		case 0:
			err = s.PutSession(ctx, Session{ID: id, Project: name, Summary: word, Facts: []Fact{{1, "fact " + word}}})
			if err == nil {
				err = s.PutTranscript(ctx, id, []Turn{{"user", word}, {"assistant", word}})
			}
		case 1:
			_, err = s.Remember(ctx, Memory{ID: id, Project: name, Content: word})
		case 2:
			err = s.PutEntries(ctx, id, []Entry{{ID: id, Text: word}})
		case 3:
			_, err = s.Search(ctx, "w"+name+"n0 "+word, Filter{})
			if err == nil {
				_, err = s.Session(ctx, Latest, "")
			}
			if err == nil {
				err = s.Tidy(ctx)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if i%4 != 3 {
			fmt.Println(id, word)
		}
	}
}

func TestManyProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	rounds, end := 3, time.Time{}
	if testing.Short() {
		rounds = 1
	}
	if d, err := time.ParseDuration(os.Getenv(span)); err == nil {
		rounds, end = 1<<30, time.Now().Add(d)
	}
	acknowledged := map[string]string{}
	killed, ran := 0, 0
	for round := 0; round < rounds && (end.IsZero() || time.Now().Before(end)); round++ {
		killed += eight(t, path, round, acknowledged)
		ran++
		s, err := Open(t.Context(), path)
		must(t, err)
		must(t, s.Check(t.Context()))
		must(t, s.Close())
	}
	s, err := Open(t.Context(), path)
	must(t, err)
	defer s.Close()
	all, searched := export(t, s), 0
	for id, word := range acknowledged {
		if !strings.Contains(all, `"`+id+`"`) || !strings.Contains(all, word+`"`) {
			t.Errorf("%s with %s is lost", id, word)
		}
		if searched++; searched <= 500 { // in the order of a map: any of them
			finds(t, s, word, id)
		}
	}
	t.Logf("%d rounds, %d processes killed, %d writes acknowledged, none lost", ran, killed, len(acknowledged))
	if len(acknowledged) == 0 {
		t.Error("nothing was written")
	}
}

// eight runs eight processes, kills five of them after a few writes of theirs,
// and ends the others. It returns how many it killed.
func eight(t *testing.T, path string, round int, acknowledged map[string]string) int {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	killed := 0
	for i := range 8 {
		name := fmt.Sprintf("r%dp%d", round, i)
		cmd := exec.Command(os.Args[0], name)
		cmd.Env = append(os.Environ(), asChild+"="+path)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		must(t, err)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		writes, kill := 8+rand.IntN(30), i < 5
		wg.Go(func() {
			n := 0
			for rows := bufio.NewScanner(out); rows.Scan(); {
				var id, word string
				fmt.Sscan(rows.Text(), &id, &word)
				if id == "error" {
					t.Errorf("%s: %s", name, rows.Text())
					continue
				}
				mu.Lock()
				acknowledged[id] = word
				mu.Unlock()
				if n++; n == writes {
					if kill {
						cmd.Process.Kill()
					} else {
						in.Close()
					}
				}
			}
			cmd.Wait()
		})
		if kill {
			killed++
		}
	}
	wg.Wait()
	return killed
}
