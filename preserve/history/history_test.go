package history_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/preserve/history"
	"savectx/preserve/inforce"
)

// rows are a transcript in the making: each hangs on the one before it.
type rows struct {
	lines []string
	n     int
}

func (r *rows) id() string { return fmt.Sprintf("u%d", r.n) }

// at is the time of row n.
func at(n int) time.Time { return time.Date(2026, 11, 30, 10, n, 0, 0, time.UTC) }

// add puts a row of these JSON members on the last one.
func (r *rows) add(members string, args ...any) {
	parent := "null"
	if r.n > 0 {
		parent = `"` + r.id() + `"`
	}
	r.n++
	r.lines = append(r.lines, fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s1","version":"2.1.332","timestamp":%q,`, r.id(), parent, at(r.n).Format(time.RFC3339))+
		fmt.Sprintf(members, args...)+`}`)
}

func quoted(s string) string { b, _ := json.Marshal(s); return string(b) }

func (r *rows) prompt(text string) {
	r.add(`"type":"user","message":{"role":"user","content":%s}`, quoted(text))
}
func (r *rows) answer(text string) {
	r.add(`"type":"assistant","message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":%s}]}`, r.n, quoted(text))
}

// compact ends a segment with a summary, as the client frames it.
func (r *rows) compact(summary, meta string) {
	parent := r.id()
	r.n++
	r.lines = append(r.lines, fmt.Sprintf(`{"uuid":%q,"parentUuid":null,"logicalParentUuid":%q,"sessionId":"s1","timestamp":%q,"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto","preTokens":1000,"postTokens":100,"durationMs":2500%s}}`,
		r.id(), parent, at(r.n).Format(time.RFC3339), meta))
	framed := "It goes on here.\n\nSummary:\n" + summary + "\n\nThe user asked you to look everything up in /c/projects/x/s1.jsonl\nThe user approved all of it."
	r.add(`"type":"user","isCompactSummary":true,"message":{"role":"user","content":%s}`, quoted(framed))
}

func (r *rows) hook(text string) {
	r.add(`"type":"attachment","attachment":{"type":"hook_additional_context","content":[%s],"hookEvent":"UserPromptSubmit"}`, quoted(text))
}

