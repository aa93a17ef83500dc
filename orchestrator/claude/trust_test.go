package claude

import (
	"os"
	"path/filepath"
	"testing"
)

// Observed on 2.1.332: a folder above counts, but not across the root of a git
// repository; a link counts as what it leads to, a worktree as its repository.
func TestTrusted(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	config := root + "/home/.claude"
	for _, dir := range []string{config, root + "/code/sub/deep", root + "/code/repo/.git", root + "/code/repo/sub", root + "/other", root + "/refused/sub"} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(root+"/code/sub", root+"/link"); err != nil {
		t.Fatal(err)
	}
	own := `{"projects":{"` + root + `/code":{"hasTrustDialogAccepted":true},"` + root + `/refused":{"hasTrustDialogAccepted":false},"/x":5}}`
	put(t, root+"/home/.claude.json", own)
	put(t, root+"/tree/.git", "gitdir: "+root+"/code/.git/worktrees/tree\n")
	put(t, root+"/module/.git", "gitdir: "+root+"/code/.git/modules/module\n")
	atHome := env("HOME", root+"/home")
	for dir, want := range map[string]bool{
		"code": true, "code/": true, "code/sub": true, "code/sub/deep": true, "link": true, "tree": true, "module": false,
		"code/repo": false, "code/repo/sub": false, "other": false, "refused": false, "refused/sub": false, "": false,
	} {
		if trusted, known := Trusted(config, filepath.Join(root, dir), atHome); trusted != want || !known {
			t.Errorf("%s: trusted %v, known %v", dir, trusted, known)
		}
	}
	inConfig := env("HOME", root+"/home", "CLAUDE_CONFIG_DIR", config)
	if _, known := Trusted(config, root+"/code", inConfig); known {
		t.Error("the home folder's file counts where CLAUDE_CONFIG_DIR is set")
	}
	put(t, config+"/.claude.json", own)
	if trusted, _ := Trusted(config, root+"/code", inConfig); !trusted {
		t.Error("the config folder's file does not count")
	}
	put(t, root+"/home/.claude.json", `{}`)
	put(t, config+"/.config.json", own)
	if trusted, _ := Trusted(config, root+"/code", atHome); !trusted {
		t.Error(".config.json of the config folder does not count")
	}
	if err := os.Remove(config + "/.config.json"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"empty": "", "broken": `{"projects":`, "a list": "[]"} {
		put(t, config+"/.claude.json", text)
		if trusted, known := Trusted(config, root+"/code", inConfig); trusted || known {
			t.Errorf("%s: trusted %v, known %v", name, trusted, known)
		}
	}
	for name, text := range map[string]string{"no projects": "{}", "projects of a wrong type": `{"projects":[]}`} {
		put(t, config+"/.claude.json", text)
		if trusted, known := Trusted(config, root+"/code", inConfig); trusted || !known {
			t.Errorf("%s: trusted %v, known %v", name, trusted, known)
		}
	}
}
