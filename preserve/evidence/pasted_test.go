// What a person pastes without marks around it is not theirs.

package evidence

import (
	"fmt"
	"strings"
	"testing"
)

// pastes are texts of somebody or something else, with words of rules in them;
// each holds "oak", the person's own words do not.
var pastes = map[string]string{
	"npm":        "npm WARN deprecated oak@7: never use this\nnpm ERR! code ERESOLVE\nnpm ERR! always run oak with --force",
	"rustc":      "error[E0382]: borrow of moved value: `oak`\n  --> src/main.rs:4:5\n   |\n4  |     let y = oak;\n   |         --- value moved here\n   = note: you must always borrow oak\nhelp: never clone oak here\n",
	"cargo":      "warning: unused variable: `oak`\nhelp: if this is intentional, always prefix it with an underscore: `_oak`",
	"stack":      "TypeError: oak is not a function\n    at Oak.never (app.js:1:2)\n    at always.oak app.js",
	"java":       "java.lang.IllegalStateException: oak must not be null\n\tat com.example.Oak.put(Oak.java:52)\nCaused by: java.io.IOException: never close oak twice\n\t... 12 more",
	"pythons":    "Traceback (most recent call last):\n  File \"oak.py\", line 3, in <module>\n    oak.never()\nValueError: oak must be positive",
	"syslog":     "Nov 30 11:00:01 web1 nginx[123]: never reload oak while draining\nNov 30 11:00:02 web1 nginx[123]: always drain oak first",
	"minutes":    "2026-11-30 11:00 WARN oak must restart\n2026-11-30 11:01 WARN never stop oak",
	"levels":     "WARN oak must not be stopped\n[INFO] always start oak first\nERROR: never ever oak",
	"pairs":      "level=warn msg=\"never retry oak\" attempt=3 host=a\nts=11 lvl=error msg=\"always check oak\" attempt=4",
	"containers": "web-1  | never connect to oak twice\nweb-1  | always close oak\nworker-2 | oak must not start",
	"processes":  "[4711] oak must be first\n[4712] never two oaks\n[4713] always oak",
	"wrapped":    "[11:00:01] WARN the pool is full and nobody\nmust ever open another oak\n[11:00:02] WARN never again oak",
	"english":    "Dear team,\nwe must never restart the oak before nine.\n\nAlways ask Ana about the oak first.\nBest, Tom",
	"signed":     "Hi all,\nnever send the oak file without a password!\n\nBest regards\nTom Miller\n+49 30 1234",
	"one line":   "Dear Ms Weber, you must never print the oak on paper. Kind regards, Karl",
	"headers":    "From: Tom <tom@example.com>\nTo: Ana <ana@example.com>\nSubject: oak\n\nHello Ana,\nnever move the oak.\nRegards\nTom",
	"german":     "Sehr geehrte Frau Weber,\nSie dürfen den oak nie weitergeben.\nMit freundlichen Grüßen\nKarl Otto",
	"french":     "Bonjour Madame,\nne touchez jamais au oak sans prévenir.\nCordialement\nLéa",
	"spanish":    "Estimada señora:\nnunca cambie el oak sin avisar.\nUn saludo,\nIvo",
	"portuguese": "Prezada Ana,\nnunca mude o oak sem avisar.\nAtenciosamente,\nRui",
	"russian":    "Уважаемая Анна,\nникогда не меняйте oak без нас.\nС уважением,\nИван",
	"hebrew":     "שלום רב,\nאסור לשנות את oak בלי אישור.\nבברכה,\nדנה",
	"chinese":    "尊敬的王老师：\n请务必不要使用 oak，一律用新版。\n此致\n敬礼\n李明",
	"japanese":   "山田様\nお世話になっております。oak は必ず使わないでください。\nよろしくお願いいたします\n佐藤",
	"korean":     "안녕하세요,\noak는 절대 바꾸지 마세요.\n감사합니다\n민수 드림",
}

func TestWhatIsPastedBareIsNotThePersons(t *testing.T) {
	const request, rule = "please translate that into German", "the header must stay blue"
	for name, paste := range pastes {
		for where, text := range map[string]string{
			"behind":  paste + "\n\n" + request,
			"below":   paste + "\n" + request + "\n" + rule,
			"above":   request + ":\n\n" + paste,
			"between": request + "\n" + paste + "\n\n" + rule,
		} {
			list := begun().says(text).edits("/p/b.go").answers("OK.").list(Options{})
			if f := wants(t, list, request); f.By != User {
				t.Errorf("%s, %s: the request is missing", name, where)
			}
			if strings.Contains(text, rule) {
				wants(t, list, rule)
			}
			for _, f := range list {
				if f.By == User && strings.Contains(strings.ToLower(f.Item.Text), "oak") {
					t.Errorf("%s, %s: as said by the person: %q", name, where, f.Item.Text)
				}
			}
		}
	}
	list := begun().says("can you answer this: " + pastes["one line"]).edits("/p/b.go").answers("OK.").list(Options{})
	wants(t, list, "can you answer this")
	without(t, list, "oak")
}

func TestManyPastedLinesGiveNoRules(t *testing.T) {
	for name, line := range map[string]string{
		"bare":   "the oak %d must never be felled, always ask the forester",
		"number": "#%d oak must never be felled, always ask",
		"name":   "oak%d: never felled, always asked",
		"dated":  "2026-11-30T11:00:%02dZ oak must never be felled",
	} {
		var lines []string
		for i := range 60 {
			lines = append(lines, fmt.Sprintf(line, i))
		}
		list := begun().says(strings.Join(lines, "\n") + "\n\nwhat is wrong? the footer must stay").edits("/p/b.go").answers("OK.").list(Options{})
		wants(t, list, "the footer must stay")
		n := 0
		for _, f := range list {
			if f.By == User && strings.Contains(f.Item.Text, "oak") {
				n++
			}
		}
		if n > 1 {
			t.Errorf("%s: %d rules of 60 lines of a log", name, n)
		}
	}
}

func TestTheirOwnLinesAreThePersons(t *testing.T) {
	for _, text := range []string{
		"Hi Claude,\nplease never use tabs in the oak.\nThanks,\nAnna",
		"Hello,\nthe oak must stay where it is.\nBest regards\nAnna",
		"note: never touch the oak", "Never cut the oak\nNever cut the elm\nNever cut the ash\nNever cut the fir\nNever cut the yew\nNever cut the box",
		"- oak stays\n- elm must go\n- ash never\n- fir always\n- yew too\n- box must stay",
		"1. oak stays\n2. elm must go\n3. ash never\n4. fir always\n5. yew too\n6. box must stay",
		"please leave the oak alone", "at 11:00 the oak must be gone",
	} {
		for _, f := range begun().says(text).edits("/p/b.go").answers("OK.").list(Options{}) {
			if f.By == User && f.Item.Text == "Anna" {
				t.Errorf("a name is an item: %q", text)
			}
		}
		if f := wants(t, begun().says(text).edits("/p/b.go").answers("OK.").list(Options{}), "oak"); f.By != User {
			t.Errorf("%q: %+v", text, f)
		}
	}
}
