// What a person has set about what is remembered.

package config

import (
	"fmt"
	"slices"
	"strings"
)

// The stores of facts, as --store, --to and recall.from name them.
const (
	StoreSession = "session" // embedded, on this machine
	StoreMem0    = "mem0"
	StoreMCP     = "mcp" // the server that mcp.server names
)

// Stores lists them.
func Stores() []string { return []string{StoreSession, StoreMem0, StoreMCP} }

// On reports whether a switch is on.
func (c Config) On(name string) bool { return c.String(name) == "on" }

// Pairs are the values of a list of NAME=VALUE.
func (c Config) Pairs(name string) map[string]any {
	pairs := map[string]any{}
	for _, text := range c.List(name) {
		if key, value, ok := strings.Cut(text, "="); ok {
			pairs[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return pairs
}

// oneOf refuses values that are none of these.
func oneOf(names ...string) func([]string) error {
	return func(values []string) error {
		for _, v := range values {
			if !slices.Contains(names, v) {
				return fmt.Errorf("is one of %s, not %q", strings.Join(names, ", "), v)
			}
		}
		return nil
	}
}

func checkArgs(values []string) error {
	for _, v := range values {
		if name, _, ok := strings.Cut(v, "="); !ok || strings.TrimSpace(name) == "" {
			return fmt.Errorf("wants NAME=VALUE, not %q", v)
		}
	}
	return nil
}
