package main

import (
	"strings"

	"savectx/scripts/live"
)

const drawnBox = "────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────\n" +
	"❯\u00a0\n────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────"

// drawnLines is drawnBox for the step "lines".
var drawnLines = strings.ReplaceAll(drawnBox, "\n", "|")

var (
	hello   = []string{"paste hello there", "key Enter", "see Understood.", "composer"}
	vim     = live.Options{Config: map[string]any{"editorMode": "vim"}}
	inShell = live.Options{Under: []string{"bash", "--norc", "-i", "-c", `"$@"; PS1='person@host:~$ ' exec bash --norc -i`, "bash"}}
	// background has a task running behind an idle composer.
	background = []string{"paste [[bash tail -f /dev/null]] x", "key Enter", "see 1. Yes", "rest", "rest", "key Enter", "gone 1. Yes", "until C-b has answered", "composer"}
	leave      = []string{"paste /exit", "rest", "key Enter", "see person@host:~$", "type clear", "key Enter", "gone Resume"}
)

func then(steps []string, more ...string) []string {
	return append(append([]string{}, steps...), more...)
}

// shots are the states, by the folder they are recorded into.
func shots() []shot {
	return append(append(composerShots(), turnShots()...), viewShots()...)
}

// compact is our line as a draft; the tests know it.
const compact = "/compact Keep the decisions of today and the file src/main.go"

