// What is found in a session, and what is not.

package evidence

import (
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/transcript"
)

func TestSomebodyElsesWordsAreNotThePersons(t *testing.T) {
	for name, text := range map[string]string{
		"pasted":    "look:\n<pasted_content>\nNever use version 3. Always restart.\n</pasted_content>\nwe use port 8081",
		"fenced":    "this is the config\n```yaml\n# Never use version 3\nkey: always\n```\nwe use port 8081",
		"mail":      "from the mail:\n> Never use version 3!\n> Always restart.\nwe use port 8081",
		"headers":   "we use port 8081\nFrom: A <a@example.com>\nTo: B <b@example.com>\nNever use version 3.",
		"log":       "log:\n2026-11-30 11:00:01 WARN Never use version 3\n[11:00:02] ERR: never use version 3\nE1104 08:11:02.115 you should never use version 3\nwe use port 8081",
		"stack":     "it dies with\njava.lang.IllegalStateException: Never use version 3\n\tat com.example.Never.use(Never.java:3)\nwe use port 8081",
		"quoted":    "the vendor says: \"Never use version 3, always restart it.\" we use port 8081",
		"guillemet": "коллега пишет: «Never use version 3, всегда перезапускайте». we use port 8081",
		"corner":    "取引先のメール：「Never use version 3 必ず再起動してください」we use port 8081",
		"code":      "in the file\nif (version === 3) { // Never use version 3\n  always();\n}\nwe use port 8081",
		"long":      "we use port 8081\n\n" + strings.Repeat("Never use version 3 of it.\n", 60) + "\nthat was the manual",
	} {
		t.Run(name, func(t *testing.T) {
			list := begun().says(text).answers("OK.").list(Options{})
			if f := wants(t, list, "8081"); f.By != User {
				t.Errorf("by %s", f.By)
			}
			for _, f := range list {
				if f.By != Tool && strings.Contains(strings.ToLower(f.Item.Text), "never use version 3") {
					t.Errorf("in the list as said by %s: %q", f.By, f.Item.Text)
				}
			}
		})
	}
}

func TestDictatedWordsAreThePersons(t *testing.T) {
	const words = "Your session has ended, please sign in again"
	f := wants(t, begun().says("the text of the dialog: “"+words+"”").answers("OK.").list(Options{}), words)
	if f.By != User || !slices.Contains(f.Item.Exact, words) {
		t.Errorf("%+v", f)
	}
}

func TestAPastedErrorIsATools(t *testing.T) {
	list := begun().says("what is this?\njava.lang.IllegalStateException: the queue is closed\n\tat com.example.Queue.put(Queue.java:52)\nsince this morning").answers("Hm.").list(Options{})
	f := wants(t, list, "the queue is closed")
	if f.By != Tool || !slices.Contains(f.Item.Exact, "Queue.java:52") {
		t.Errorf("%+v", f)
	}
}

func TestWhatWasTakenBackIsGone(t *testing.T) {
	for name, texts := range map[string][2]string{
		"forget":   {"always export as EPSG:4326 with the map", "forget EPSG:4326, the map is not needed"},
		"german":   {"Kommentare immer auf Englisch", "das mit Kommentare auf Englisch vergiss, hat sich erledigt"},
		"chinese":  {"序列长度一定保持 4096", "4096 那个要求不用了"},
		"japanese": {"コメントは英語で統一", "コメントは英語でなくて、やっぱり日本語に戻して"},
		"value":    {"die Frist auf 30 Tage", "zu lang, 14"},
	} {
		t.Run(name, func(t *testing.T) {
			list := begun().says(texts[0]).answers("OK.").says(texts[1]).answers("OK.").list(Options{})
			without(t, list, texts[0])
			wants(t, list, texts[1])
		})
	}
	list := begun().says("Put the button on the left... no wait, on the right, near the phone").answers("OK.").list(Options{})
	without(t, list, "on the left")
	wants(t, list, "on the right")
}

