package orchestrator

import (
	"context"

	"savectx/orchestrator/claude"
)

// Verdict is what one guard says in a survey.
type Verdict struct {
	Name   string `json:"name"`
	Open   bool   `json:"open"`
	Reason string `json:"reason"`
}

// Survey asks every guard once for a job that is not stored, and presses
// nothing. Guards behind one that is shut are asked all the same.
func (r *Run) Survey(ctx context.Context, job Job) ([]Verdict, error) {
	s, err := r.State.Session(job.Agent.Session)
	if err != nil {
		return nil, err
	}
	r.job, r.session, r.armedAt = job, s, job.Created
	r.rows = claude.Follow(job.Agent.Transcript, job.Agent.Size)
	_, found := r.findings(ctx, guards(), true)
	out := make([]Verdict, 0, len(found))
	for _, f := range found {
		out = append(out, Verdict{f.guard, f.verdict == open, f.reason})
	}
	return out, nil
}
