package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/preserve/plan"
	"savectx/preserve/safefile"
	"savectx/prompts"
)

// What is saved without a model: the items of the last snapshot that was made
// with one, what the transcript shows, and the person's last requests since the
// last compaction, in their words.
func TestMechanicalSnapshot(t *testing.T) {
	dir := t.TempDir()
	s, err := session.Dir(dir).Session(sessionID)
	must(t, err)
	w, err := prompts.Load("en")
	must(t, err)
	transcript := filepath.Join(dir, "t.jsonl")
	rows := []string{
		`{"type":"user","message":{"role":"user","content":"from before"}}`,
		`{"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto"}}`,
		`{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"This is the summary"}}`,
		`{"type":"user","message":{"role":"user","content":"` + strings.Repeat("long ", 100) + `"}}`,
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"x"}]}}`,
		`{"type":"user","message":{"role":"user","content":"paint it\nblue"}}`,
		`{"type":"assistant","message":{"content":[{"type":"text","text":"done"}]}}`,
	}
	must(t, os.WriteFile(transcript, []byte(strings.Join(rows, "\n")+"\n"), 0o600))

	o := occasion{voice: &voice{hookLimit: time.Minute}, s: s}
	o.e.Transcript, o.e.CWD = transcript, "/home/mira/shop"
	snap := o.mechanical(w)
	if snap.Topic != "shop" || snap.Version != 1 {
		t.Fatalf("%+v", snap)
	}
	var requests []preserve.Item
	blue := 0
	for _, it := range snap.Items {
		if it.Text == "The last request" {
			requests = append(requests, it)
		}
		if it.Text == "paint it blue" || it.Quote == "paint it blue" {
			blue++
		}
	}
	if blue != 1 {
		t.Errorf("the newest request is there %d times in %+v", blue, snap.Items)
	}
	if len(requests) != 1 || requests[0].Origin != "requested" {
		t.Fatalf("the requests: %+v", requests)
	}
	if q := requests[0].Quote; len([]rune(q)) != 301 || !strings.HasSuffix(q, "…") {
		t.Errorf("the long one: %q", q)
	}

	must(t, s.PutSaved(session.Saved{ID: "a", At: time.Now(), Snapshot: []byte(`{"version":1,"topic":"Mail","language":"en","items":[{"kind":"decision","text":"Klaviyo","why":"cart event"}]}`)}),
		s.PutSaved(session.Saved{ID: "b", At: time.Now(), Unasked: true, Snapshot: []byte(`{"version":1,"topic":"Mail","items":[{"kind":"state","text":"The last request","quote":"an old one"}]}`)}))
	snap = o.mechanical(w)
	var quotes []string
	for _, it := range snap.Items {
		quotes = append(quotes, it.Quote)
	}
	klaviyo := slices.ContainsFunc(snap.Items, func(it preserve.Item) bool { return it.Text == "Klaviyo" })
	if snap.Topic != "Mail" || snap.Language != "en" || !klaviyo || slices.Contains(quotes, "an old one") {
		t.Errorf("%+v", snap)
	}

	o.e.Transcript = filepath.Join(dir, "none")
	snap = o.mechanical(w)
	if len(snap.Items) != 1 || snap.Items[0].Kind != preserve.Decision {
		t.Errorf("without a transcript: %+v", snap.Items)
	}
}

// Every item of a snapshot made without a model is one that a save keeps, and
// what the person said is in it in their words.
func TestMechanicalSnapshotIsSaved(t *testing.T) {
	s, err := session.Dir(t.TempDir()).Session(sessionID)
	must(t, err)
	w, err := prompts.Load("en")
	must(t, err)
	path, err := filepath.Abs("../../preserve/testdata/sessions/open/en-cart-mail.jsonl")
	must(t, err)
	o := occasion{voice: &voice{hookLimit: time.Minute}, s: s}
	o.e.Transcript, o.e.CWD = path, "/home/mira/shop"
	snap := o.mechanical(w)
	data, err := json.Marshal(snap)
	must(t, err)
	parsed, err := preserve.ParseSnapshot(data, nil)
	must(t, err)
	if got := len(plan.Worth(parsed)); got != len(snap.Items) || got < 5 {
		t.Errorf("%d of %d items are kept", got, len(snap.Items))
	}
	if !strings.Contains(string(data), "use MAIL_SANDBOX=1 everywhere except production") {
		t.Errorf("the rule is missing in %s", data)
	}
}

// A secret that is longer than what is kept of a request is replaced before it
// is cut.
func TestMechanicalSnapshotHasNoSecret(t *testing.T) {
	dir := t.TempDir()
	w, err := prompts.Load("en")
	must(t, err)
	key := "-----BEGIN RSA PRIVATE KEY-----\\nMIIE" + strings.Repeat("oWIBAAKCAQEA7bq9", 40) + "\\n-----END RSA PRIVATE KEY-----"
	transcript := filepath.Join(dir, "t.jsonl")
	must(t, os.WriteFile(transcript, []byte(`{"type":"user","message":{"role":"user","content":"use this key: `+key+`"}}`+"\n"), 0o600))
	s, err := session.Dir(dir).Session(sessionID)
	must(t, err)
	o := occasion{voice: &voice{hookLimit: time.Minute}, s: s}
	o.e.Transcript, o.e.CWD = transcript, "/home/mira/shop"
	data, err := json.Marshal(o.mechanical(w))
	must(t, err)
	if strings.Contains(string(data), "oWIBAAKCAQEA") || !strings.Contains(string(data), "REDACTED") {
		t.Errorf("%s", data)
	}
}

// Of hooks that run at the same time one starts a compaction, and after three
// none does for a while, which is said once.
func TestAutoIsClaimed(t *testing.T) {
	s, err := session.Dir(t.TempDir()).Session(sessionID)
	must(t, err)
	o := occasion{voice: &voice{}, s: s}
	took := make(chan bool)
	for range 20 {
		go func() {
			first, err := o.claimAuto()
			took <- first && err == nil
		}()
	}
	n := 0
	for range 20 {
		if <-took {
			n++
		}
	}
	if n != 1 || len(s.Auto().Runs) != 1 {
		t.Errorf("%d of 20 started one, %d runs", n, len(s.Auto().Runs))
	}
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	for _, c := range []struct {
		runs  []time.Time
		first bool
	}{
		{[]time.Time{ago(90 * time.Minute), ago(60 * time.Minute), ago(30 * time.Minute)}, false},
		{[]time.Time{ago(3 * time.Hour), ago(60 * time.Minute), ago(30 * time.Minute)}, true},
		{[]time.Time{ago(5 * time.Minute)}, false},
	} {
		must(t, s.PutAuto(session.Auto{Runs: c.runs}))
		if first, err := o.claimAuto(); first != c.first || err != nil {
			t.Errorf("%v: %v, %v", c.runs, first, err)
		}
	}
	// An orchestrator works for the session already: its line is the person's.
	must(t, s.PutAuto(session.Auto{}))
	unlock, ok, err := safefile.TryLock(s.Lock())
	must(t, err)
	if first, err := o.claimAuto(); !ok || first || err != nil {
		t.Errorf("with a job at work: %v, %v", first, err)
	}
	unlock()
	if first, err := o.claimAuto(); !first || err != nil {
		t.Errorf("without: %v, %v", first, err)
	}
}

// A save that nobody asked for is none of the person's.
func TestUnaskedSave(t *testing.T) {
	s, err := session.Dir(t.TempDir()).Session(sessionID)
	must(t, err)
	must(t, s.PutSaved(session.Saved{ID: "a", At: time.Now(), Unasked: true}))
	if !s.Saved().Asked.IsZero() {
		t.Error("an unasked save counts as asked")
	}
	asked := time.Now().Add(-time.Minute)
	must(t, s.PutSaved(session.Saved{ID: "b", At: asked}), s.PutSaved(session.Saved{ID: "c", At: time.Now(), Unasked: true}))
	if got := s.Saved(); got.ID != "c" || !got.Asked.Equal(asked) {
		t.Errorf("%+v", got)
	}
}
