// Temporary files beside the user's files, and what a killed process left of them.

package safefile

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// leftoverAge is how old a temporary file of another step is before nobody can
// still be writing it. One whose writer was only frozen loses nothing but its
// rename, which then fails.
const leftoverAge = time.Minute

const (
	tagLen  = 8   // hex digits that name the step
	restLen = 8   // and those that name the file
	baseLen = 200 // bytes of a name; the whole must stay below 255
)

// tempStart is how the temporary names of the file at real begin.
func tempStart(real string) string {
	base := filepath.Base(real)
	return "." + base[:min(len(base), baseLen)] + ".savectx-"
}

func tempName(real, tag string) string {
	return filepath.Join(filepath.Dir(real), tempStart(real)+tag+randomHex(restLen))
}

func randomHex(digits int) string {
	b := make([]byte, digits/2)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// clearLeftovers removes temporary files of the files at reals: those of the
// step with this tag, whose lock the caller holds, and those that are old.
// Nothing else matches, and what cannot be removed stays.
func clearLeftovers(reals []string, tag string) {
	starts := map[string][]string{} // by folder
	for _, real := range reals {
		dir := filepath.Dir(real)
		starts[dir] = append(starts[dir], tempStart(real))
	}
	for dir, starts := range starts {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			for _, start := range starts {
				random, ours := strings.CutPrefix(entry.Name(), start)
				if !ours || !isTempRandom(random) || !entry.Type().IsRegular() {
					continue
				}
				info, err := entry.Info()
				if err != nil {
					continue
				}
				if tag != "" && strings.HasPrefix(random, tag) || time.Since(info.ModTime()) > leftoverAge {
					os.Remove(filepath.Join(dir, entry.Name()))
				}
			}
		}
	}
}

func isTempRandom(s string) bool {
	return len(s) == tagLen+restLen && strings.Trim(s, "0123456789abcdef") == ""
}
