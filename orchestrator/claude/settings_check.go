// What makes the client pass over a whole settings file.

package claude

import (
	"fmt"
	"strings"
)

// misfit tells the first value whose type makes the client pass over the file
// ("Settings Error", observed on 2.1.332 for each of these names). The client
// checks more; those that savectx reads are here.
func (o object) misfit() error {
	for _, c := range []struct {
		kind  string
		first string // bytes such a value may begin with
		names [][]string
	}{
		{"true or false", "tf", [][]string{{"autoCompactEnabled"}, {"autoMemoryEnabled"}, {"disableAllHooks"}, {"idleCompaction"},
			{"allowManagedHooksOnly"}, {"disableSkillShellExecution"}, {"precomputeCompactionEnabled"}, {"sandbox", "enabled"}}},
		{"a string", `"`, [][]string{{"model"}}},
		{"a number", "-0123456789", [][]string{{"cleanupPeriodDays"}}},
		{"an object", "{", [][]string{{"env"}, {"statusLine"}, {"enabledPlugins"}, {"sandbox"}}},
	} {
		for _, names := range c.names {
			raw := o.lookup(names...)
			if raw != nil && strings.IndexByte(c.first, raw[0]) < 0 {
				return fmt.Errorf("%s is not %s", names[len(names)-1], c.kind)
			}
		}
	}
	return nil
}
