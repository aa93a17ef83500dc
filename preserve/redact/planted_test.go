// Every planted secret must go, whole.

package redact

import (
	"slices"
	"strings"
	"testing"

	"savectx/preserve/redact/planted"
)

func newRedactor(t testing.TB) *Redactor {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// remains returns a piece of 6 or more characters of value that got is still
// showing and that the passage around it did not show anyway.
func remains(got, passage, value string) string {
	clean := func(s string) string {
		v := strip(whole(s), nil)
		s = strip(decode(v), nil).text
		return strings.NewReplacer("\n", "", "\\", "", "\"", "", " ", "", ">", "", "\t", "", "+\t", "").Replace(s)
	}
	for _, m := range slices.Backward(markers(got)) {
		got = got[:m.from] + "\x00" + got[m.to:]
	}
	got, around := clean(got), strings.ReplaceAll(clean(passage), clean(value), "\x00")
	value = clean(value)
	for i := 0; i+6 <= len(value); i++ {
		if p := value[i : i+6]; strings.Contains(got, p) && !strings.Contains(around, p) {
			return p
		}
	}
	return ""
}

func TestPlantedSecretsGo(t *testing.T) {
	r := newRedactor(t)
	kinds, n := map[string]bool{}, 0
	for _, s := range planted.All() {
		n++
		kinds[s.Kind] = true
		got, found := r.Text(s.Text)
		if p := remains(got, s.Text, s.Value); p != "" || len(found) == 0 {
			t.Errorf("%s, %s: %q remains\n  of %q\n  in %q", s.Kind, s.Form, p, s.Text, got)
		}
		if again, _ := r.Text(got); again != got {
			t.Errorf("%s, %s: twice is not once\n  %q\n  %q", s.Kind, s.Form, got, again)
		}
	}
	if n < 150 || len(kinds) < 60 {
		t.Errorf("%d secrets of %d kinds are planted, 150 of 60 are the least", n, len(kinds))
	}
	t.Logf("%d secrets of %d kinds", n, len(kinds))
}
