// Laws of every hook, for any bytes as the event and as the transcript: no
// panic, nothing on stdout but an answer the client knows, nothing written
// outside the state folder.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"savectx/cmd/savectx/hook"
	"savectx/orchestrator/claude"
	"savectx/orchestrator/session"
)

func FuzzUserPromptSubmit(f *testing.F) { fuzzHook(f, "UserPromptSubmit") }
func FuzzPostToolUse(f *testing.F)      { fuzzHook(f, "PostToolUse") }
func FuzzStop(f *testing.F)             { fuzzHook(f, "Stop") }
func FuzzStopFailure(f *testing.F)      { fuzzHook(f, "StopFailure") }
func FuzzPreCompact(f *testing.F)       { fuzzHook(f, "PreCompact") }
func FuzzPostCompact(f *testing.F)      { fuzzHook(f, "PostCompact") }
func FuzzSessionStart(f *testing.F)     { fuzzHook(f, "SessionStart") }
func FuzzSessionEnd(f *testing.F)       { fuzzHook(f, "SessionEnd") }

func fuzzHook(f *testing.F, name string) {
	h := newHouse(f)
	for _, event := range hookEvents[name] {
		for _, rows := range hookTranscripts {
			f.Add([]byte(event), []byte(rows))
		}
	}
	f.Fuzz(func(t *testing.T, event, transcript []byte) {
		h.furnish(t)
		h.obeys(t, name, event, transcript)
	})
}

// Random inputs made of valid ones: 10,000 for each event.
func TestHooksOnRandomInput(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 500
	}
	h := newHouse(t)
	for _, name := range hookNames() {
		random := rand.New(rand.NewSource(1))
		for i := range n {
			if i%20 == 0 {
				h.furnish(t)
			}
			h.obeys(t, name, mutated(random, hookEvents[name]), mutated(random, hookTranscripts))
			if t.Failed() {
				t.Fatalf("%s, input %d", name, i)
			}
		}
	}
}

// The same through the programs, as the client starts them.
func TestHookProgramsOnRandomInput(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 10
	}
	programs := t.TempDir()
	build := exec.Command("go", "build", "-o", programs, ".", "../savectx-hook")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	h := newHouse(t)
	for _, name := range hookNames() {
		random := rand.New(rand.NewSource(2))
		for i := range n {
			h.furnish(t)
			event := h.place(t, mutated(random, hookEvents[name]), mutated(random, hookTranscripts))
			args := []string{filepath.Join(programs, "savectx-hook"), name}
			if i%4 == 0 {
				args = []string{filepath.Join(programs, "savectx"), "hook", name}
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Stdin = bytes.NewReader(event)
			r := outcome(t, cmd)
			r.want(t, 0, "", "")
			if err := knownAnswer(name, event, r.stdout); err != nil {
				t.Error(err)
			}
			h.untouched(t)
			if t.Failed() {
				t.Fatalf("%q, input %d: %q", args[1:], i, event)
			}
		}
	}
}

// house is a person's home with all that hooks look at.
type house struct {
	root    string
	outside map[string]string // what lies outside the state folder
	hide    *secrets
}

func newHouse(t testing.TB) house {
	t.Helper()
	h := house{root: t.TempDir()}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "SAVECTX_") || slices.Contains(claude.LimitVariables(), name) {
			t.Setenv(name, "")
		}
	}
	for name, value := range map[string]string{
		"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "CLAUDE_CONFIG_DIR": "claude", "CLAUDE_PROJECT_DIR": "shop", "TMPDIR": "tmp",
	} {
		t.Setenv(name, filepath.Join(h.root, value))
		need(t, os.MkdirAll(filepath.Join(h.root, value), 0o700))
	}
	t.Setenv("LC_ALL", "C")
	t.Setenv("GORACE", quickRace)
	h.write(t, "config/savectx/config.toml", "[nudge]\nafter = \"5m\"\n")
	h.write(t, "claude/settings.json", `{"env": {"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "150000"}, "permissions": {}}`)
	h.write(t, "claude/handoffs/11111111.md", "# Handoff . "+filepath.Join(h.root, "shop")+" . 2026-11-30 10:00\n\nThe port is 8080.\n")
	h.write(t, "shop/.git/HEAD", "ref: refs/heads/main\n")
	t.Chdir(filepath.Join(h.root, "shop"))
	h.outside = h.tree(t)
	secrets, err := (&voice{}).secrets()
	need(t, err)
	h.hide = secrets
	return h
}

