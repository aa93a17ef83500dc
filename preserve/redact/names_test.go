// The name of a secret: the same in every run, and the most particular one.

package redact

import (
	"strings"
	"testing"
)

func TestNamesAreSteady(t *testing.T) {
	tail := "Zq8vK3nT7wXbQx7vP2mLr9Tz"
	for secret, want := range map[string]string{
		"sk-ant-api03-" + tail + tail + "-abcdefAA": "Anthropic key",
		"sk-or-v1-" + tail + tail:                   "OpenRouter key",
		"sk-proj-" + tail + tail:                    "OpenAI key",
	} {
		for range 30 {
			text, found := newRedactor(t).Text(`{"env": {"A": "` + secret + `"}}`)
			if len(found) != 1 || found[0] != want || !strings.Contains(text, want) {
				t.Fatalf("%s is called %q, want %q", secret, found, want)
			}
		}
	}
}
