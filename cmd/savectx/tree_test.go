// What the scripts need to look at files: trees before and after, times and
// ids written out of them.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// treeCmds are the commands about files.
func treeCmds() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"plain":  plainCopy,
		"id":     takeID,
		"keep":   keepTree,
		"same":   sameTree,
		"absent": absentFrom,
		"count":  countIn,
		"lines":  atMostLines,
		"gone":   allGone,
	}
}

var (
	tagForm  = regexp.MustCompile(`\bts-\d{8}-\d{6}-[0-9a-f]{4}\b`)
	idForm   = regexp.MustCompile(`\b\d{8}-\d{6}-[0-9a-f]{8}\b`)
	fullTime = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})`)
	dateTime = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2} \d{2}:\d{2}\b`)
	dateForm = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)
	slugForm = regexp.MustCompile(`/projects/[^/\s"]+/memory`)
	logTime  = regexp.MustCompile(`(?m)^## \d{2}:\d{2} \. `)
)

// withoutTimes writes forms where times and ids were.
func withoutTimes(s string) string {
	s = tagForm.ReplaceAllString(s, "ts-YYYYMMDD-HHMMSS-xxxx")
	s = idForm.ReplaceAllString(s, "ID")
	s = fullTime.ReplaceAllString(s, "TIME")
	s = dateTime.ReplaceAllString(s, "YYYY-MM-DD HH:MM")
	s = dateForm.ReplaceAllString(s, "YYYY-MM-DD")
	return logTime.ReplaceAllString(s, "## HH:MM . ")
}

// plain FILE COPY copies a file, or stdout, without its times and ids, with
// $WORK for the script's folder and SLUG for Claude Code's name of the project.
func plainCopy(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.ReplaceAll(withoutTimes(ts.ReadFile(args[0])), ts.Getenv("WORK"), "$WORK")
	text = slugForm.ReplaceAllString(text, "/projects/SLUG/memory")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// id NAME puts the last id on stdout into a variable.
func takeID(ts *testscript.TestScript, _ bool, args []string) {
	ids := idForm.FindAllString(ts.ReadFile("stdout"), -1)
	if ids == nil {
		ts.Fatalf("no id in %q", ts.ReadFile("stdout"))
	}
	ts.Setenv(args[0], ids[len(ids)-1])
}

// keep DIR COPY copies a folder; same DIR COPY compares the two byte for byte.
func keepTree(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.RemoveAll(ts.MkAbs(args[1])))
	ts.Check(os.MkdirAll(ts.MkAbs(args[1]), 0o700))
	files, err := readTree(ts.MkAbs(args[0]))
	ts.Check(err)
	for name, data := range files {
		path := filepath.Join(ts.MkAbs(args[1]), name)
		if strings.HasSuffix(name, "/") {
			ts.Check(os.MkdirAll(path, 0o700))
			continue
		}
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
		ts.Check(os.WriteFile(path, data, 0o600))
	}
}

func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	a, err := readTree(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := readTree(ts.MkAbs(args[1]))
	ts.Check(err)
	if diff := treeDiff(a, b); (diff != "") != neg {
		ts.Fatalf("%s and %s: differ in %q", args[0], args[1], diff)
	}
}

// readTree reads every file below dir; folders end in a slash and hold nothing,
// links and pipes hold their kind.
func readTree(dir string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			return err
		}
		name, _ := filepath.Rel(dir, path)
		switch {
		case e.IsDir():
			out[name+"/"] = nil
		case e.Type().IsRegular():
			out[name], err = os.ReadFile(path)
		default:
			out[name] = []byte(e.Type().String())
		}
		return err
	})
	return out, err
}

// treeDiff names what is not alike, "" when everything is.
func treeDiff(a, b map[string][]byte) string {
	var names []string
	for name, data := range a {
		if other, ok := b[name]; !ok || !bytes.Equal(data, other) {
			names = append(names, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// absent TEXT PLACE... wants a text in no file of these folders, and in none of
// their names; stdout and stderr are places too.
func absentFrom(ts *testscript.TestScript, _ bool, args []string) {
	for _, place := range args[1:] {
		if place == "stdout" || place == "stderr" {
			if strings.Contains(ts.ReadFile(place), args[0]) {
				ts.Fatalf("%q is on %s", args[0], place)
			}
			continue
		}
		files, err := readTree(ts.MkAbs(place))
		ts.Check(err)
		for name, data := range files {
			if strings.Contains(name, args[0]) || bytes.Contains(data, []byte(args[0])) {
				ts.Fatalf("%q is in %s", args[0], filepath.Join(place, name))
			}
		}
	}
}

// count N TEXT FILE wants a text that many times.
func countIn(ts *testscript.TestScript, _ bool, args []string) {
	if got := fmt.Sprint(strings.Count(ts.ReadFile(args[2]), args[1])); got != args[0] {
		ts.Fatalf("%q is %s times in %s, want %s", args[1], got, args[2], args[0])
	}
}

// lines N FILE wants a file of at most that many lines.
func atMostLines(ts *testscript.TestScript, _ bool, args []string) {
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	if n := strings.Count(ts.ReadFile(args[1]), "\n"); n > most {
		ts.Fatalf("%s has %d lines, want at most %d", args[1], n, most)
	}
}

// planted are the secrets of secrets.txtar, or what tells each of them.
var planted = []string{
	"ghp_16", "7710c838347", "Qx7vP2mLr9Tz", "dozjgNryP4J3", "MIIBOgIBAAJ", "KUpRKfFLfRYC", "m0-Zq8v", "Zq8vK3nT7wXb",
	"4111 1111", "4111111111111111", "AKIAZ7NEWKEY", "sk-ant-api03-Zq",
}

// gone wants none of the planted secrets on stdout or stderr, nor in any file
// but those the script began with.
func allGone(ts *testscript.TestScript, _ bool, _ []string) {
	for _, secret := range planted {
		absentFrom(ts, false, []string{secret, "stdout", "stderr", ts.Getenv("WORK") + "/shop", ts.Getenv("WORK") + "/claude", ts.Getenv("WORK") + "/state", ts.Getenv("WORK") + "/vault", ts.Getenv("WORK") + "/home"})
	}
}
