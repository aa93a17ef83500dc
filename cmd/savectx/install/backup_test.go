// The copy of the settings: it goes only where nothing is lost with it.

package install

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestOnlyCopy(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, where Place)
		stays  bool
	}{
		"nothing happened": {func(t *testing.T, where Place) {}, false},
		"edited":           {func(t *testing.T, where Place) { replaceIn(t, where.Settings, "opus", "mine") }, false},
		"removed":          {func(t *testing.T, where Place) { must(t, os.Remove(where.Settings)) }, true},
		"emptied":          {func(t *testing.T, where Place) { must(t, os.WriteFile(where.Settings, nil, 0o600)) }, true},
		"written anew":     {func(t *testing.T, where Place) { must(t, os.WriteFile(where.Settings, []byte("{}"), 0o600)) }, true},
		"put back by hand": {func(t *testing.T, where Place) { must(t, os.WriteFile(where.Settings, []byte(wasThere), 0o600)) }, false},
		"removed, installed again": {func(t *testing.T, where Place) {
			must(t, os.Remove(where.Settings))
			carry(t, where, installs(t, where), nil)
		}, true},
		"emptied, installed again": {func(t *testing.T, where Place) {
			must(t, os.WriteFile(where.Settings, nil, 0o600))
			carry(t, where, installs(t, where), nil)
		}, true},
		"edited, installed again": {func(t *testing.T, where Place) {
			replaceIn(t, where.Settings, "opus", "mine")
			p, err := Install(where, Wanted{Hooks: wildWish.Hooks[:1]}, nil)
			carry(t, where, p, err)
		}, false},
		"a link to another file": {func(t *testing.T, where Place) {
			other := filepath.Join(filepath.Dir(where.State), "other.json")
			must(t, os.WriteFile(other, []byte(`{"other":1}`), 0o600), os.Remove(where.Settings), os.Symlink(other, where.Settings))
		}, true},
		"a link to another file with ours": {func(t *testing.T, where Place) {
			other := filepath.Join(filepath.Dir(where.State), "other.json")
			data, err := Add([]byte(`{"other":1}`), wildWish)
			must(t, err, os.WriteFile(other, data, 0o600), os.Remove(where.Settings), os.Symlink(other, where.Settings))
		}, true},
	} {
		for _, shared := range []bool{false, true} {
			where := aPlace(t, wasThere)
			where.Shared = shared
			carry(t, where, installs(t, where), nil)
			holds(t, where.BackupPath(), wasThere)
			c.change(t, where)
			p, err := Uninstall(where, nil)
			if shared && err != nil { // a link out of the project
				continue
			}
			carry(t, where, p, err)
			if _, err := os.Lstat(where.BackupPath()); (err == nil) != c.stays {
				t.Errorf("%s, shared %v: the copy: %v", name, shared, err)
			}
			if c.stays {
				holds(t, where.BackupPath(), wasThere)
			}
		}
	}
}

func replaceIn(t *testing.T, path, from, to string) {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, bytes.Replace(data, []byte(from), []byte(to), 1), 0o600))
}
