package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"savectx/preserve"
	"savectx/preserve/plan"
	"savectx/prompts"
)

// check lists every rule a snapshot breaks.
func (v *voice) check(c *cli.Context, s preserve.Snapshot, data []byte, hide *secrets, lang string) error {
	words, err := prompts.Load(lang)
	if err != nil {
		return err
	}
	faults := plan.Check(s, secretsIn(data, hide), words)
	if c.Bool("json") {
		if faults == nil {
			faults = []plan.Fault{}
		}
		if err := v.json(map[string]any{"faults": faults}); err != nil {
			return err
		}
	} else {
		for _, f := range faults {
			v.say("%s: %s", f.Path, oneLine(f.Rule))
		}
	}
	if len(faults) > 0 {
		return coded{exitFailed, fmt.Errorf("the snapshot breaks %d rules", len(faults)), "nothing was written"}
	}
	if !c.Bool("json") {
		v.tell("the snapshot keeps every rule")
	}
	return nil
}

// secretsIn finds the secrets of a snapshot by the path of their text.
func secretsIn(data []byte, hide *secrets) map[string][]string {
	found := map[string][]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case string:
			if _, names := hide.Text(v); len(names) > 0 {
				found[path] = names
			}
		case []any:
			for i, e := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), e)
			}
		case map[string]any:
			for name, e := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), e)
			}
		}
	}
	var doc any
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &doc) == nil {
		walk("", doc)
	}
	return found
}
