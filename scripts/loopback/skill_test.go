package loopback

import (
	"encoding/json"
	"strings"
	"testing"
)

const skillText = "Base directory for this skill: /x\n\n1. Look:\n\n```bash\nsavectx context scan --json\n```\n\n2. Plan:\n\n" +
	"```bash\nsavectx save --plan - <<< \"$(cat <<'SNAPSHOT'\n{\"version\": 1}\nSNAPSHOT\n)\"\n```\n\n3. AskUserQuestion: approve?\n\n" +
	"```bash\nsavectx apply PLAN_ID\n```\n"

func block(kind, text string) map[string]any {
	if kind == "tool_result" {
		return map[string]any{"type": kind, "content": text}
	}
	return map[string]any{"type": kind, "text": text}
}

func asked(t *testing.T, messages ...map[string]any) Request {
	t.Helper()
	data, err := json.Marshal(map[string]any{"model": "m", "tools": []any{map[string]any{}}, "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	return parse("/v1/messages", data)
}

func user(blocks ...map[string]any) map[string]any {
	return map[string]any{"role": "user", "content": blocks}
}

func TestASkillIsFollowedStepByStep(t *testing.T) {
	invoked := user(block("text", "<command-message>x</command-message>\n<command-name>/x</command-name>"), block("text", skillText))
	talk := []map[string]any{
		user(block("text", "hello"), block("tool_result", "of an earlier turn")), invoked,
	}
	m := &Model{}
	bash := func(p plan) string { in, _ := p.input.(map[string]any); c, _ := in["command"].(string); return c }
	for i, answer := range []string{"[]", "panel\nplan 20261130-102030-0a1b2c3d", "Approve", "saved"} {
		p := m.planLocked(asked(t, talk...), Summary{})
		switch i {
		case 0:
			if p.tool != "Bash" || bash(p) != "savectx context scan --json" {
				t.Fatalf("step %d: %+v", i, p)
			}
		case 1:
			if c := bash(p); !strings.Contains(c, Snapshot) || strings.Contains(c, `{"version": 1}`) || !strings.HasSuffix(c, "\nSNAPSHOT\n)\"") {
				t.Fatalf("step %d: %q", i, c)
			}
		case 2:
			if p.tool != "AskUserQuestion" {
				t.Fatalf("step %d: %+v", i, p)
			}
		case 3:
			if bash(p) != "savectx apply 20261130-102030-0a1b2c3d" {
				t.Fatalf("step %d: %+v", i, p)
			}
		}
		talk = append(talk, map[string]any{"role": "assistant", "content": []any{}}, user(block("tool_result", answer)))
	}
	if p := m.planLocked(asked(t, talk...), Summary{}); p.tool != "" {
		t.Errorf("all is done, and still %+v", p)
	}
	talk = append(talk, user(block("text", "thanks")))
	if p := m.planLocked(asked(t, talk...), Summary{}); p.tool != "" {
		t.Errorf("another prompt follows, and still %+v", p)
	}
}

// A skill's text that the client attaches again after a compaction was not
// asked for.
func TestAnAttachedSkillIsNotFollowed(t *testing.T) {
	again := user(block("text", "<command-name>/compact</command-name>"),
		block("text", "<system-reminder>\nThe following skills were invoked:\n"+skillText+"</system-reminder>"), block("text", "go on"))
	if p := (&Model{}).planLocked(asked(t, again), Summary{}); p.tool != "" {
		t.Errorf("followed: %+v", p)
	}
}
