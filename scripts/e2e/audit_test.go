package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"savectx/preserve"
	"savectx/preserve/audit"
	"savectx/preserve/audit/audittest"
	"savectx/preserve/history"
	"savectx/preserve/plan"
	"savectx/scripts/live"
	"savectx/scripts/loopback"
)

// A model summarises badly, on the real client: every planted loss, change and
// invention is in the audit, and what was missing is in the next request. Where
// it summarises well, the audit is quiet.
func TestBadSummariesAreFoundAndMended(t *testing.T) {
	var scenes []audittest.Scene
	for _, folder := range []string{"cases", "held"} {
		list, err := audittest.Load(filepath.Join("..", "..", "preserve", "audit", "testdata", folder))
		if err != nil {
			t.Fatal(err)
		}
		scenes = append(scenes, list...)
	}
	scenes = slices.DeleteFunc(scenes, func(s audittest.Scene) bool { return len(s.Kept) > 0 }) // nothing of them stays word for word here
	for n, version := range []string{live.Newest, live.Old} {
		t.Run(version, func(t *testing.T) {
			s := installed(t, version, nil, nil)
			var total tally
			for i, scene := range scenes {
				if i%2 == n {
					s.audited(scene, &total)
				}
			}
			t.Logf("%s: %d of %d planted found; %d false alarms in %d faithful summaries; %d of %d missing items in the next request", version,
				total.found, total.planted, len(total.alarms), total.faithful, total.back, total.missing)
			if total.planted < 60 || total.faithful < 10 || total.missing < 40 {
				t.Errorf("too little was tried: %+v", total)
			}
			if total.found != total.planted || total.back != total.missing {
				t.Error("not all was found and put back")
			}
			if len(total.alarms) > 1 { // 3 in 20
				t.Errorf("false alarms:\n%s", strings.Join(total.alarms, "\n"))
			}
		})
	}
}

type tally struct {
	planted, found, missing, back, faithful int
	alarms                                  []string
}

// audited plays one scene in a session of its own.
func (s *sess) audited(scene audittest.Scene, total *tally) {
	s.t.Helper()
	if total.faithful > 0 {
		s.anew()
	}
	for i, said := range scene.Said {
		s.says(said, fmt.Sprintf("Noted, %d.", i+1))
	}
	saved := preserve.Snapshot{Version: 1, Topic: scene.Name, Language: scene.Lang, Items: scene.Items}
	snapshot, err := json.Marshal(saved)
	s.must(err)
	s.savedTo(s.id(), "context", string(snapshot))

	c := s.summarised("Read.", scene.Summary)
	total.faithful++
	for _, item := range plan.Worth(saved) {
		if it := reported(s.t, c, item); it.Verdict != audit.Kept {
			total.alarms = append(total.alarms, fmt.Sprintf("%s: %s: %s: %s", scene.Name, it.Text, it.Verdict, it.Evidence))
		}
	}
	for _, v := range c.Invented {
		total.alarms = append(total.alarms, fmt.Sprintf("%s: invented: %s", scene.Name, v.Text))
	}

	rounds, err := scene.Rounds()
	s.must(err)
	for _, r := range rounds {
		c := s.summarised(scene.Summary, r.Summary)
		for _, p := range r.Plants {
			if !p.Invents() && !worth(saved, scene.Items[p.Item]) {
				continue
			}
			total.planted++
			if planted(s.t, c, scene, p) {
				total.found++
			} else {
				s.t.Logf("%s: %s is not in the audit", scene.Name, p.What)
			}
		}
		s.mended(scene.Name, c, total)
	}
}

// worth tells whether an item comes into the list: a decision without a reason
// does not.
func worth(s preserve.Snapshot, item preserve.Item) bool {
	return slices.ContainsFunc(plan.Worth(s), func(it preserve.Item) bool { return it.Text == item.Text })
}

// anew begins another session in the same client.
func (s *sess) anew() {
	s.t.Helper()
	before := s.id()
	s.ask("/clear")
	s.until(func() error { // the record of 2.1.100 keeps the old id
		if s.id() == before {
			return errors.New("the session has not changed")
		}
		return nil
	})
	s.emptyComposer()
}

// summarised compacts with a summary and returns what the audit says of it. The
// analysis in front of it does not reach the context.
func (s *sess) summarised(analysis, summary string) audit.Compaction {
	s.t.Helper()
	n := len(s.audit().Compactions)
	s.Model.SetSummary(loopback.Summary{Text: history.Answered(summary), Analysis: history.Answered(analysis)})
	s.emptyComposer()
	s.ask("/compact")
	var last audit.Compaction
	s.until(func() error {
		list := s.audit().Compactions
		if len(list) <= n {
			return errors.New("the compaction is not in the transcript")
		}
		last = list[len(list)-1]
		return nil
	})
	s.rests()
	return last
}

// id is the session's, by its record or, where that is not kept up, by the name
// of its transcript.
func (s *sess) id() string {
	if r, err := s.Record(); err == nil && r.Tells() {
		return r.SessionID
	}
	return strings.TrimSuffix(filepath.Base(s.Transcript()), ".jsonl")
}

// audit is savectx audit --json for the running session.
func (s *sess) audit() (r audit.Report) {
	s.t.Helper()
	out := s.run("audit", "--json", s.id())
	if out.code != 0 {
		return r // the client has not written the transcript yet
	}
	s.must(json.Unmarshal([]byte(out.out), &r))
	return r
}

func reported(t *testing.T, c audit.Compaction, item preserve.Item) audit.ItemReport {
	t.Helper()
	for _, it := range c.Items {
		if it.Text == item.Text {
			return it
		}
	}
	t.Errorf("no report on %q", item.Text)
	return audit.ItemReport{}
}

func planted(t *testing.T, c audit.Compaction, scene audittest.Scene, p audittest.Plant) bool {
	if p.Invents() {
		return slices.ContainsFunc(c.Invented, func(v audit.Invention) bool { return strings.Contains(p.To, v.Text) })
	}
	return reported(t, c, scene.Items[p.Item]).Verdict != audit.Kept
}

// mended asserts that what the audit misses is in the next request, and that
// the audit then says so.
func (s *sess) mended(name string, c audit.Compaction, total *tally) {
	s.t.Helper()
	s.says("go on", "Gone on.")
	request := s.last()
	var missing []string
	for _, it := range c.Items {
		if it.Verdict == audit.Kept {
			continue
		}
		total.missing++
		quoted, _ := json.Marshal(preserve.Clean(it.Text))
		if strings.Contains(request, string(quoted[1:len(quoted)-1])) {
			total.back++
		} else {
			missing = append(missing, it.Text)
		}
	}
	if missing != nil {
		s.t.Errorf("%s: not in the request: %q", name, missing)
	}
	s.inContext()
}
