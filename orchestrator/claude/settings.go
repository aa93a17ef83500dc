// The client's settings files, in the order in which they count.

package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// The levels of a settings file, highest precedence first.
const (
	LevelManaged = "managed"
	LevelLocal   = "local"
	LevelProject = "project"
	LevelUser    = "user"
)

// File is one settings file that exists.
type File struct {
	Path, Level string
	Data        []byte // as it is on the disk, BOM included; nil when Err says it could not be read
	// Err says why the file does not count: it cannot be read, is no regular
	// file, is longer than 4 MiB, is no JSON object, or holds a value for which
	// the client passes over the whole file.
	Err error

	top object
}

// Settings are the files of one session, highest precedence first.
type Settings struct {
	Files []File

	config string // Claude's folder, "" when not known
}

// maxSettings bounds a settings file, in bytes.
const maxSettings = 4 << 20

// ReadSettings reads the files that exist of a config folder and a project's
// root. Either may be "". What was given on the client's command line
// (--settings) cannot be seen.
func ReadSettings(config, project string) Settings {
	return readLevels(managedFiles(), config, project)
}

func readLevels(managed []string, config, project string) Settings {
	s := Settings{config: config}
	var seen []os.FileInfo
	add := func(level, path string) {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return
		}
		if err == nil {
			same := func(other os.FileInfo) bool { return os.SameFile(info, other) }
			if slices.ContainsFunc(seen, same) {
				return // a project at the home folder has the user's file again
			}
			seen = append(seen, info)
		}
		data, err := readBounded(path, maxSettings)
		s.Files = append(s.Files, parseSettings(path, level, data, err))
	}
	for _, path := range managed {
		add(LevelManaged, path)
	}
	if config != "" {
		add(LevelUser, filepath.Join(config, "settings.json"))
	}
	if project != "" {
		add(LevelProject, filepath.Join(project, ".claude", "settings.json"))
		add(LevelLocal, filepath.Join(project, ".claude", "settings.local.json"))
	}
	order := []string{LevelManaged, LevelLocal, LevelProject, LevelUser}
	slices.SortStableFunc(s.Files, func(a, b File) int {
		return slices.Index(order, a.Level) - slices.Index(order, b.Level)
	})
	return s
}

// readBounded reads a regular file of at most limit bytes: a project can put
// anything in its place, and nobody waits for the other end of a FIFO.
func readBounded(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is longer than %d MiB", path, limit>>20)
	}
	return data, nil
}

func trimBOM(data []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
}

// ParseSettings makes a File of bytes that were read elsewhere. An empty file
// is an empty object.
func ParseSettings(path, level string, data []byte) File {
	return parseSettings(path, level, data, nil)
}

func parseSettings(path, level string, data []byte, err error) File {
	f := File{Path: path, Level: level, Data: data, Err: err}
	if err != nil {
		return f
	}
	text := trimBOM(data)
	if len(text) == 0 {
		return f
	}
	if err := json.Unmarshal(text, &f.top); err != nil {
		f.top, f.Err = nil, fmt.Errorf("%s: %w", path, err)
	} else if f.top == nil {
		f.Err = fmt.Errorf("%s holds null, not an object", path)
	} else if err := f.top.misfit(); err != nil {
		f.top, f.Err = nil, fmt.Errorf("%s: %w", path, err)
	}
	return f
}

// object is a JSON object read as the client reads it: names count letter for
// letter, and of two equal ones the last.
type object map[string]json.RawMessage

// lookup follows names into nested objects; nil when there is nothing.
func (o object) lookup(names ...string) json.RawMessage {
	for i, name := range names {
		raw, ok := o[name]
		if !ok || i == len(names)-1 {
			return raw
		}
		o = asObject(raw)
	}
	return nil
}

func asObject(raw json.RawMessage) object {
	var o object
	if json.Unmarshal(raw, &o) != nil {
		return nil
	}
	return o
}

// Value is a setting and the file it comes from. Where its type is not the one
// asked for, it counts as not set.
type Value[T any] struct {
	Set         bool
	Value       T
	Path, Level string
}

// Bool, Int, Text read a setting where it stands highest. Nested names lead
// into objects: Bool("sandbox", "enabled").
func (s Settings) Bool(names ...string) Value[bool] { return read[bool](s, names) }

// Int reads a whole number; one with a fraction does not count.
func (s Settings) Int(names ...string) Value[int] { return read[int](s, names) }

// Text reads a string.
func (s Settings) Text(names ...string) Value[string] { return read[string](s, names) }

func read[T any](s Settings, names []string) Value[T] {
	for _, f := range s.Files {
		raw := f.top.lookup(names...)
		if raw == nil || string(raw) == "null" {
			continue
		}
		var v T
		if json.Unmarshal(raw, &v) == nil {
			return Value[T]{true, v, f.Path, f.Level}
		}
	}
	return Value[T]{}
}

// StatusLine is the command of the person's status line.
func (s Settings) StatusLine() Value[string] { return s.Text("statusLine", "command") }

// Env is a variable that the settings put into the environment of the client
// and of everything it runs. Numbers and booleans count as their text.
func (s Settings) Env(name string) Value[string] {
	for _, f := range s.Files {
		raw := f.top.lookup("env", name)
		if raw == nil || raw[0] == 'n' || raw[0] == '{' || raw[0] == '[' {
			continue
		}
		v := string(raw)
		if raw[0] == '"' {
			v = asText(raw)
		}
		return Value[string]{true, v, f.Path, f.Level}
	}
	return Value[string]{}
}

// Plugins are the enabled plugins, name@marketplace, sorted, each with the
// file that decides.
func (s Settings) Plugins() []Value[string] {
	decided := map[string]bool{}
	var out []Value[string]
	for _, f := range s.Files {
		for name, raw := range asObject(f.top["enabledPlugins"]) {
			if decided[name] {
				continue
			}
			decided[name] = true
			if v := string(raw); v != "false" && v != "null" {
				out = append(out, Value[string]{true, name, f.Path, f.Level})
			}
		}
	}
	slices.SortFunc(out, func(a, b Value[string]) int { return strings.Compare(a.Value, b.Value) })
	return out
}