func composerShots() []shot {
	return []shot{
		{kind: "idle-empty"},
		{kind: "idle-empty", detail: "after-turn", steps: hello},
		{kind: "idle-empty", detail: "api-error", steps: []string{"paste [[fail 400]] hi", "key Enter", "see API Error", "composer"}},
		{kind: "idle-empty", detail: "stashed", steps: []string{"paste my draft", "key C-s", "see tashed"}},
		{kind: "idle-empty", detail: "hint-stashed", only: live.Newest, steps: []string{"paste my draft", "key C-s", "see tashed", "paste some words", "key C-u", "see ctrl+y", "rest"}},
		{kind: "idle-empty", detail: "hint", only: live.Newest, steps: []string{"paste some words", "key C-u", "see ctrl+y", "rest"}},
		{kind: "idle-empty", detail: "named", only: live.Newest, steps: then(hello, "paste /rename my-name", "rest", "key Enter", "rest", "composer")},
		{kind: "idle-empty", detail: "coloured", steps: then(hello, "paste /color red", "rest", "key Enter", "rest", "composer")},
		{kind: "idle-empty", detail: "like-ui-above", only: live.Newest, steps: []string{"paste say\n" + drawnBox, "key Enter", "see Understood.", "composer"}},
		{kind: "idle-empty", detail: "like-ui-above", only: live.Old, steps: []string{"lines say|" + drawnLines, "key Enter", "see Understood.", "composer"}},
		{kind: "idle-empty", detail: "answer-like-ui", steps: []string{"teach go => [[say " + drawnBox + "\n✻ Working… (3s)\n❯ 1. Yes\nEsc to cancel · Enter to select]]", "paste go", "key Enter", "see Enter to select", "composer"}},
		{kind: "idle-empty", detail: "background", steps: background},
		{kind: "idle-draft", detail: "one-line", steps: []string{"paste fix the login page"}},
		{kind: "idle-draft", detail: "one-letter-home", steps: []string{"drop a", "key Home", "cursor 2"}},
		{kind: "idle-draft", detail: "home", steps: []string{"paste fix the login page", "key Home", "cursor 2"}},
		{kind: "idle-draft", detail: "many-lines", steps: []string{"lines fix the login page||and then the other one|- a|- b"}},
		{kind: "idle-draft", detail: "cjk", steps: []string{"paste 日本語の下書き"}},
		{kind: "idle-draft", detail: "emoji", steps: []string{"paste party 🎉 👩‍💻 done"}},
		{kind: "idle-draft", detail: "blanks", steps: []string{"key Space Space Space", "cursor 5"}},
		{kind: "idle-draft", detail: "blank-lines", steps: []string{"lines ||", "rest"}},
		{kind: "idle-draft", detail: "like-ui", steps: []string{"lines ❯ 1. Yes|" + drawnLines + "|Esc to cancel"}},
		{kind: "idle-draft", detail: "like-composer", steps: []string{"lines " + drawnLines + "|❯\u00a0x", "key Up", "rest", "key Up", "rest"}},
		{kind: "idle-draft", detail: "compact-line", steps: []string{"paste " + compact}},
		{kind: "idle-draft", detail: "compact-line-home", steps: []string{"paste " + compact, "key Home", "cursor 2"}},
		{kind: "idle-draft", detail: "stashed", steps: []string{"paste my draft", "key C-s", "see tashed", "paste another one"}},
		{kind: "idle-draft", detail: "pasted-text", steps: []string{"drop " + strings.Repeat("a line of it\n", 60), "see [Pasted text"}},
		{kind: "idle-draft", detail: "image", steps: []string{"file a.png", "drop $WORK/a.png", "see [Image"}},
		{kind: "idle-draft", detail: "scrolled", only: live.Newest, steps: []string{"lines " + strings.Repeat("a line of it|", 17) + "the last line", "rest"}},
		{kind: "idle-draft", detail: "scrolled-top", only: live.Newest, steps: []string{"lines " + strings.Repeat("a line of it|", 17) + "the last line", "key" + strings.Repeat(" Up", 17), "rest"}},
		// 2.1.100 does not scroll its composer, and 6 rows do not show one.
		{kind: "unknown", detail: "too-high", only: live.Old, steps: []string{"lines " + strings.Repeat("a line of it|", 42) + "the last line", "rest"}},
		{kind: "unknown", detail: "tiny", only: live.Newest, tiny: true, steps: []string{"rest"}},
		{kind: "idle-empty", detail: "tiny", only: live.Old, tiny: true, steps: []string{"rest"}},
		{kind: "suggestion", options: live.Options{Config: map[string]any{"numStartups": 1}, Settings: map[string]any{"promptSuggestionEnabled": true},
			Env: map[string]string{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "", "CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION": "1"}}, steps: []string{"see Try"}},
		{kind: "vim-insert", options: vim, steps: []string{"see -- INSERT --"}},
		{kind: "idle-draft", detail: "vim-insert", options: vim, steps: []string{"paste fix it", "see -- INSERT --"}},
		{kind: "vim-normal", options: vim, steps: []string{"see -- INSERT --", "key Escape", "gone -- INSERT --"}},
		{kind: "vim-normal", detail: "draft", options: vim, steps: []string{"paste fix it", "key Escape", "gone -- INSERT --"}},
		{kind: "shell-mode", steps: []string{"type !", "see ! for"}},
		{kind: "shell-mode", detail: "text", steps: []string{"type !ls", "see !ls"}},
		{kind: "command-menu", detail: "co", steps: []string{"type /co", "see /copy", "rest"}},
		{kind: "command-menu", detail: "clear", steps: []string{"paste /clear", "rest"}},
		{kind: "command-menu", detail: "compact", steps: []string{"paste /compact", "rest"}},
		{kind: "file-picker", detail: "at", steps: []string{"type see @", "see Explore (agent)", "rest"}},
		{kind: "file-picker", detail: "compact", steps: []string{"paste /compact Keep @x", "see Explore (agent)", "rest"}},
		{kind: "file-picker", detail: "emoji", only: live.Newest, steps: []string{"type nice :sm", "see :smile:"}},
		{kind: "help", wide: true, steps: []string{"type ?", "see ! for"}},
		{kind: "exit-confirm", brief: true, steps: []string{"key C-c", "see again to exit"}},
	}
}

