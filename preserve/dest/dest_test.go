package dest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"savectx/preserve"
)

var at = time.Date(2026, 11, 30, 14, 30, 15, 0, time.UTC)

func TestSectionOf(t *testing.T) {
	want := map[preserve.Kind]Section{
		preserve.Correction: Preferences, preserve.DeadEnd: Findings, preserve.Decision: Decisions, preserve.Waiting: OpenQuestions,
		preserve.Open: OpenQuestions, preserve.State: InProgress, preserve.Investigation: Findings, preserve.Architecture: Architecture,
		preserve.Reference: References, preserve.Preference: Preferences, preserve.Fact: Architecture, "": Architecture,
	}
	no := false
	for _, kind := range append(preserve.Kinds(), "") {
		if got := SectionOf(preserve.Item{Kind: kind}); got != want[kind] {
			t.Errorf("%s: %q, want %q", kind, got, want[kind])
		}
		if got := SectionOf(preserve.Item{Kind: kind, Approved: &no}); got != OpenQuestions {
			t.Errorf("%s, not granted: %q", kind, got)
		}
	}
	if got := SectionOf(preserve.Item{Kind: preserve.Open, Done: true}); got != InProgress {
		t.Errorf("done: %q", got)
	}
}

func TestBlocks(t *testing.T) {
	const head, one = "## 2026-11-30 14:30  ·  session: ts-1", "\n\n**Topic**: T\n\n### Decisions\n- a\n"
	entry := Block{When: "2026-11-30 14:30", Tag: "ts-1", Topic: "T", From: 1, To: 7, Bullets: []string{"- a"}}
	moved := func(by int) Block { b := entry; b.From += by; b.To += by; return b }
	for name, c := range map[string]struct {
		src  string
		want []Block
	}{
		"nothing":         {"", nil},
		"header alone":    {tempHeader, nil},
		"two spaces":      {head + one, []Block{entry}},
		"one space":       {strings.ReplaceAll(head, "  ", " ") + one, []Block{entry}},
		"CRLF":            {strings.ReplaceAll(head+one, "\n", "\r\n"), []Block{entry}},
		"CR":              {strings.ReplaceAll(head+one, "\n", "\r"), []Block{entry}},
		"CR before":       {"x\r" + head + one, []Block{moved(1)}},
		"BOM":             {"\ufeff" + head + one, []Block{entry}},
		"no final end":    {strings.TrimSuffix(head+one, "\n"), []Block{entry}},
		"in a fence":      {"```\n" + head + "\n```\n", nil},
		"in a comment":    {"<!--\n" + head + "\n-->\n", nil},
		"another section": {head + one + "## Notes\n- b\n", []Block{entry}},
		"level 1 ends it": {head + one + "# Notes\n- b\n", []Block{entry}},
		"level 3 is none": {"#" + head + one, nil},
		"two":             {head + one + head + one, []Block{entry, moved(6)}},
		"another dot":     {"## 2026-11-30 14:30 - session: ts-1\n- a\n", nil},
		"lines of an item": {head + "\n- a\n  ```\n  ## 2026-11-30 14:30  ·  session: ts-2\n\n  - b\n  ```\ntext\n  no item\n* c\n",
			[]Block{{When: entry.When, Tag: "ts-1", From: 1, To: 11, Bullets: []string{"- a", "  ```", "  ## 2026-11-30 14:30  ·  session: ts-2", "", "  - b", "  ```", "* c"}, Other: []string{"text", "  no item"}}}},
	} {
		if got := Blocks([]byte(c.src)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestHandoffName(t *testing.T) {
	for _, c := range []struct{ session, root, want string }{
		{"0b9a6a7e-2a30-4f0e", "/p", "0b9a6a7e.md"},
		{"short", "/p", "short.md"},
		{"../../../etc", "/p", "root.md"},
		{"..", "/p", "root.md"},
		{"a/b\\c\x00d", "/p", "a_b_c_d.md"},
		{"שיחה-1234", "/p", "שיחה.md"},
		{"1234567ש", "/p", "1234567_.md"},
		{"", "/home/me/my project", "my project.md"},
		{"", "/home/me/购物车", "购物车.md"},
		{"", "/", "root.md"},
		{"", "/a\nb", "a_b.md"},
		{"", "/" + strings.Repeat("字", 80), strings.Repeat("字", 60) + ".md"},
	} {
		if got := HandoffName(c.session, c.root); got != c.want || strings.ContainsRune(got, '/') {
			t.Errorf("%q, %q: %q, want %q", c.session, c.root, got, c.want)
		}
	}
}

func TestHandoffIsReadBack(t *testing.T) {
	const resume = "Continue where we left off.\n\nBuilding: x"
	for _, c := range []struct{ line, hidden string }{
		{"/compact Keep: a.", "Keep: a."},
		{"/compact Keep: a --> b", `Keep: a --\> b`},
		{"/compact Keep: a\n--> # Handoff . b\r\n", `Keep: a --\> # Handoff . b`},
		{"/compact a --!> b <!-- c --->", `a --\!> b <\!-- c ---\>`},
		{"Keep: /compact", "Keep: /compact"},
	} {
		for _, text := range []string{resume, "", resume + "\n<!-- compact: /clear -->\nmore"} {
			file := string(Handoff(text, c.line, "/a . b/שלום", at))
			root, when, got, ok := ReadHandoff([]byte(file))
			want := strings.Replace(text, "<!--", `<\!--`, 1)
			if !ok || !IsHandoff([]byte(file)) || root != "/a . b/שלום" || when != "2026-11-30 14:30" || got != want {
				t.Errorf("%q: %q, %q, %q, %v", file, root, when, got, ok)
			}
			if !strings.HasSuffix(file, "\n\n<!-- compact: "+c.hidden+" -->\n") || strings.Count(file, "<!-- compact:") != 1 {
				t.Errorf("%q does not end with %q", file, c.hidden)
			}
		}
	}
	for src, want := range map[string]bool{"": false, "# Handoff": false, " # Handoff . a": false, "# Handoff . a": true, "# Handoff . a . b\r\n\r\nc\r\n": true} {
		if _, _, _, ok := ReadHandoff([]byte(src)); ok != want || IsHandoff([]byte(src)) != want {
			t.Errorf("%q: %v", src, ok)
		}
	}
}

func TestTick(t *testing.T) {
	for name, c := range map[string]struct {
		src, text, want string
		ok, had         bool
	}{
		"open":          {"- [ ] Ship it\n", "ship it", "- [x] Ship it\n", true, false},
		"no final end":  {"a\n- [ ] Ship it", "Ship it.", "a\n- [x] Ship it", true, false},
		"star":          {"* [ ] `Ship` it\n", "Ship it", "* [x] `Ship` it\n", true, false},
		"indented":      {"  + [ ] Ship it\n", "Ship it", "  + [x] Ship it\n", true, false},
		"CRLF":          {"- [ ] Ship it\r\n- [ ] b\r\n", "Ship it", "- [x] Ship it\r\n- [ ] b\r\n", true, false},
		"reason":        {"- [ ] Ship it (why: now)\n", "Ship it", "- [x] Ship it (why: now)\n", true, false},
		"wide reason":   {"- [ ] 发布（原因：现在）\n", "发布", "- [x] 发布（原因：现在）\n", true, false},
		"longer":        {"- [ ] Ship it all\n", "Ship it", "", false, false},
		"ticked":        {"- [x] Ship it\n", "Ship it", "", false, true},
		"ticked, open":  {"- [X] Ship it\n- [ ] Ship it\n", "Ship it", "- [X] Ship it\n- [x] Ship it\n", true, true},
		"ambiguous":     {"- [ ] Ship it\n* [ ] ship it\n", "Ship it", "", false, true},
		"nothing said":  {"- [ ] (later)\n- [ ] \n", "...", "", false, false},
		"no task":       {"- Ship it\n[ ] Ship it\n", "Ship it", "", false, false},
		"empty":         {"", "Ship it", "", false, false},
		"escaped":       {"- [ ] \\# one\n", "# one", "- [x] \\# one\n", true, false},
		"other numbers": {"- [ ] Raise it to 750\n", "Raise it to 75", "", false, false},
	} {
		if c.want == "" {
			c.want = c.src
		}
		out, ok, had := Tick([]byte(c.src), c.text)
		if string(out) != c.want || ok != c.ok || had != c.had {
			t.Errorf("%s: %q, %v, %v", name, out, ok, had)
		}
	}
}

func TestOpenTasks(t *testing.T) {
	for src, want := range map[string]string{
		"- [ ] a\n": "", "# T\n- [x] a\n": "",
		"# T\n## Open\n- [ ] a\n## Done\n- [x] b\n": "T > Open",
		"# T\r\n- [ ] a\r\n":                        "T",
	} {
		if got := OpenTasks([]byte(src)); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestDecision(t *testing.T) {
	w := words(t, "en")
	it := preserve.Item{Kind: preserve.Decision, Text: "Klaviyo, not Mailchimp", Why: "built-in", Quote: "go", Exact: []string{"a`b", "**x\n**y"}}
	dead := preserve.Item{Kind: preserve.DeadEnd, Text: strings.Repeat("word ", 30), Why: "no"}
	for _, c := range []struct{ got, want []string }{
		{Decision(it, "Mail", "", at, w), []string{"## 2026-11-30: Klaviyo, not Mailchimp", "**Context**: Mail  ",
			"**Decision**: Klaviyo, not Mailchimp (user's words: “go”) (exactly: ``a`b``)  ", "**Why**: built-in", "```", "**x", "**y", "```"}},
		{Decision(it, "Mail", "2026-11-02: All", at, w)[:3], []string{"## 2026-11-30: Klaviyo, not Mailchimp", "**Replaces**: 2026-11-02: All  ", "**Context**: Mail  "}},
		{Decision(dead, "Mail", "", at, w), []string{"## 2026-11-30: " + "Tried and dropped: " + strings.TrimSpace(strings.Repeat("word ", 10)) + "…", "**Context**: Mail  ",
			"**Rejected**: " + strings.TrimSpace(dead.Text) + "  ", "**Why**: no"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("\n got %q\nwant %q", c.got, c.want)
		}
	}
}

func TestContradicts(t *testing.T) {
	const src = "# D\n\n## 2026-11-01: All mail goes through Mailchimp\n\n```\n## 2026-11-05: All mail goes through pigeons\n```\n\n## 2026-11-02: Prices are stored in cents\n\n## 2026-11-03: 所有邮件都通过 Mailchimp 发送\n"
	for text, want := range map[string]string{
		"All mail goes through Klaviyo":    "2026-11-01: All mail goes through Mailchimp",
		"All mail goes through Mailchimp.": "", // the same thing
		"Prices are stored as decimals":    "2026-11-02: Prices are stored in cents",
		"所有邮件都通过 Klaviyo 发送":               "2026-11-03: 所有邮件都通过 Mailchimp 发送",
		"Dark mode":                        "",
		"…":                                "",
	} {
		if got := Contradicts([]byte(src), preserve.Item{Text: text}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for name, want := range map[string]string{
		"2026-11-02": "2026-11-02: Prices are stored in cents", "prices are stored in CENTS.": "2026-11-02: Prices are stored in cents",
		"2026-11-01: All mail goes through Mailchimp": "2026-11-01: All mail goes through Mailchimp", "mail-provider": "", "": "", "2026-11-05": "",
	} {
		if got := Replaced([]byte(src), name); got != want {
			t.Errorf("%q replaces %q, want %q", name, got, want)
		}
	}
}

func TestRuleFault(t *testing.T) {
	rule := preserve.Item{Text: "Tests never mail real customers", Quote: "never to real customers", Memory: &preserve.Memory{Hook: "mail the test address"}}
	silent, idle := rule, rule
	silent.Quote = " "
	idle.Memory = &preserve.Memory{Name: "x"}
	for _, c := range []struct {
		it        preserve.Item
		src, want string
	}{
		{rule, "# Shop\n", ""},
		{silent, "", NotQuoted},
		{idle, "", NoEffect},
		{rule, "- tests NEVER mail\n  real customers!\n", AlreadySaid},
		{rule, "Said: \"Never to real customers\".", AlreadySaid},
		{rule, "Our tests never mail any real customers.\n", AlreadySaid},
	} {
		if got := RuleFault(c.it, []byte(c.src)); got != c.want {
			t.Errorf("%+v in %q: %q, want %q", c.it, c.src, got, c.want)
		}
	}
}

func TestCovered(t *testing.T) {
	for _, c := range []struct {
		text, src string
		want      bool
	}{
		{"The rate limit is 75", "The rate limit is 75/s.", true},
		{"The rate limit is 75", "The rate limit is 750/s.", false},
		{"The rate limit is 75", "The rate limit is 75.5/s.", false},
		{"75 requests are the limit", "Now 175 requests are the limit", false},
		{"75 requests are the limit", "Now 1.75 requests are the limit", false},
		{"The queue sends 219 mails an hour", "The queue sends 220 mails an hour", false},
		{"The queue sends 219 mails an hour", "An hour: the queue sends 219 mails", true},
		{"a part of a word", "a part of a wordless thing", false},
		{"上限是每秒七十五次请求", "注意：上限是每秒七十五次请求，超出会失败", true},
		{"上限是每秒 75 次请求", "上限是每秒 750 次请求", false},
		{"המגבלה היא 75 לשנייה", "המגבלה היא 750 לשנייה", false},
		{"short", "a short text", false}, // too short to tell
		{"Never send mail to real customers in tests", "- In tests, never send any mail to real customers.", true},
		{"Never send mail to real customers in tests", "Always send mail to real customers in tests", false},
		{"Don't mock the database in integration tests", "Mock the database in integration tests", false},
		{"集成测试不要模拟数据库连接", "集成测试要模拟数据库连接", false},
	} {
		if got := Covered([]byte(c.src), preserve.Item{Text: c.text}); got != c.want {
			t.Errorf("%q in %q: %v", c.text, c.src, got)
		}
	}
}

func TestDecisionNoteName(t *testing.T) {
	for text, want := range map[string]string{
		"Klaviyo, not Mailchimp":         "2026-11-30 Klaviyo, not Mailchimp.md",
		"a/b\\c:d*e?f\"g<h>i|j#k^l[m]n":  "2026-11-30 a b c d e f g h i j k l m n.md",
		"../../etc/passwd":               "2026-11-30 etc passwd.md",
		"...":                            "2026-11-30 decision.md",
		"用 Klaviyo，不用 Mailchimp":         "2026-11-30 用 Klaviyo，不用 Mailchimp.md",
		"one\ntwo\x00three":              "2026-11-30 one two three.md",
		strings.Repeat("word ", 30):      "2026-11-30 word word word word word word word word word.md",
		strings.Repeat("\U00020000", 99): "2026-11-30 " + strings.Repeat("\U00020000", 45) + ".md",
	} {
		if got := DecisionNoteName(preserve.Item{Text: text}, at); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestHoldsDeadEnd(t *testing.T) {
	items := []preserve.Item{
		{Kind: preserve.DeadEnd, Text: "The checkouts/update webhook", Why: "fires too often"},
		{Kind: preserve.DeadEnd, Text: "监听购物车更新"},
		{Kind: preserve.DeadEnd, Text: "האזנה להתראות"},
		{Kind: preserve.Decision, Text: "Klaviyo"},
	}
	for area, want := range map[string]bool{
		"reading the Webhook logs": true, "the JSON debugging round": false, "why it fires": true, "Klaviyo's pages": false,
		"看购物日志": true, "改颜色": false, "יומני האזנה": true, "צבעים": false, "": false,
	} {
		if got := HoldsDeadEnd(area, items); got != want {
			t.Errorf("%q: %v", area, got)
		}
	}
}

func TestLimitsHoldWithManyAndHugeItems(t *testing.T) {
	var s preserve.Snapshot
	s.Topic, s.Goal, s.Status, s.Blockers = "T", strings.Repeat("goal ", 500), "blocked", strings.Repeat("wall ", 500)
	for i := range 90 { // about as many as a snapshot may have
		for n, kind := range preserve.Kinds() {
			s.Items = append(s.Items, preserve.Item{Kind: kind, Text: fmt.Sprintf("%s %d %s", kind, i, strings.Repeat("long ", i*n/20)), Why: "because", Exact: []string{strings.Repeat("x\n", n)}})
		}
		s.Next = append(s.Next, strings.Repeat("step ", 1+i*3))
		s.ReadFirst = append(s.ReadFirst, fmt.Sprint("docs/", i, ".md"))
		s.Compressible = append(s.Compressible, fmt.Sprint("area ", i))
	}
	s.Items = append(s.Items, preserve.Item{Kind: preserve.Correction, Text: strings.Repeat("x", 50_000)}, preserve.Item{Kind: preserve.Correction, Text: "ends with @"})
	others := make([]Other, 90)
	for _, lang := range []string{"en", "zh", "he", "ja", "de"} {
		w := words(t, lang)
		line, resume := CompactLine(s, "/h/0b9a6a7e.md", w), Resume(s, w)
		if n := preserve.Words(line.Text); n > LineWords || n < LineWords/3 {
			t.Errorf("%s: %d words: %s", lang, n, line.Text)
		}
		if n := preserve.Words(resume.Text); n > ResumeWords || n < ResumeWords/2 || utf8.RuneCountInString(resume.Text) > resumeChars {
			t.Errorf("%s: %d words: %s", lang, n, resume.Text)
		}
		if strings.Contains(resume.Text, " 4) ") || strings.Contains(resume.Text, "docs/3.md") {
			t.Errorf("%s: more than three: %s", lang, resume.Text)
		}
		data, leftOut := Now(s, others, at, w)
		if n := strings.Count(string(data), "\n"); n > NowLines || n < NowLines/2 || len(leftOut) == 0 {
			t.Errorf("%s: %d lines, %d left out: %s", lang, n, len(leftOut), data)
		}
	}
}

func TestLimitsLeaveTheLeastImportantOut(t *testing.T) {
	long := strings.Repeat("long ", 120)
	s := preserve.Snapshot{Topic: "T", Items: []preserve.Item{
		{Kind: preserve.State, Text: "state " + long}, {Kind: preserve.Open, Text: "open"}, {Kind: preserve.Correction, Text: "rule " + long},
		{Kind: preserve.Open, Text: "second"}, {Kind: preserve.Open, Text: "third"}, {Kind: preserve.Open, Text: "fourth"},
	}}
	got := Resume(s, words(t, "en"))
	if !reflect.DeepEqual(got.LeftOut, []int{0}) || !reflect.DeepEqual(got.Over, []int{5}) || !strings.Contains(got.Text, "Rules set: rule") || !strings.Contains(got.Text, "1) open  2) second  3) third") {
		t.Errorf("%+v", got)
	}
	s = preserve.Snapshot{Topic: "T", Items: []preserve.Item{{Kind: preserve.DeadEnd, Text: "webhook", Why: "twice"}}, Next: []string{long + long, "short"}}
	if got := Resume(s, words(t, "en")); got.LeftOut != nil || !strings.Contains(got.Text, "webhook") || !strings.Contains(got.Text, "1) short") {
		t.Errorf("%+v", got)
	}
	for n := range 70 { // a last word that opens a picker gets another one behind it
		s := preserve.Snapshot{Items: []preserve.Item{{Kind: preserve.Correction, Text: strings.Repeat("word ", n) + "@x"}}}
		if line := CompactLine(s, "", words(t, "en")).Text; preserve.Words(line) > LineWords || n < 50 && !strings.Contains(line, "@x") {
			t.Errorf("%d words: %s", preserve.Words(line), line)
		}
	}
	if got := CompactLine(preserve.Snapshot{Items: []preserve.Item{{Kind: preserve.State, Text: "half done"}}}, "", words(t, "en")); strings.Contains(got.Text, "half") || got.LeftOut != nil {
		t.Errorf("state is in the line: %+v", got)
	}
}

func TestFreeTag(t *testing.T) {
	const src = "## 2026-11-30 14:30  ·  session: ts-20261130-143015-ffff\n## 2026-11-30 14:30  ·  session: ts-20261130-143015-0000\n"
	for tag, want := range map[string]string{"ts-20261130-143015-ffff": "ts-20261130-143015-0001", "ts-20261130-143015-a3f7": "ts-20261130-143015-a3f7"} {
		if got := FreeTag([]byte(src), tag); got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}