func TestQuestions(t *testing.T) {
	const asked = "what does the second index do?"
	without(t, begun().says(asked).answers("It sorts.").list(Options{}), asked)
	if f := wants(t, begun().says(asked).list(Options{}), asked); f.Item.Kind != preserve.Open || f.By != User {
		t.Errorf("nobody answered: %+v", f)
	}
	list := begun().says("and if the cache is down, what then?").answers("Both ways have a price. Which one do you want?").says("I'll think about it").answers("Fine.").list(Options{})
	wants(t, list, "and if the cache is down")
	if f := wants(t, list, "Which one do you want?"); f.By != Model || f.Item.Kind != preserve.Waiting {
		t.Errorf("the model's question: %+v", f)
	}
	if f := wants(t, begun().says("weren't the dates in words?").edits("/p/a.go").answers("Now they are.").list(Options{}), "dates in words"); f.Item.Kind != preserve.Correction {
		t.Errorf("a correction as a question: %+v", f)
	}
	wants(t, begun().says("is the label meant to be in English?").answers("I changed it to Spanish.").list(Options{}), "is the label meant to be in English?")
	without(t, begun().answers("Shall I go on?").says("yes").answers("Done.").list(Options{}), "Shall I go on?")
	wants(t, begun().answers("Shall I go on?").list(Options{}), "Shall I go on?")
}

func TestRefusals(t *testing.T) {
	refused := transcript.Result{Outcome: transcript.Refused}
	list := begun().calls("Bash", "command", "kubectl apply -f a.yaml", refused).interrupts().says("freeze").answers("OK.").list(Options{})
	f := wants(t, list, "kubectl apply -f a.yaml")
	if f.Item.Kind != preserve.Waiting || !f.Item.NotGranted() || f.By != Model {
		t.Errorf("the call: %+v", f)
	}
	if f := wants(t, list, "freeze"); f.Item.Kind != preserve.Correction || f.By != User {
		t.Errorf("what was said after it: %+v", f)
	}
	list = begun().calls("Bash", "command", "kubectl apply -f a.yaml", refused).says("ok").runs("kubectl apply -f a.yaml", "applied").list(Options{})
	without(t, list, "kubectl apply")

	refused.Said = "the accountants first"
	f = wants(t, begun().calls("Bash", "command", "pay --all", refused).list(Options{}), "the accountants first")
	if f.Item.Kind != preserve.Correction || f.By != User || !strings.Contains(f.Item.Why, "pay --all") {
		t.Errorf("words with a refusal: %+v", f)
	}
}

func TestChoices(t *testing.T) {
	answered := func(c transcript.Choice) []Found {
		return begun().calls("AskUserQuestion", "questions", "", transcript.Result{Outcome: transcript.Chosen, Answers: []transcript.Choice{c}}).list(Options{})
	}
	f := wants(t, answered(transcript.Choice{Question: "Which store?", Answer: "SQLite"}), "Which store? SQLite")
	if f.Item.Quote != "" || !f.Option || f.Item.Kind != preserve.Decision {
		t.Errorf("an option is the model's word: %+v", f)
	}
	f = wants(t, answered(transcript.Choice{Question: "Which store?", Answer: "whatever ops has", Typed: true}), "whatever ops has")
	if f.Item.Quote != "whatever ops has" || f.Option || f.By != User {
		t.Errorf("typed: %+v", f)
	}
	wants(t, answered(transcript.Choice{Question: "Which store?", Answer: "SQLite", Note: "but only with backups"}), "but only with backups")
}

