package bench_test

import (
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

// BenchmarkVisibility measures what it costs among 10,000 sessions to look through the eyes of one: a decision about each of
// them, and searches for a word that nobody said, which take no longer than it takes to find out what may be seen.
func BenchmarkVisibility(b *testing.B) {
	store := newListed(b, listedSessions)
	sessions := listOnce(b, openclaw.NewSource(store.Ref()))
	answers := buildHistory(b, corpus{state: store.Ref().State}).engine
	of := sessions[len(sessions)/2].Key
	policy := data.Policy{AgentToAgent: true, Allow: []string{"m*", "work"}}
	scopes := []struct {
		name  string
		scope data.Scope
	}{
		{"everything", data.Scope{}},
		{"self", data.Scope{Mode: data.ScopeSelf, Of: of}},
		{"tree", data.Scope{Mode: data.ScopeTree, Of: of}},
		{"sandboxed", data.Scope{Mode: data.ScopeTree, Of: of, Policy: data.Policy{Restricted: true}}},
		{"main", data.Scope{Mode: data.ScopeTree, Of: "agent:main:main"}},
		{"agent", data.Scope{Mode: data.ScopeAgent, Of: of}},
		{"all", data.Scope{Of: of, Policy: policy}},
	}
	for _, s := range scopes {
		b.Run("decide/"+s.name, func(b *testing.B) {
			reportMedian(b, func() error {
				scope := visibility.New(s.scope)
				for i := range sessions {
					scope.Allows(visibility.SubjectOf(sessions[i].Session))
				}
				return nil
			})
		})
		b.Run("search/"+s.name, func(b *testing.B) {
			reportMedian(b, func() error {
				_, err := answers.Search(b.Context(), data.Query{Text: "saturn", Scope: s.scope})
				return err
			})
		})
	}
}

// reportMedian reports how long something takes mostly.
func reportMedian(b *testing.B, do func() error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		for range listedTries {
			took = append(took, timed(b, do))
		}
	}
	b.ReportMetric(quantile(took, 0.5), "median-ms")
}
