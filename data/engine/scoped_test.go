package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/engine"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

// scoped is what OpenClaw's tools answered to several sessions under one setting.
type scoped struct {
	Tools   json.RawMessage
	Sandbox json.RawMessage
	Callers map[data.SessionKey]struct {
		Search map[string]struct {
			HTTP    int
			Details struct {
				Results   []recordedHit
				Truncated bool
			}
		}
		List struct {
			HTTP int
			Keys json.RawMessage
		}
		History   map[string]recordedRefusal
		SearchKey map[string]recordedRefusal
	}
}

// recordedRefusal is what came of asking for one session.
type recordedRefusal struct {
	HTTP    int
	Details struct {
		Status string
		Error  any // an object where there was no such tool
	}
}

// TestEachSettingShowsWhatOpenClawShowed asks as the sessions did of which the answers were recorded, at the time of the recording.
func TestEachSettingShowsWhatOpenClawShowed(t *testing.T) {
	state := datatest.Real(t, "2026.8.2/live")
	answers, listed := ofState(t, state), sessionsOf(t, state)
	var now time.Time
	for _, s := range listed {
		if s.UpdatedAt.After(now) {
			now = s.UpdatedAt
		}
	}
	files, err := filepath.Glob(filepath.Join(state, "expected", "visibility", "*.json"))
	if err != nil || len(files) != 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	asked := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			var s scoped
			read(t, &s, filepath.Dir(file), filepath.Base(file))
			settings := settingsOf(t, state, s)
			for key, c := range s.Callers {
				caller := visibility.Caller{Key: key, Sandboxed: string(s.Sandbox) != "null", Now: now}
				scope := visibility.Effective(settings, visibility.Release202608, caller)
				for query, found := range c.Search {
					if found.HTTP == 200 {
						asked++
						compareKeys(t, answers, scope, query, found.Details.Results)
					}
				}
				if c.List.HTTP == 200 {
					asked++
					compareList(t, listed, scope, c.List.Keys)
				}
				asked += compareRefusals(t, listed, scope, visibility.ActionHistory, c.History)
				asked += compareRefusals(t, listed, scope, visibility.ActionSearch, c.SearchKey)
			}
		})
	}
	if asked < 900 {
		t.Errorf("only %d answers were compared", asked)
	}
}

// sessionsOf lists the sessions of all stores of a state directory.
func sessionsOf(t *testing.T, state string) (all []data.Session) {
	t.Helper()
	stores, problems := openclaw.NewFinder(openclaw.FinderParams{States: []string{state}}).Find(t.Context())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, store := range stores {
		reader, err := openclaw.NewSource(store).Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sessions, err := reader.Sessions(t.Context())
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sessions {
			all = append(all, s.Session)
		}
	}
	return all
}

// settingsOf puts the recorded settings into the configuration and reads it.
func settingsOf(t *testing.T, state string, s scoped) openclaw.Settings {
	t.Helper()
	config, err := json.Marshal(map[string]any{
		"tools": s.Tools, "agents": map[string]any{"defaults": map[string]any{"sandbox": s.Sandbox}},
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(state, "openclaw.json"), config, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	settings, problems := openclaw.NewSettingsReader(openclaw.FinderParams{States: []string{state}}).Read(t.Context(), state)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return settings
}

// compareKeys compares the sessions in which a search finds anything.
func compareKeys(t *testing.T, answers *engine.Engine, scope data.Scope, query string, hits []recordedHit) {
	t.Helper()
	results, err := answers.Search(t.Context(), data.Query{Text: query, Scope: scope, Include: data.Everything(), Limit: data.MaxSearchLimit})
	if err != nil {
		t.Fatal(err)
	}
	want, got := []string{}, []string{}
	for _, hit := range hits {
		want = append(want, hit.SessionKey)
	}
	for _, group := range results.Groups {
		got = append(got, string(group.Session.Key))
	}
	if diff := cmp.Diff(set(want), set(got)); diff != "" {
		t.Errorf("%s searches %q (-recorded +found):\n%s", scope.Of, query, diff)
	}
}

// compareList compares the sessions that are listed. OpenClaw lists a cron job where the transcript is that of its run, nothing that
// was archived, and not the session itself that is in a sandbox.
func compareList(t *testing.T, listed []data.Session, scope data.Scope, recorded json.RawMessage) {
	t.Helper()
	var want []string
	if err := json.Unmarshal(recorded, &want); err != nil {
		t.Fatal(err)
	}
	isCron := func(key string) bool { return strings.Contains(key, ":cron:") }
	want = slices.DeleteFunc(want, isCron)
	sight, got := visibility.New(scope), []string{}
	for _, s := range listed {
		itself := scope.Policy.Restricted && s.Key == scope.Of
		if !s.Archived && !itself && !isCron(string(s.Key)) && sight.Allows(visibility.SubjectOf(s)) {
			got = append(got, string(s.Key))
		}
	}
	if diff := cmp.Diff(set(want), set(got)); diff != "" {
		t.Errorf("%s lists (-recorded +allowed):\n%s", scope.Of, diff)
	}
}

// compareRefusals compares what came of asking for sessions by their keys, and counts them. "main" is an alias of another key in
// each case, and a session that is not there is no matter of visibility once it is allowed.
func compareRefusals(
	t *testing.T, listed []data.Session, scope data.Scope, action visibility.Action, recorded map[string]recordedRefusal,
) (n int) {
	t.Helper()
	sight := visibility.New(scope)
	for key, r := range recorded {
		if r.HTTP != 200 || key == "main" {
			continue
		}
		n++
		subject := visibility.Subject{Key: data.SessionKey(key)}
		for _, s := range listed {
			if s.Key == subject.Key {
				subject = visibility.SubjectOf(s)
			}
		}
		want := ""
		if r.Details.Status == "forbidden" {
			want, _ = r.Details.Error.(string)
		}
		reason := sight.DecideKey(subject).Reason
		if got := visibility.Denial(reason, visibility.Release202608, action, subject.Key); got != want {
			t.Errorf("%s asks for %s: %q, recorded %q", scope.Of, key, got, want)
		}
	}
	return n
}

// set is a list in order, each once.
func set(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
