package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"savectx/preserve/audit"
)

// Each compaction is reported once, when its summary is there, then what of it
// was put back; an interruption ends it well. The file may be torn, replaced
// and not there for a while.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.jsonl")
	const (
		said     = `{"type":"user","uuid":"a","parentUuid":null,"timestamp":"2026-11-30T10:00:00Z","message":{"role":"user","content":"keep the rate at 75/s per client, never more"}}` + "\n"
		boundary = `{"type":"system","subtype":"compact_boundary","uuid":"c","parentUuid":null,"logicalParentUuid":"a","timestamp":"2026-11-30T10:02:00Z","compactMetadata":{"trigger":"auto","preTokens":168000,"postTokens":9000}}` + "\n"
		summary  = `{"type":"user","isCompactSummary":true,"uuid":"d","parentUuid":"c","message":{"role":"user","content":"Summary of nothing."}}` + "\n"
		back     = `{"type":"attachment","uuid":"e","parentUuid":"d","timestamp":"2026-11-30T10:03:00Z","attachment":{"type":"hook_additional_context","content":["savectx: - keep the rate at 75/s per client, never more"]}}` + "\n"
		second   = `{"type":"system","subtype":"compact_boundary","uuid":"f","parentUuid":null,"logicalParentUuid":"e","timestamp":"2026-11-30T10:09:00Z","compactMetadata":{"trigger":"manual","preTokens":77000}}` + "\n" +
			`{"type":"user","isCompactSummary":true,"uuid":"g","parentUuid":"f","message":{"role":"user","content":"keep the rate at 75/s per client, never more"}}` + "\n"
	)
	must(t, os.WriteFile(path, []byte(said), 0o600))

	cmd := savectx(t, dir, nil, "audit", "--watch", "--json", path)
	out, err := os.Create(filepath.Join(dir, "out"))
	must(t, err)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &stderr
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })

	reports := func() (list []audit.Report) {
		data, err := os.ReadFile(out.Name())
		must(t, err)
		for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			var r audit.Report
			if json.Unmarshal([]byte(line), &r) == nil && len(r.Compactions) == 1 {
				list = append(list, r)
			}
		}
		return list
	}
	await := func(n int) audit.Compaction {
		t.Helper()
		limit, look := time.After(30*time.Second), time.Tick(10*time.Millisecond)
		for {
			if list := reports(); len(list) >= n {
				return list[n-1].Compactions[0]
			}
			select {
			case <-look:
			case <-limit:
				t.Fatalf("%d reports, want %d\n%s", len(reports()), n, stderr.String())
			}
		}
	}
	add := func(text string) {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
		must(t, err)
		_, err = f.WriteString(text)
		must(t, err, f.Close())
	}

	add(boundary + summary[:20]) // torn
	add(summary[20:])
	if c := await(1); c.TokensBefore != 168000 || c.Count(audit.Lost) != 1 || c.Back() != 0 {
		t.Errorf("the first report: %+v", c)
	}
	add(back)
	if c := await(2); c.TokensBefore != 168000 || c.Back() != 1 {
		t.Errorf("after it was put back: %+v", c)
	}
	must(t, os.Rename(path, path+".old"))
	must(t, os.WriteFile(path+".new", []byte(said+boundary+summary+back+second), 0o600))
	must(t, os.Rename(path+".new", path))
	if c := await(3); c.Trigger != "manual" || c.Count(audit.Kept) != 1 {
		t.Errorf("the second compaction: %+v", c)
	}

	must(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait()
	if n := len(reports()); n != 3 || stderr.Len() > 0 {
		t.Errorf("%d reports in the end; stderr %q", n, stderr.String())
	}
	if code := cmd.ProcessState.ExitCode(); code != exitDone && code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}