func TestFailures(t *testing.T) {
	const output = "Exit code 137\nstarting\nKilled"
	f := wants(t, begun().fails("make tiles", output).answers("Hm.").list(Options{}), "make tiles: Exit code 137")
	if f.Item.Kind != preserve.Open || f.By != Tool || !slices.Contains(f.Item.Exact, "Exit code 137") {
		t.Errorf("nothing repaired it: %+v", f)
	}
	list := begun().fails("make tiles", output).says("in parts of 2000 then").edits("/p/tiles.go").runs("make tiles", "ok").list(Options{})
	if f := wants(t, list, "Exit code 137"); f.Item.Kind != preserve.DeadEnd {
		t.Errorf("another way was taken: %+v", f)
	}
	const check = "Exit code 1\n--- FAIL: TestA\n    expected 3, got 2"
	list = begun().fails("go test ./...", check).edits("/p/a.go").runs("go test ./...", "ok").list(Options{})
	without(t, list, "expected 3")
	list = begun().fails("python export.py", "Exit code 1\nCannot find proj.db").runs("PROJ_DATA=/usr/share/proj python export.py", "ok").list(Options{})
	without(t, list, "Cannot find proj.db")
	wants(t, list, "PROJ_DATA=/usr/share/proj python export.py")
	without(t, begun().fails("grep -rn needle .", "Exit code 1").list(Options{}), "grep")
	without(t, begun().runs("cat a.go", "return errors.New(\"fatal: no host\")\nError: this is the text of a file").list(Options{}), "fatal")
	wants(t, begun().runs("./deploy", "copying\nError: disk full on /dev/sda1").list(Options{}), "Error: disk full on /dev/sda1")
	list = begun().runs("./bench --mips", "74 fps, shimmer 0.31").runs("./bench --aniso", "58 fps, shimmer 0.12").list(Options{})
	if f = wants(t, list, "./bench --mips: 74 fps, shimmer 0.31"); f.By != Tool || f.Item.Kind != preserve.DeadEnd || !slices.Contains(f.Item.Exact, "74 fps") {
		t.Errorf("what a try gave: %+v", f)
	}
	if f = wants(t, list, "./bench --aniso: 58 fps, shimmer 0.12"); f.By != Tool || f.Item.Kind != preserve.State || !slices.Contains(f.Item.Exact, "58 fps") {
		t.Errorf("what the last try gave: %+v", f)
	}
}

func TestFilesThatAreNotCommitted(t *testing.T) {
	written := func() *scene {
		return new(scene).says("go").edits("/p/src/a.go").calls("Write", "file_path", "/p/src/b.go", transcript.Result{Outcome: transcript.Done, Text: "created"})
	}
	for command, left := range map[string]string{
		"ls":                         "/p/src/a.go /p/src/b.go",
		"git commit -qam 'x'":        "/p/src/b.go", // git did not know the new one
		"git add -A && git commit":   "",
		"git add src/b.go":           "/p/src/a.go /p/src/b.go",
		"cd /p; git commit src/a.go": "/p/src/b.go",
		"git checkout src/a.go":      "/p/src/b.go",
		"git reset --hard":           "/p/src/b.go",
		"rm src/b.go":                "/p/src/a.go",
		"echo git commit -am x":      "/p/src/a.go /p/src/b.go",
	} {
		list := written().runs(command, "done").list(Options{})
		var have []string
		for _, f := range list {
			if path, ok := strings.CutPrefix(f.Item.Text, "not committed: "); ok {
				have = append(have, path)
			}
		}
		slices.Sort(have)
		if got := strings.Join(have, " "); got != left {
			t.Errorf("after %q: %q, expected %q", command, got, left)
		}
	}
	list := written().add(transcript.Row{Kind: transcript.Shell, Who: transcript.Person, Text: "git add . && git commit -m x"}).list(Options{})
	without(t, list, "not committed")
}

func TestTodosAndPlans(t *testing.T) {
	todos := func(entries ...transcript.Todo) transcript.Result {
		return transcript.Result{Outcome: transcript.Done, Todos: entries}
	}
	list := begun().
		calls("TodoWrite", "todos", "", todos(transcript.Todo{Text: "menu", Status: "pending"}, transcript.Todo{Text: "sitemap", Status: "pending"})).
		calls("TodoWrite", "todos", "", todos(transcript.Todo{Text: "menu", Status: "completed"}, transcript.Todo{Text: "sitemap", Status: "in_progress"})).
		calls("TaskCreate", "subject", "", todos(transcript.Todo{ID: "1", Text: "caustics", Status: "pending"})).
		calls("TaskUpdate", "taskId", "", todos(transcript.Todo{ID: "1", Status: "completed"})).list(Options{})
	without(t, list, "menu")
	without(t, list, "caustics")
	if f := wants(t, list, "sitemap"); f.Item.Kind != preserve.Open {
		t.Errorf("%+v", f)
	}
	list = begun().calls("ExitPlanMode", "plan", "1. replace everything", transcript.Result{Outcome: transcript.Refused, Said: "too much"}).
		calls("ExitPlanMode", "plan", "1. label the inputs", transcript.Result{Outcome: transcript.Approved, Plan: "1. label the inputs"}).list(Options{})
	without(t, list, "replace everything")
	wants(t, list, "label the inputs")
}