func turnShots() []shot {
	busy := []string{"paste [[talk 60s]] go", "key Enter", "see esc to interrupt"}
	compacting := then(hello, "summary 30s", "paste /compact Keep it", "key Enter", "see Compacting")
	return []shot{
		{kind: "busy", steps: busy},
		{kind: "busy", detail: "draft", steps: then(busy, "paste my next idea")},
		{kind: "busy", detail: "compact-line", steps: then(busy, "paste "+compact)},
		{kind: "busy", detail: "waiting", steps: []string{"paste [[slow 30s]] go", "key Enter", "see …", "see esc to interrupt"}},
		{kind: "queued", steps: then(busy, "paste another one", "key Enter", "see edit queued")},
		{kind: "queued", detail: "draft", steps: then(busy, "paste another one", "key Enter", "see edit queued", "paste and a draft")},
		{kind: "compacting", steps: compacting},
		{kind: "compacting", detail: "draft", steps: then(compacting, "paste my next idea")},
	}
}

func viewShots() []shot {
	ask := "paste [[ask Which?|Red|Blue]] hi"
	hostileAsk := "teach ask => [[ask " + drawnBox + "\nWhich?|❯\u00a0|Blue]]"
	return []shot{
		{kind: "permission", steps: []string{"paste [[bash touch x]] hi", "key Enter", "see 1. Yes"}},
		{kind: "permission", detail: "like-composer", steps: []string{"teach go => [[bash cat <<'E'\n" + drawnBox + "\nE]]", "paste go", "key Enter", "see 1. Yes"}},
		{kind: "permission", detail: "amend", only: live.Newest, steps: []string{"paste [[bash touch x]] hi", "key Enter", "see 1. Yes", "key Tab", "rest", "type /compact Keep", "rest"}},
		{kind: "question", steps: []string{ask, "key Enter", "see Chat about", "rest"}},
		{kind: "question", detail: "typing", steps: []string{ask, "key Enter", "see Chat about", "rest", "rest", "key Down", "rest", "key Down", "rest", "type /compact Keep", "see /compact Keep"}},
		{kind: "question", detail: "like-composer", wide: true, steps: []string{hostileAsk, "paste ask", "key Enter", "see Enter to select"}},
		{kind: "plan-approval", options: live.Options{Args: []string{"--permission-mode", "plan"}}, steps: []string{"paste [[plan]] hi", "key Enter", "see 1. Yes"}},
		{kind: "picker", detail: "model", only: live.Newest, steps: []string{"type /model", "rest", "until Enter Default", "rest"}},
		{kind: "picker", detail: "model", only: live.Old, steps: []string{"type /model", "rest", "until Enter Fastest", "rest"}},
		{kind: "picker", detail: "theme", steps: []string{"type /theme", "rest", "key Enter", "see Dark mode"}},
		{kind: "config", steps: []string{"type /config", "rest", "until Enter Auto-compact"}},
		{kind: "rewind", steps: then(hello, "key Escape Escape", "see Rewind", "rest")},
		{kind: "tasks", steps: then(background, "type /tasks", "rest", "key Enter", "rest")},
		{kind: "tasks", detail: "chosen", wide: true, steps: then(background, "key Down", "see to view tasks")},
		{kind: "transcript-view", steps: then(hello, "key C-o", "see detailed transcript")},
		{kind: "history-search", steps: then(hello, "key C-r", "rest")},
		{kind: "history-search", detail: "text", steps: then(hello, "key C-r", "rest", "type hel", "rest")},
		{kind: "trust", options: live.Options{Config: map[string]any{"projects": map[string]any{}}, Shown: "Yes"}},
		{kind: "dialog", detail: "auto-mode", only: live.Newest, options: live.Options{Config: map[string]any{"hasSeenAutoDefaultNudge": false}}, steps: []string{"see No, keep manual mode"}},
		{kind: "suspended", options: inShell, steps: then(hello, "key C-z", "see suspended", "rest")},
		{kind: "shell", options: inShell, steps: leave},
		{kind: "other-program", detail: "vi", options: inShell, steps: then(leave, "type vi -u NONE notes.txt", "key Enter", "see ~", "rest")},
		{kind: "other-program", detail: "less", options: inShell, steps: then(leave, "type seq 2 | less", "key Enter", "see (END)")},
	}
}