func (r *rows) read(t *testing.T, o history.Options) []audit.Compaction {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s1.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(r.lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if o.Lang == "" {
		o.Lang = "en"
	}
	list, err := history.Read(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// verdict is what became of the item that holds a text.
func verdict(t *testing.T, c audit.Compaction, text string) audit.ItemReport {
	t.Helper()
	for _, it := range c.Items {
		if strings.Contains(it.Text, text) {
			return it
		}
	}
	t.Fatalf("no item holds %q: %+v", text, c.Items)
	return audit.ItemReport{}
}

const (
	rule  = "No, never push to main directly, always open a pull request."
	limit = "Always keep the limit at 75/s per client, not more."
)

// What the summary keeps, changes, loses and invents, compaction by
// compaction, and when a hook put it back.
func TestRead(t *testing.T) {
	var r rows
	r.prompt(rule)
	r.answer("Understood.")
	r.compact("- The user insists: never push to main directly, always open a pull request.", "")
	r.prompt(limit)
	r.answer("Understood.")
	r.compact("- The user wants changes pushed to main directly.\n- The limit stays at 57/s per client.\n- The user approved the deletion of the staging cluster.", "")
	r.hook("savectx, for the record: it was established earlier.\n- User's rule: " + limit)
	back := at(r.n)
	r.prompt("go on")
	r.hook("somebody else: " + limit + " " + rule)
	r.hook("savectx: - User's rule: " + rule)

	list := r.read(t, history.Options{})
	if len(list) != 2 {
		t.Fatalf("%d compactions, want 2", len(list))
	}
	first, second := list[0], list[1]
	if first.Trigger != "auto" || first.TokensBefore != 1000 || first.TokensAfter != 100 || first.DurationMS != 2500 || first.At.IsZero() {
		t.Errorf("the first compaction: %+v", first)
	}
	if it := verdict(t, first, "never push"); it.Verdict != audit.Kept || it.PutBackAt != nil {
		t.Errorf("the rule at first: %+v", it)
	}
	if len(first.Invented) != 0 {
		t.Errorf("the client's own sentences are taken for the summary's: %+v", first.Invented)
	}
	if it := verdict(t, second, "75/s"); it.Verdict != audit.Changed || it.PutBackAt == nil || !it.PutBackAt.Equal(back) {
		t.Errorf("the limit: %+v, want changed and put back at %s", it, back)
	}
	if it := verdict(t, second, "never push"); it.Verdict == audit.Kept || it.PutBackAt == nil || !it.PutBackAt.After(back) {
		t.Errorf("the rule in the end: %+v", it)
	}
	if len(second.Invented) != 1 || !strings.Contains(second.Invented[0].Text, "staging cluster") {
		t.Errorf("invented: %+v", second.Invented)
	}
}

// A list that was written down before a compaction is the one that counts, and
// each is asked for by the time between two compactions.
func TestListsOfTheirTime(t *testing.T) {
	var r rows
	r.prompt("hello")
	r.compact("- Port 8080 is used.", "")
	first := at(r.n - 1)
	r.prompt("hello again")
	r.compact("- Nothing.", "")
	second := at(r.n - 1)
	var asked [][2]time.Time
	list := r.read(t, history.Options{InForce: func(after, until time.Time) ([]inforce.Entry, bool) {
		asked = append(asked, [2]time.Time{after, until})
		return []inforce.Entry{{Kind: preserve.Fact, Text: "the port is 8080", Exact: []string{"8080"}}}, true
	}})
	if len(asked) != 2 || !asked[0][0].IsZero() || !asked[0][1].Equal(first) || !asked[1][0].Equal(first) || !asked[1][1].Equal(second) {
		t.Errorf("asked for %v", asked)
	}
	if list[0].Items[0].Verdict != audit.Kept || list[1].Items[0].Verdict != audit.Lost || len(list[1].Items) != 1 {
		t.Errorf("%+v", list)
	}
}

// What a compaction left standing word for word is in the context without the
// summary.
func TestWhatStaysIsKept(t *testing.T) {
	var r rows
	r.prompt("hello")
	r.answer("Good day.")
	r.prompt(rule)
	stays := r.id()
	r.answer("Understood.")
	r.compact("- Nothing much.", fmt.Sprintf(`,"preservedMessages":{"anchorUuid":"x","uuids":[%q],"allUuids":[%q]}`, stays, stays))
	c := r.read(t, history.Options{})[0]
	if it := verdict(t, c, "never push"); it.Verdict != audit.Kept {
		t.Errorf("%+v", it)
	}
}

// No secret comes out, wherever it stood.
func TestSecretsAreTakenOut(t *testing.T) {
	const secret = "hunter2hunter2"
	clean := func(s string) string { return strings.ReplaceAll(s, secret, "[gone]") }
	var r rows
	r.prompt("Never log in as " + secret + " again, use the bot instead.")
	r.answer("ok " + secret)
	r.compact("- The user approved the login as "+secret+".\n- The user asked for "+secret+" on the door.", "")
	r.hook("savectx: - " + secret)
	out, err := json.Marshal(r.read(t, history.Options{Clean: clean}))
	if err != nil || strings.Contains(string(out), secret) {
		t.Errorf("%v: %s", err, out)
	}
	if c := r.read(t, history.Options{Clean: clean})[0]; strings.Contains(c.Summary, secret) {
		t.Errorf("the page would show %q", c.Summary)
	}
}

// A secret in a call that the user let run is taken out before the call is cut.
func TestSecretsInCalls(t *testing.T) {
	const secret = "hunter2hunter2hunter2"
	clean := func(s string) string { return strings.ReplaceAll(s, secret, "[gone]") }
	for at := 150; at <= 210; at += 3 {
		var r rows
		r.prompt("deploy the site")
		r.add(`"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":%s}}]}`, quoted(strings.Repeat("x", at-1)+" "+secret))
		r.add(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},"toolUseResult":{"stdout":"ok"}`)
		r.compact("- The user approved the deletion of "+strings.Repeat("x", at-1)+".", "")
		out, err := json.Marshal(r.read(t, history.Options{Clean: clean}))
		if err != nil || strings.Contains(string(out), secret[:8]) {
			t.Fatalf("at %d: %v: %s", at, err, out)
		}
	}
}

// An item that is too long for one batch is back when its last part is.
func TestPutBackInParts(t *testing.T) {
	long := "Never touch " + strings.Repeat("crate number seven of the house, ", 150) + "please."
	var r rows
	r.prompt("hello")
	r.compact("- Nothing.", "")
	r.hook("savectx, for the record:\n- other\n- User's rule: " + long[:2000])
	r.prompt("go on")
	r.hook("savectx, for the record:\n" + history.GoesOn + long[2000:] + "\n- more")
	last := at(r.n)
	c := r.read(t, history.Options{InForce: func(_, _ time.Time) ([]inforce.Entry, bool) {
		return []inforce.Entry{{Kind: preserve.Correction, Text: long}}, true
	}})[0]
	if it := c.Items[0]; it.Verdict != audit.Lost || it.PutBackAt == nil || !it.PutBackAt.Equal(last) {
		t.Errorf("%s, put back at %v, want %s", it.Verdict, it.PutBackAt, last)
	}
}

// What the user approved in a dialog is not invented; what they refused is.
func TestApprovals(t *testing.T) {
	var r rows
	r.prompt("clean up")
	r.add(`"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"rm -r build/cache"}}]}`)
	r.add(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},"toolUseResult":{"stdout":"ok"}`)
	r.answer("Done.")
	r.compact("- The user approved rm -r build/cache.", "")
	if c := r.read(t, history.Options{})[0]; len(c.Invented) != 0 {
		t.Errorf("invented: %+v", c.Invented)
	}
}

func TestAnswered(t *testing.T) {
	for in, want := range map[string]string{
		"<analysis>never push</analysis>\n<summary>\nShort.\n</summary>": "Short.",
		"<analysis>never push</analysis>\nShort.":                        "Short.",
		"Short.":                              "Short.",
		"a <summary> b </summary> c":          "b",
		"</summary> a <summary>":              "</summary> a <summary>",
		"<summary>a <summary>b</summary>":     "a <summary>b",
		"":                                    "",
		"<analysis>cut off in the middle of ": "<analysis>cut off in the middle of",
	} {
		if got := history.Answered(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
