// How fast a large transcript is read, and in how much memory.

package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// large writes a transcript of about size bytes: a prompt, then calls and
// results of the sizes seen in real ones (half of the bytes in results, which
// stand there twice), with a compaction every 2,000 rows.
func large(tb testing.TB, size int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "large.jsonl")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	code := strings.Repeat("\tif err := run(\"a b\", `c`); err != nil {\n\t\treturn fmt.Errorf(\"run: %w\", err)\n\t}\n", 30)
	prose := strings.Repeat("The parser now skips what it doesn't know, and says so. ", 12)
	written, parent := 0, "null"
	for n := 1; written < size; n++ {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012x"`, n)
		head := fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/person/project","sessionId":"00000000-0000-4000-8000-000000000000","version":"2.1.332","gitBranch":"main",`, parent)
		tail := fmt.Sprintf(`,"uuid":%s,"timestamp":"2026-11-30T11:00:00.000Z"}`, id)
		body := row(n, prose, code)
		k, _ := fmt.Fprintf(w, "%s%s%s\n", head, body, tail)
		written += k
		parent = id
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}

func row(n int, prose, code string) string {
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	switch {
	case n%2000 == 1999:
		return `"type":"system","subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":150000}`
	case n%40 == 1:
		return `"type":"user","origin":{"kind":"human"},"promptSource":"typed","message":{"role":"user","content":` + quote(prose[:200]) + `}`
	case n%4 == 2:
		return `"type":"assistant","message":{"id":"msg_` + fmt.Sprint(n) + `","model":"m","role":"assistant","content":[{"type":"text","text":` + quote(prose) + `}],"usage":{"input_tokens":1}}`
	case n%4 == 3:
		return `"type":"assistant","message":{"id":"msg_` + fmt.Sprint(n) + `","model":"m","role":"assistant","content":[{"type":"tool_use","id":"toolu_` + fmt.Sprint(n) + `","name":"Bash","input":{"command":` + quote(code[:300]) + `}}],"usage":{"input_tokens":1}}`
	case n%4 == 0:
		out := quote(strings.Repeat(code, 1+n%7))
		return `"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_` + fmt.Sprint(n-1) + `","type":"tool_result","content":` + out + `}]},"toolUseResult":{"stdout":` + out + `,"stderr":"","interrupted":false}`
	}
	return `"type":"attachment","attachment":{"type":"todo_reminder","content":` + quote(prose) + `}`
}

// BenchmarkRead100MiB is what a list needs: well under 0.5 s and 64 MiB.
// peak-MiB is the most the process had from the system, sampled.
func BenchmarkRead100MiB(b *testing.B) { read(b, Options{Done: 4 << 10}) }

func BenchmarkRead100MiBInFull(b *testing.B) { read(b, Options{}) }

func read(b *testing.B, o Options) {
	path := large(b, 100<<20)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	done, peak := make(chan bool), make(chan uint64)
	go func() { peak <- watch(done) }()
	for b.Loop() {
		prompts := 0
		stats, err := Read(path, o, func(r *Row) error {
			if r.Kind == Prompt {
				prompts++
			}
			return nil
		})
		if err != nil || prompts == 0 || stats.Off > 0 || stats.Bad > 0 {
			b.Fatal(stats, prompts, err)
		}
	}
	close(done)
	b.ReportMetric(float64(<-peak)/(1<<20), "peak-MiB")
}

func watch(done chan bool) uint64 {
	var most uint64
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64()-sample[1].Value.Uint64())
		select {
		case <-done:
			return most
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// sample are the lines the JSON readers are compared on.
func sample(b *testing.B) [][]byte {
	data, err := os.ReadFile(large(b, 4<<20))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

// BenchmarkReadFields finds the fields a row needs the way this package does;
// BenchmarkReadStandard with encoding/json. All on these lines, in MB/s: own
// 1,450, gjson 1.20.3 490 (it does not notice damage), jsonparser 1.6.1 360,
// encoding/json 94 (230 with GOEXPERIMENT=jsonv2).
func BenchmarkReadFields(b *testing.B) {
	lines := sample(b)
	var r raw
	for b.Loop() {
		for _, l := range lines {
			if !split(l, &r) || r.uuid == nil {
				b.Fatal("no row")
			}
		}
	}
}

func BenchmarkReadStandard(b *testing.B) {
	lines := sample(b)
	for b.Loop() {
		for _, l := range lines {
			var r struct {
				Type, UUID, ParentUUID string
				Message                struct{ Content json.RawMessage }
			}
			if json.Unmarshal(l, &r) != nil || r.UUID == "" {
				b.Fatal("no row")
			}
		}
	}
}
