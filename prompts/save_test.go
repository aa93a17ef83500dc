package prompts

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

var saveGroups = []string{"mark", "blocks", "handoff", "receipt", "panel"}

// sameAsEnglish lists what a language has letter for letter as English has it.
var sameAsEnglish = map[string][]string{
	"blocks.list_sep": {"ko", "es", "de", "pt", "ru", "he"},
}

// labelEnd is what a label ends with in a language.
func labelEnd(lang string) string {
	switch lang {
	case "zh", "ja":
		return "："
	case "fr":
		return " : "
	}
	return ": "
}

// flat returns the texts of a file of words under their paths, as in
// "receipt.reasons.cap", and the paths in the file's order.
func flat(t *testing.T, data []byte) (texts map[string]string, order []string) {
	t.Helper()
	texts = map[string]string{}
	d := json.NewDecoder(bytes.NewReader(data))
	var path []string // with the key of the value to come as its last part
	key := false      // whether a key comes next
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return texts, order
		}
		if err != nil {
			t.Fatal(err)
		}
		switch v := tok.(type) {
		case json.Delim:
			switch v {
			case '{':
				key = true
			case '}':
				if len(path) > 0 {
					path = path[:len(path)-1]
				}
				key = true
			default:
				t.Fatalf("a list at %v", path)
			}
		case string:
			if key {
				path, key = append(path, v), false
				continue
			}
			name := strings.Join(path, ".")
			if _, ok := texts[name]; ok {
				t.Errorf("%s stands there twice", name)
			}
			texts[name] = v
			order = append(order, name)
			path, key = path[:len(path)-1], true
		default:
			t.Fatalf("%v at %v", v, path)
		}
	}
}

func file(t *testing.T, lang string) []byte {
	t.Helper()
	data, err := files.ReadFile("words/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// saveTexts returns the texts of the groups a save uses.
func saveTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts, _ := flat(t, file(t, lang))
	maps.DeleteFunc(texts, func(name, _ string) bool {
		group, _, _ := strings.Cut(name, ".")
		return !slices.Contains(saveGroups, group)
	})
	return texts
}

func TestFilesHaveTheSameKeys(t *testing.T) {
	_, want := flat(t, file(t, "en"))
	for _, lang := range Languages() {
		data := file(t, lang)
		texts, order := flat(t, data)
		if !slices.Equal(order, want) {
			for _, name := range want {
				if !slices.Contains(order, name) {
					t.Errorf("%s lacks %s", lang, name)
				}
			}
			for _, name := range order {
				if !slices.Contains(want, name) {
					t.Errorf("%s has %s, which English has not", lang, name)
				}
			}
			t.Errorf("%s: the keys are not those of English in their order", lang)
		}
		// What the program has read is what the file says, no field more or less.
		again, err := json.Marshal(load(t, lang))
		if err != nil {
			t.Fatal(err)
		}
		if read, _ := flat(t, again); !maps.Equal(read, texts) {
			for name := range read {
				if _, ok := texts[name]; !ok {
					t.Errorf("%s: no key for the field %s", lang, name)
				}
			}
			for name := range texts {
				if read[name] != texts[name] {
					t.Errorf("%s: no field for the key %s", lang, name)
				}
			}
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, data, "", "  "); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(pretty.Bytes(), data) || !bytes.HasSuffix(data, []byte("}\n")) || bytes.Contains(data, []byte(`\u`)) {
			t.Errorf("%s is not indented by two spaces, unescaped, with one line end behind it", lang)
		}
	}
}

func TestSaveWords(t *testing.T) {
	english := saveTexts(t, "en")
	for _, group := range saveGroups {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(english)), func(name string) bool { return strings.HasPrefix(name, group+".") }) {
			t.Errorf("English has no %s", group)
		}
	}
	for _, lang := range Languages() {
		t.Run(lang, func(t *testing.T) {
			for name, s := range saveTexts(t, lang) {
				label := strings.HasSuffix(strings.TrimSuffix(english[name], " "), ":")
				text := s
				if label {
					var ok bool
					if text, ok = strings.CutSuffix(s, labelEnd(lang)); !ok {
						t.Errorf("%s: %q does not end with %q", name, s, labelEnd(lang))
					}
				} else if last := strings.TrimRight(s, " "); strings.HasSuffix(last, ":") || strings.HasSuffix(last, "：") {
					t.Errorf("%s: %q ends like a label", name, s)
				}
				// Without its colon, which French sets apart: text follows a
				// label, so that this colon is never the last word typed.
				checkText(t, name, text)
				if name != "blocks.list_sep" && text != strings.TrimSpace(text) {
					t.Errorf("%s: %q has a space too many at an end", name, s)
				}
				want := 0
				if name == "blocks.resume" {
					want = 1
				}
				if strings.Count(s, "%s") != want || strings.Count(s, "%") != want {
					t.Errorf("%s: %q has not %d places", name, s, want)
				}
				for _, exact := range []string{"CLAUDE.md", "TempContext.md", "/clear", "Session notes"} {
					if strings.Count(s, exact) != strings.Count(english[name], exact) {
						t.Errorf("%s: %q and English differ in %s", name, s, exact)
					}
				}
				if same := slices.Contains(sameAsEnglish[name], lang); lang != "en" && (s == english[name]) != same {
					t.Errorf("%s: that %q is as in English is %v, in the list it is %v", name, s, !same, same)
				}
			}
		})
	}
}

func TestReasons(t *testing.T) {
	want := []string{"cap", "conflict", "duplicate", "failed", "length", "no_reason", "unsafe_target"}
	for _, lang := range Languages() {
		reasons := load(t, lang).Receipt.Reasons
		if got := slices.Sorted(maps.Keys(reasons)); !slices.Equal(got, want) {
			t.Errorf("%s has the reasons %q", lang, got)
		}
	}
}

// The path may begin with "/", which would make the prompt a command, and
// must not run into the words around it.
func TestResumeSetsThePathApart(t *testing.T) {
	for _, lang := range Languages() {
		if s := load(t, lang).Blocks.Resume; !strings.Contains(s, " %s ") || strings.HasPrefix(s, " ") {
			t.Errorf("%s resume: %q", lang, s)
		}
	}
}

func TestHeadingsDiffer(t *testing.T) {
	for _, lang := range Languages() {
		seen := map[string]bool{}
		for _, h := range load(t, lang).Handoff.Headings() {
			if seen[h] {
				t.Errorf("%s has the heading %q twice", lang, h)
			}
			seen[h] = true
		}
		if len(seen) != 6 {
			t.Errorf("%s has %d headings", lang, len(seen))
		}
	}
}

// The Chinese headings, the index line and the labels of the line are fixed.
func TestChineseHandoff(t *testing.T) {
	w := load(t, "zh")
	got := append(w.Handoff.Headings(), w.Handoff.Hook, w.Blocks.Keep, w.Blocks.Compress)
	want := []string{
		"在做什么", "已完成 / 已定", "进行中 / 阻塞", "下一步（按顺序）", "等 owner 拍板", "关键路径 / 命令",
		"上次会话交接：进度 / 未了 / 下一步", "保留：", "可以压缩：",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