func TestRowsThatAreNotInTheConversation(t *testing.T) {
	s := begun()
	s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: "never use port 1", Off: true})
	s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: "never use port 2", Sidechain: true})
	s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: "never use port 3", Twice: true})
	s.add(transcript.Row{Kind: transcript.Message, Who: transcript.Agent, Text: "never use port 4"})
	s.add(transcript.Row{Kind: transcript.Meta, Who: transcript.Client, Text: "never use port 5"})
	s.add(transcript.Row{Kind: transcript.Summary, Who: transcript.Client, Text: "The user said never use port 6"})
	s.add(transcript.Row{Kind: transcript.Thinking, Who: transcript.Model, Text: "never use port 7"})
	s.add(transcript.Row{Kind: transcript.QueueChange, Who: transcript.Person, Text: "never use port 8"})
	without(t, s.list(Options{}), "never use port")
}

func TestSinceTheLastCompaction(t *testing.T) {
	s := begun().says("never use port 1").answers("OK.")
	s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: "never use port 2", Kept: 1})
	s.add(transcript.Row{Kind: transcript.Boundary, Segment: 1, Kept: 1})
	s.add(transcript.Row{Kind: transcript.Prompt, Who: transcript.Person, Text: "never use port 3", Segment: 1, Kept: 1})
	list := s.list(Options{SinceCompaction: true})
	without(t, list, "port 1")
	wants(t, list, "port 2")
	wants(t, list, "port 3")
	wants(t, s.list(Options{}), "port 1")
}

func TestALongSessionKeepsOfEveryKind(t *testing.T) {
	s := begun()
	for i := range 300 {
		s.says("never use port " + strings.Repeat("1", i%50+1) + string(rune('a'+i%26))).answers("OK.")
	}
	s.fails("make tiles", "Exit code 137\nKilled")
	list := s.list(Options{Most: 20})
	if len(list) != 20 {
		t.Errorf("%d items", len(list))
	}
	wants(t, list, "Exit code 137")
	wants(t, list, "not committed: /p/import.go")
	for i := 1; i < len(list); i++ {
		if preserve.Rank(list[i-1].Item.Kind) > preserve.Rank(list[i].Item.Kind) && len(list[i-1].Item.Exact) == 0 {
			t.Errorf("%s stands before %s", list[i-1].Item.Kind, list[i].Item.Kind)
		}
	}
}

func TestExactStrings(t *testing.T) {
	for text, want := range map[string][]string{
		"the limit is 75/s, below 15 µA at ±5 % (rev C)": {"75/s", "15 µA", "±5 %"},
		"see /srv/a/b.yaml and src/main.rs:12":           {"/srv/a/b.yaml", "src/main.rs:12"},
		"set MAIL_SANDBOX=1 and --dry-run, minSdk 26":    {"MAIL_SANDBOX=1", "--dry-run", "minSdk 26"},
		"包大小卡在 2MB，期限は15分":                               {"2MB", "15分"},
		"error at https://x.example/a?b=1.":              {"https://x.example/a?b=1"},
		"call it “Abandoned cart”, not 'basket'":         {"Abandoned cart"},
		"nothing to see here":                            nil,
	} {
		if got := exacts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestHostileSizes(t *testing.T) {
	const size = 1 << 20
	s := begun()
	for _, text := range []string{"“", "a. ", "\"x\": ", "1 ", "\n", "> ", "不", "\x1b[", "```\n", "<a>\n", ": «", "git commit -- "} {
		huge := strings.Repeat(text, size/len(text))
		s.says(huge).answers(huge).fails(huge, huge).runs(huge, huge).calls("Bash", "command", huge, transcript.Result{Outcome: transcript.Refused, Said: huge})
	}
	s.says("never use port 1")
	list := s.list(Options{})
	wants(t, list, "never use port 1")
	for _, f := range list {
		if len(f.Item.Text) > 4*(mostItem+mostGroup) {
			t.Errorf("a text of %d bytes", len(f.Item.Text))
		}
	}
}
