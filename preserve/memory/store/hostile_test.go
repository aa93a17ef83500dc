// Files that are none of ours, questions and texts that want to break it.

package store

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestNewFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b?c#d%20 e")
	path := filepath.Join(dir, "memory.db")
	s, err := Open(t.Context(), path)
	must(t, err)
	defer s.Close()
	must(t, s.PutSession(t.Context(), Session{ID: "s"}))
	for p, want := range map[string]os.FileMode{filepath.Dir(dir): 0o700, dir: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600} {
		info, err := os.Stat(p)
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", p, info.Mode().Perm(), want)
		}
	}
	must(t, os.Chmod(path, 0o644))
	again, err := Open(t.Context(), path)
	must(t, err)
	defer again.Close()
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("a file that others could read has mode %v", info.Mode())
	}
}

func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.Mkdir(at("folder"), 0o700))
	must(t, syscall.Mkfifo(at("pipe"), 0o600))
	must(t, os.WriteFile(at("garbage"), bytes.Repeat([]byte("garbage "), 1000), 0o600))
	must(t, os.WriteFile(at("short"), []byte("SQLite format 3\x00"), 0o600))
	must(t, os.WriteFile(at("file"), nil, 0o600))
	must(t, os.Symlink(at("file"), at("link")))
	must(t, os.Symlink(at("nowhere"), at("dangling")))
	other, err := sql.Open("sqlite", at("other"))
	must(t, err)
	_, err = other.Exec("CREATE TABLE t(x)")
	must(t, err)
	must(t, other.Close())
	for name, want := range map[string]string{
		"folder": "is a folder", "pipe": "is a named pipe", "garbage": "not a memory file", "short": "not a memory file",
		"link": "is a symbolic link", "dangling": "is a symbolic link", "other": "another program",
	} {
		var before []byte
		if name != "pipe" { // reading it would wait
			before, _ = os.ReadFile(at(name))
		}
		_, err := Open(t.Context(), at(name))
		if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if name == "garbage" || name == "short" || name == "other" {
			if after, _ := os.ReadFile(at(name)); !bytes.Equal(before, after) {
				t.Errorf("%s was touched", name)
			}
		}
	}
	if _, err := os.Lstat(at("nowhere")); err == nil {
		t.Error("a file was made through a link")
	}
	if _, err := Open(t.Context(), filepath.Join(at("garbage"), "memory.db")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("in a file: %v", err)
	}
}

func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s, err := Open(t.Context(), path)
	must(t, err)
	for i := range 200 {
		_, err := s.Remember(t.Context(), Memory{Content: strings.Repeat("text ", 100) + string(rune('a'+i%26)), Title: "t"})
		must(t, err)
	}
	must(t, s.Close())
	data, err := os.ReadFile(path)
	must(t, err)
	for i := 4096; i < len(data); i++ {
		data[i] ^= 0x5a
	}
	must(t, os.WriteFile(path, data, 0o600))
	s, err = Open(t.Context(), path)
	if err == nil {
		defer s.Close()
		_, err = s.Search(t.Context(), "text", Filter{})
	}
	if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged file: %v", err)
	}
}

func TestNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s, err := Open(t.Context(), path)
	must(t, err)
	must(t, s.PutSession(t.Context(), Session{ID: "s"}))
	_, err = s.db.Exec("PRAGMA user_version=99")
	must(t, err)
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) { // while it stands in the log only
		t.Errorf("a newer one that is in use: %v", err)
	}
	must(t, s.Close())
	before, err := os.ReadFile(path)
	must(t, err)
	_, err = Open(t.Context(), path)
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "format 99") {
		t.Errorf("a newer one: %v", err)
	}
	after, err := os.ReadFile(path)
	must(t, err)
	if files, _ := os.ReadDir(filepath.Dir(path)); !bytes.Equal(before, after) || len(files) != 1 {
		t.Errorf("it was touched; %v", files)
	}
}

func TestHostileQuestions(t *testing.T) {
	s := open(t)
	put(t, s, table(t, "items.tsv")[:50])
	big := strings.Repeat("429 Too Many Requests: \"x\" AND NEAR(a b) ", 2500)
	for _, q := range []string{
		"", " ", "\"", `"""`, "'", "*", "a*", "^a", "AND", "NOT", "a OR", "OR OR", "NEAR(a, b", "NEAR(", ")", "((((", "t:mail", "-mail", "a -b", "{t}:x",
		"\x00", "mail\x00x", "\xff\xfe", "a\xffb", "==k1", "==", "=mail", "^mail", "++", "c++", "#", "%", "_", "; DROP TABLE doc", "\u202e", "🦦", "\u0301", "ﷺ",
		big, strings.Repeat("x", 100_000), strings.Repeat("界", 50_000), strings.Repeat("a b ", 25_000), strings.Repeat("\"", 100_000), strings.Repeat("a.b-", 25_000),
	} {
		for _, f := range []Filter{{}, {Tags: []string{q}, AnyTags: []string{q, "x"}, ExcludeTags: []string{"\"" + q}, ExcludeSession: q, Kinds: []string{KindMemory, q}, Projects: []string{q}}} {
			if _, err := s.Search(t.Context(), q, f); err != nil {
				t.Errorf("%.40q: %v", q, err)
			}
		}
	}
	finds(t, s, big, "e02")
}

func TestHostileTexts(t *testing.T) {
	s, ctx := open(t), t.Context()
	text := "otter\x00 \xff \" ' \u2028 🦦 <b>&</b> \x1b[31m"
	_, err := s.Remember(ctx, Memory{ID: "m", Content: text, Title: text, Tags: []string{text}, Project: text, Type: text})
	must(t, err)
	must(t, s.PutSession(ctx, Session{ID: "s\x00\xff", Compact: text, Facts: []Fact{{1, text}}}))
	must(t, s.PutTranscript(ctx, clean("s\x00\xff"), []Turn{{text, text}}))
	must(t, s.PutEntries(ctx, text, []Entry{{ID: text, Text: text}}))
	if hits := finds(t, s, "otter", "m"); len(hits) != 5 {
		t.Errorf("%d hits", len(hits))
	}
	finds(t, s, "🦦", "m")
	if m, err := s.Get(ctx, "m"); err != nil || m.Content != "otter \uFFFD \" ' \u2028 🦦 <b>&</b> \x1b[31m" {
		t.Errorf("%q, %v", m.Content, err)
	}
	whole(t, s)
}
