package preserve

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTemplateIsASnapshot(t *testing.T) {
	s, err := ParseSnapshot([]byte(Template()), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range s.Items {
		if (it.Kind == Decision || it.Kind == DeadEnd) && it.Why == "" {
			t.Errorf("the example has no reason for %q", it.Text)
		}
	}
}

// The schema, the check and the types know the same fields.
func TestSchemaKnowsEveryField(t *testing.T) {
	var schema struct {
		Properties map[string]struct {
			Enum       []string
			Properties map[string]any
			Items      struct {
				Properties map[string]struct {
					Enum       []string
					Properties map[string]any
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(Schema()), &schema); err != nil {
		t.Fatal(err)
	}
	items := schema.Properties["items"].Items.Properties
	for what, c := range map[string]struct {
		schema, check []string
		typ           reflect.Type
	}{
		"snapshot":  {keys(schema.Properties), snapshotFields, reflect.TypeFor[Snapshot]()},
		"item":      {keys(items), itemFields, reflect.TypeFor[Item]()},
		"target":    {keys(items["target"].Properties), targetFields, reflect.TypeFor[Target]()},
		"memory":    {keys(items["memory"].Properties), memoryFields, reflect.TypeFor[Memory]()},
		"narrative": {keys(schema.Properties["narrative"].Properties), narrativeFields, reflect.TypeFor[Narrative]()},
		"kinds":     {items["kind"].Enum, kindNames(), nil},
		"status":    {schema.Properties["status"].Enum, statuses, nil},
	} {
		check := slices.Sorted(slices.Values(c.check))
		if got := slices.Sorted(slices.Values(c.schema)); !slices.Equal(got, check) {
			t.Errorf("%s: the schema has %v, the check %v", what, got, check)
		}
		if c.typ == nil {
			continue
		}
		var fields []string
		for f := range c.typ.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			fields = append(fields, name)
		}
		if slices.Sort(fields); !slices.Equal(fields, check) {
			t.Errorf("%s: the type has %v, the check %v", what, fields, check)
		}
	}
}

func keys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

// Every mistake is told at once, with its path and the nearest valid value.
func TestAllMistakesAtOnce(t *testing.T) {
	_, err := ParseSnapshot([]byte(`{"version":2,"langage":"en","topic":" ","status":"done","next":[1],"narrative":{"erly":"x"},
		"items":[{"kind":"desicion","text":"a"},{"kind":"fact"},7]}`), nil)
	var found Mistakes
	if !errors.As(err, &found) {
		t.Fatalf("got %v", err)
	}
	want := []string{
		`langage: expected one of the fields version, language, topic, goal, status, blockers, items, next, read_first, compressible, tags, narrative, unrelated, found an unknown field, did you mean "language"?`,
		`version: expected the number 1, found the number 2`,
		`topic: expected one line that says what the session is about, found nothing`,
		`status: expected one of in-progress, completed, blocked, found "done"`,
		`next[0]: expected a string, found the number 1`,
		`narrative.erly: expected one of the fields overview, early, middle, recent, current, found an unknown field, did you mean "early"?`,
		`items[0].kind: expected one of correction, dead_end, decision, waiting, open, state, investigation, architecture, reference, preference, fact, found "desicion", did you mean "decision"?`,
		`items[1].text: expected the text of the item, found nothing`,
		`items[2]: expected an object with kind and text, found the number 7`,
	}
	if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", err, strings.Join(want, "\n"))
	}
}

func TestSnapshotThatCannotBeRead(t *testing.T) {
	for in, want := range map[string]string{
		"":                                       "the snapshot is empty",
		"[]":                                     "expected an object",
		`{"version":1,`:                          "breaks off before its closing }",
		"{\n\"version\":1 x}":                    "line 2 of the snapshot",
		`{} {}`:                                  "text after its end",
		"{\"topic\":\"a\xff\"}":                  "not UTF-8",
		`{"version":1,"topic":"t","items":null}`: "items: expected an array of items, found nothing",
		`{"version":1,"topic":"t","items":[],"language":"klingon tongue"}`: "language: expected a language tag",
	} {
		if _, err := ParseSnapshot([]byte(in), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", in, err, want)
		}
	}
}

// No text of a snapshot escapes, fields added later included.
func TestCleanReachesEveryText(t *testing.T) {
	fixed := map[string]string{"Kind": "fact", "Origin": "implied", "Type": "project", "Store": "local", "Status": "blocked", "Language": "en"}
	texts := 0
	var fill func(v reflect.Value, name string)
	fill = func(v reflect.Value, name string) {
		switch v.Kind() {
		case reflect.String:
			if value, ok := fixed[name]; ok {
				v.SetString(value)
				return
			}
			texts++
			v.SetString("secret")
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			for i := range v.Len() {
				fill(v.Index(i), "")
			}
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), "")
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i), v.Type().Field(i).Name)
			}
		}
	}
	var s Snapshot
	fill(reflect.ValueOf(&s).Elem(), "")
	s.Version = SnapshotVersion
	given, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	s, err = ParseSnapshot(given, func(text string) string { return strings.ReplaceAll(text, "secret", "gone") })
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "secret") || strings.Count(string(out), "gone") != texts {
		t.Errorf("%d texts: %s", texts, out)
	}
}

// What clean takes out is in no message either, not even the half that a
// message would show.
func TestCleanComesBeforeTheMessages(t *testing.T) {
	long := strings.Repeat("x", 30) + "SECRET" + strings.Repeat("y", 30)
	_, err := ParseSnapshot([]byte(`{"version":1,"topic":"t","status":"`+long+`","`+long+`":1,"items":"`+long+`"}`),
		func(text string) string { return strings.ReplaceAll(text, long, "gone") })
	var found Mistakes
	if !errors.As(err, &found) || len(found) != 3 || strings.Contains(err.Error(), "xxx") || !strings.Contains(err.Error(), "gone") {
		t.Errorf("got %v", err)
	}
}
