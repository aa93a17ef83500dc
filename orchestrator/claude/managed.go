// The settings of the machine's owner.

package claude

import (
	"path/filepath"
	"slices"
)

// managedFiles are the owner's file and its drop-ins, the one that counts
// most first: of the drop-ins the last by name.
func managedFiles() []string {
	more, _ := filepath.Glob(filepath.Join(managedFolder, "managed-settings.d", "*.json"))
	slices.Sort(more)
	slices.Reverse(more)
	return append(more, filepath.Join(managedFolder, "managed-settings.json"))
}
