// Where a token can stand.

package planted

import (
	"fmt"
	"net/url"
	"strings"
)

type context struct {
	form string
	text string              // with %s for the token
	code func(string) string // what the surroundings do to the token; may be nil
}

func (c context) passage(value string) string {
	if c.code != nil {
		value = c.code(value)
	}
	return fmt.Sprintf(c.text, value)
}

var tokenContexts = []context{
	{"prose", "I tried it with %s, and the server said no.", nil},
	{"prose", "先用 %s。它过期了。", nil},
	{"code", "client := New(ctx, \"%s\") // from the console\n", nil},
	{"code", "  const t = `%s`;\n", nil},
	{"json", `{"level":"debug","msg":"sent \"%s\" to upstream","n":3}`, nil},
	{"json", `{"log":"line one\n%s\nline three"}`, func(s string) string { return strings.ReplaceAll(s, "/", `\/`) }},
	{"url", "GET https://api.test.invalid/v1/items?page=2&t=%s&limit=10 401", url.QueryEscape},
	{"prose", "a token with a colour in it: %s done", func(s string) string { return s[:9] + "\x1b[31m" + s[9:] + "\x1b[0m" }},
	{"prose", "and with a zero width: %s done", func(s string) string { return s[:11] + "\u200b" + s[11:] }},
}

var wrappings = []string{
	"the terminal showed %s\n%s and then stopped",
	"> quoted in a mail: %s\n> %s\n> regards",
	"  run it with %s\\\n    %s please",
	"s := \"%s\" +\n\t\"%s\"\n",
	"{\"a\":\"%s\\n  %s\"}",
}