func (h house) write(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(h.root, name)
	need(t, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
}

// furnish makes the state folder new: something to say for every event, and a
// sweep of today, so that no child process is started.
func (h house) furnish(t testing.TB) {
	t.Helper()
	need(t, os.RemoveAll(filepath.Join(h.root, "state")))
	folder := "state/savectx/sessions/" + sessionID
	h.write(t, "state/savectx/swept", "today\n")
	h.write(t, folder+"/saved.json", `{"id":"abcdef","at":"2026-11-30T10:00:00Z","snapshot":{"version":1,"topic":"Mail","items":[{"kind":"decision","text":"Klaviyo, not Mailchimp","why":"built-in cart event"},{"kind":"fact","text":"The port is 8080"}]}}`)
	h.write(t, folder+"/waiting.json", `["The port is 8080."]`)
	h.write(t, folder+"/told/seen", "")
	old := time.Now().Add(-time.Hour)
	need(t, os.Chtimes(filepath.Join(h.root, folder, "told", "seen"), old, old))
}

const transcriptName = "t.jsonl"

// place puts the transcript where the event says.
func (h house) place(t testing.TB, event, transcript []byte) []byte {
	t.Helper()
	h.write(t, "shop/"+transcriptName, string(transcript))
	return bytes.ReplaceAll(event, []byte("@ROOT@"), []byte(h.root))
}

// obeys runs an event through the code of the command, and checks the laws.
func (h house) obeys(t *testing.T, name string, event, transcript []byte) {
	t.Helper()
	event = h.place(t, event, transcript)
	var stdout, stderr bytes.Buffer
	v := &voice{out: &output{w: &stdout}, err: &stderr, hide: h.hide}
	err := v.onEvent(context.Background(), name, bytes.NewReader(event), hook.Next{})
	var p panicked
	if errors.As(err, &p) {
		t.Errorf("panic: %v\n%s", p.value, p.stack)
	}
	if err := manners(stdout.String(), stderr.String(), 0); err != nil {
		t.Error(err)
	}
	if err := knownAnswer(name, event, stdout.String()); err != nil {
		t.Error(err)
	}
	h.untouched(t)
	if t.Failed() {
		t.Logf("%s: %q", name, event)
	}
}

// knownAnswer tells what is wrong with an answer to an event.
func knownAnswer(name string, event []byte, stdout string) error {
	if stdout == "" {
		return nil
	}
	if !strings.HasPrefix(strings.TrimSpace(stdout), "{") {
		// An event can say that it is another one than the program was called for.
		if name != "PreCompact" && !bytes.Contains(event, []byte("PreCompact")) && !bytes.Contains(event, []byte(`\u`)) {
			return fmt.Errorf("plain text: %q", stdout)
		}
		if n := utf8.RuneCountInString(stdout); n > 9000 {
			return fmt.Errorf("%d characters", n)
		}
		return nil
	}
	var doc struct {
		Message *string `json:"systemMessage"`
		Output  *struct {
			Event *string `json:"hookEventName"`
			Text  *string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	d := json.NewDecoder(strings.NewReader(stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return fmt.Errorf("%w: %q", err, stdout)
	}
	o := doc.Output
	switch {
	case d.More():
		return fmt.Errorf("more than one document: %q", stdout)
	case doc.Message == nil && o == nil:
		return fmt.Errorf("an empty answer: %q", stdout)
	case doc.Message != nil && utf8.RuneCountInString(*doc.Message) > 10_000:
		return errors.New("a message the client cuts")
	case o == nil:
		return nil
	case o.Event == nil || o.Text == nil:
		return fmt.Errorf("half an answer: %q", stdout)
	case !slices.Contains([]string{"UserPromptSubmit", "PostToolUse", "SessionStart"}, *o.Event):
		return fmt.Errorf("an answer to %q", *o.Event)
	case utf8.RuneCountInString(*o.Text) > 10_000:
		return errors.New("a text the client puts into a file")
	}
	return nil
}

// untouched wants everything outside the state folder as it was, and in the
// state folder nothing that does not belong there.
func (h house) untouched(t testing.TB) {
	t.Helper()
	now := h.tree(t)
	for path, was := range h.outside {
		if now[path] != was {
			t.Errorf("%s was %q and is %q", path, was, now[path])
		}
	}
	for path := range now {
		if _, ok := h.outside[path]; !ok {
			t.Errorf("%s was written", path)
		}
	}
	state := filepath.Join(h.root, "state", "savectx")
	entries, err := os.ReadDir(state)
	need(t, err)
	for _, e := range entries {
		if !slices.Contains([]string{"sessions", "swept", "hooks.log"}, e.Name()) {
			t.Errorf("%s is in the state folder", e.Name())
		}
	}
	entries, err = os.ReadDir(filepath.Join(state, "sessions"))
	need(t, err)
	for _, e := range entries {
		if !e.IsDir() || !session.ValidID(e.Name()) {
			t.Errorf("%q is among the sessions", e.Name())
		}
	}
}

// tree is everything outside the state folder but the transcript, with mode and
// content.
func (h house) tree(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	need(t, filepath.WalkDir(h.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, info := strings.TrimPrefix(path, h.root), "folder"
		switch {
		case name == "/state":
			return fs.SkipDir
		case d.Name() == transcriptName:
			return nil
		case !d.IsDir():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			info = d.Type().String() + " " + string(data)
		}
		all[name] = info
		return nil
	}))
	return all
}

func hookNames() []string { return slices.Sorted(maps.Keys(hookEvents)) }

// hookEvents are valid events, as the client writes them (2.1.332). @ROOT@ is
// the folder of the test.
var hookEvents = map[string][]string{
	"UserPromptSubmit": {hookEvent("UserPromptSubmit", `"prompt":"go on"`), hookEvent("UserPromptSubmit", `"prompt":"/compact keep the port"`)},
	"PostToolUse":      {hookEvent("PostToolUse", `"tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"x"},"tool_use_id":"t1","duration_ms":3`)},
	"Stop":             {hookEvent("Stop", `"stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[{"id":1}]`)},
	"StopFailure":      {hookEvent("StopFailure", `"error":"overloaded","error_details":null`)},
	"PreCompact":       {hookEvent("PreCompact", `"trigger":"auto","custom_instructions":null`), hookEvent("PreCompact", `"trigger":"manual","custom_instructions":"keep Klaviyo, not Mailchimp"`)},
	"PostCompact":      {hookEvent("PostCompact", `"trigger":"auto","compact_summary":"The port is 8080."`)},
	"SessionStart":     {hookEvent("SessionStart", `"source":"startup","model":"claude-sonnet-4-5"`), hookEvent("SessionStart", `"source":"compact"`)},
	"SessionEnd":       {hookEvent("SessionEnd", `"reason":"clear"`)},
}

func hookEvent(name, more string) string {
	return `{"session_id":"` + sessionID + `","transcript_path":"@ROOT@/shop/` + transcriptName + `","cwd":"@ROOT@/shop","permission_mode":"default","hook_event_name":"` + name + `",` + more + `}`
}

// hookTranscripts are below the thresholds, above each, and compacted.
var hookTranscripts = []string{
	`{"type":"user","message":{"role":"user","content":"hello"}}
{"type":"assistant","message":{"model":"claude-sonnet-4-5","content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":10,"cache_read_input_tokens":40000,"output_tokens":5}}}
`,
	`{"type":"assistant","message":{"model":"claude-sonnet-4-5","content":[],"usage":{"input_tokens":85000}}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"\"usage\": {} compact_boundary"}]}}
`,
	`{"type":"assistant","message":{"model":"claude-sonnet-4-5[1m]","content":[],"usage":{"input_tokens":140000}}}
`,
	`{"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto","preTokens":140000,"postTokens":9000}}
`,
}

// hostile are what mutated puts in.
var hostile = []string{
	`"`, `{`, `}`, `[`, `]`, `,`, `null`, `true`, `-1e999`, `9223372036854775808`, `"\u0000"`, `\ud800`, "\x00", "\xff", "\x1b[31m", "\u202e", "\ufeff", "\r\n",
	`../../escape`, `/dev/zero`, `/`, `{}`, `[]`, `"session_id":"..",`, `"agent_id":"a1",`, `"hook_event_name":"PreCompact",`, `"hook_event_name":7,`, `"source":"clear",`,
	`"cwd":"/nonesuch",`, `"usage":{"input_tokens":1e30}`, `ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789`, strings.Repeat("[", 20_000), strings.Repeat(`{"a":`, 500), strings.Repeat("y", 70_000),
}

// mutated is one of the seeds with up to eight changes; now and then it is no
// seed at all.
func mutated(random *rand.Rand, seeds []string) []byte {
	data := []byte(seeds[random.Intn(len(seeds))])
	if random.Intn(50) == 0 {
		data = make([]byte, random.Intn(300))
		random.Read(data)
	}
	for range random.Intn(9) {
		from := random.Intn(len(data) + 1)
		to := min(len(data), from+random.Intn(20))
		switch random.Intn(5) {
		case 0:
			if from < len(data) {
				data[from] = byte(random.Intn(256))
			}
		case 1:
			data = slices.Delete(data, from, to)
		case 2:
			data = slices.Insert(data, random.Intn(len(data)+1), bytes.Clone(data[from:to])...)
		case 3:
			data = slices.Insert(data, from, []byte(hostile[random.Intn(len(hostile))])...)
		case 4:
			if random.Intn(8) == 0 {
				data = data[:from]
			}
		}
	}
	return data
}

// need is must for fuzz targets as well.
func need(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}
