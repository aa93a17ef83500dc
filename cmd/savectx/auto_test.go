package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"savectx/orchestrator/session"
	"savectx/preserve"
	"savectx/prompts"
)

// What is saved without a model: the last snapshot's items, and the person's
// last requests since the last compaction, in their words.
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

	snap := mechanical(s, transcript, "/work/shop", w)
	if snap.Topic != "shop" || snap.Version != 1 || len(snap.Items) != 2 {
		t.Fatalf("%+v", snap)
	}
	if it := snap.Items[0]; it.Quote != "paint it blue" || it.Text != "The last request" || it.Origin != "requested" {
		t.Errorf("the newest request: %+v", it)
	}
	if q := snap.Items[1].Quote; len([]rune(q)) != 301 || !strings.HasSuffix(q, "…") {
		t.Errorf("the long one: %q", q)
	}

	must(t, s.PutSaved("a", time.Now(), []byte(`{"version":1,"topic":"Mail","language":"en","items":[{"kind":"decision","text":"Klaviyo","why":"cart event"},{"kind":"state","text":"The last request","quote":"an old one"}]}`)))
	snap = mechanical(s, transcript, "/work/shop", w)
	var quotes []string
	for _, it := range snap.Items {
		quotes = append(quotes, it.Quote)
	}
	if snap.Topic != "Mail" || snap.Items[0].Text != "Klaviyo" || len(snap.Items) != 3 || slices.Contains(quotes, "an old one") {
		t.Errorf("%+v", snap)
	}

	snap = mechanical(s, filepath.Join(dir, "none"), "/work/shop", w)
	if len(snap.Items) != 1 || snap.Items[0].Kind != preserve.Decision {
		t.Errorf("without a transcript: %+v", snap.Items)
	}
}
