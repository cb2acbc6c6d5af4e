package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/engine"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/redact"
)

// ofState indexes a state directory and gives the engine over it.
func ofState(t *testing.T, state string) *engine.Engine {
	t.Helper()
	redactor := redact.Redactor{}
	lib, err := index.Open(t.Context(), index.Params{Dir: t.TempDir(), RuleStamp: redactor.Stamp(), RuleVersion: redactor.Version()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	r, err := reconcile.New(reconcile.Params{
		Library: lib, Finder: openclaw.NewFinder(openclaw.FinderParams{States: []string{state}}), Redactor: redactor,
		Open: func(s data.Store) data.Source { return openclaw.NewSource(s) },
	})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := r.Pass(t.Context(), reconcile.Options{}, func(data.Progress) {})
	if err != nil || outcome.Pending > 0 || len(outcome.Faults) > 0 {
		t.Fatalf("pass: %+v, %v", outcome, err)
	}
	answers, err := engine.New(engine.Params{Library: lib, Redactor: redactor})
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// recorded is what OpenClaw answered to a search.
type recorded struct {
	agent, name, query string
	hits               []recordedHit
	truncated          bool
}

type recordedHit struct{ SessionKey, MessageID string }

func read(t *testing.T, into any, folder, name string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// overRPC reads answers of the gateway.
func overRPC(t *testing.T, expected string) []recorded {
	var file struct {
		Agents map[string]map[string]struct {
			Params   struct{ Query string }
			Response struct {
				Results   []recordedHit
				Truncated bool
			}
		}
	}
	read(t, &file, expected, "rpc-sessions.search.json")
	var all []recorded
	for agent, cases := range file.Agents {
		for name, c := range cases {
			all = append(all, recorded{agent, name, c.Params.Query, c.Response.Results, c.Response.Truncated})
		}
	}
	return all
}

// byModule reads answers of OpenClaw's search module, which looks at every window.
func byModule(t *testing.T, expected string) []recorded {
	var file struct {
		Cases map[string]struct {
			Query     string
			Hits      []recordedHit
			Truncated bool
		}
	}
	read(t, &file, expected, "module-search.unfiltered.json")
	var all []recorded
	for name, c := range file.Cases {
		all = append(all, recorded{"main", name, c.Query, c.Hits, c.Truncated})
	}
	return all
}

// byTool reads answers of the agent tool, which are named by their query.
func byTool(t *testing.T, expected string) []recorded {
	var file map[string]struct {
		Details struct {
			Results   []recordedHit
			Truncated bool
		}
	}
	read(t, &file, expected, "tool-sessions_search.handmade.json")
	var all []recorded
	for query, c := range file {
		all = append(all, recorded{"handmade", query, query, c.Details.Results, c.Details.Truncated})
	}
	return all
}

// ofImport reads the answers on an imported history, which were asked for in both ways.
func ofImport(t *testing.T, expected string) []recorded {
	return append(overRPC(t, expected), byTool(t, expected)...)
}

// differences are the recorded searches that are answered otherwise on purpose. Each holds wherever the name occurs.
var differences = map[string]struct {
	fewer, more bool
	why         string
}{
	"phrase-quoted":             {fewer: true, why: "a quoted phrase is words in order, not single words"},
	"phrase-quoted-wrong-order": {fewer: true, why: "a quoted phrase is words in order, not single words"},
	"punct-and-word":            {more: true, why: "a piece of signs is dropped and does not empty the answer"},
	"op-plus":                   {more: true, why: "a piece of signs is dropped and does not empty the answer"},
	"sec-query-openai":          {more: true, why: "a pasted secret is masked and finds the messages with its mask"},
	"sec-query-aws":             {more: true, why: "a pasted secret is masked and finds the messages with its mask"},
	"sec-query-ghp":             {more: true, why: "a pasted secret is masked and finds the messages with its mask"},
	"cron":                      {more: true, why: "the runs of a cron job are found, whose keys OpenClaw's list does not give"},
	"date-part":                 {more: true, why: "the runs of a cron job are found, whose keys OpenClaw's list does not give"},
	"zh-run":                    {more: true, why: "any part of a run of Chinese, Japanese or Korean is found"},
	"zh-sub":                    {more: true, why: "any part of a run of Chinese, Japanese or Korean is found"},
	"zh-mixed-part":             {more: true, why: "any part of a run of Chinese, Japanese or Korean is found"},
	"ja-sub":                    {more: true, why: "any part of a run of Chinese, Japanese or Korean is found"},
	"ko-stem":                   {more: true, why: "any part of a run of Chinese, Japanese or Korean is found"},
	"hunter2fixture":            {fewer: true, why: "a masked password is in no index"},
	"sec-query-password":        {fewer: true, why: "a masked password is in no index"},
}

func TestWhatOpenClawFoundIsFound(t *testing.T) {
	suites := []struct {
		folder, state string
		cases         func(t *testing.T, expected string) []recorded
	}{
		{"2026.8.2/live", ".", overRPC},
		{"2026.8.2/legacy-import", "after-doctor", ofImport},
		{"2026.8.2/dirty", "mixed/before", byModule},
		{"2026.8.2/dirty", "no-index/before", byModule},
		{"2026.9.6/legacy-import", "after-doctor", ofImport},
	}
	differed := map[string]bool{}
	for _, s := range suites {
		t.Run(s.folder+"/"+s.state, func(t *testing.T) {
			folder := datatest.Real(t, s.folder)
			answers := ofState(t, filepath.Join(folder, filepath.FromSlash(s.state)))
			cases := s.cases(t, filepath.Join(folder, "expected"))
			for _, c := range cases {
				if compare(t, answers, c) {
					differed[c.name] = true
				}
			}
			if len(cases) < 30 {
				t.Errorf("only %d recorded searches", len(cases))
			}
		})
	}
	for name, d := range differences {
		if !differed[name] {
			t.Errorf("%s is answered as recorded after all, though %s", name, d.why)
		}
	}
}

// compare looks for each recorded hit, and for further ones where the recorded answer was whole. Copies of a message in
// several windows are one message. It tells whether there was a difference.
func compare(t *testing.T, answers *engine.Engine, c recorded) bool {
	t.Helper()
	results, err := answers.Search(t.Context(), data.Query{
		Text: c.query, Agents: []string{c.agent}, Include: data.Everything(), Limit: data.MaxSearchLimit,
	})
	if err != nil {
		t.Fatalf("%s/%s: %v", c.agent, c.name, err)
	}
	ours := map[recordedHit]bool{}
	for _, group := range results.Groups {
		for _, hit := range group.Hits {
			ours[recordedHit{string(group.Session.Key), hit.MessageID}] = true
			checkExcerpt(t, hit.Excerpt)
		}
	}
	var fewer, more []string
	theirs := map[recordedHit]bool{}
	for _, hit := range c.hits {
		theirs[hit] = true
		if !ours[hit] {
			fewer = append(fewer, hit.SessionKey+" "+hit.MessageID)
		}
	}
	for hit := range ours {
		if !theirs[hit] && !c.truncated {
			more = append(more, hit.SessionKey+" "+hit.MessageID)
		}
	}
	slices.Sort(more)
	allowed := differences[c.name]
	if len(fewer) > 0 && !allowed.fewer || len(more) > 0 && !allowed.more {
		t.Errorf("%s/%s %q: not found %q, found besides %q", c.agent, c.name, c.query, fewer, more)
	}
	return len(fewer)+len(more) > 0
}

// checkExcerpt looks that nothing of the private keys in the histories comes through.
func checkExcerpt(t *testing.T, e data.Excerpt) {
	t.Helper()
	if strings.Contains(e.Text, "FIXTUREkeyLINE") {
		t.Errorf("excerpt %q holds part of a key", e.Text)
	}
	if len(e.Marks) == 0 && len(e.Hidden) == 0 {
		t.Errorf("excerpt %q shows no match", e.Text)
	}
}

func TestAConversationIsShownOnceThroughItsRewinds(t *testing.T) {
	answers := ofState(t, datatest.Real(t, "2026.8.2/live"))
	for _, key := range []data.SessionKey{"agent:main:rewound", "agent:main:branches", "agent:main:resetme"} {
		page, err := answers.Page(t.Context(), data.PageRequest{Key: key})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range page.Messages {
			if seen[m.ID] || m.Rewound {
				t.Errorf("%s: message %s twice, or rewound", key, m.ID)
			}
			seen[m.ID] = true
		}
		whole, err := answers.Page(t.Context(), data.PageRequest{Key: key, Rewound: true})
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for _, m := range whole.Messages {
			if !m.Rewound {
				kept = append(kept, m.Text)
			}
		}
		if diff := cmp.Diff(texts(page), kept); diff != "" || len(kept) == 0 {
			t.Errorf("%s, with and without what was rewound (-without +with):\n%s", key, diff)
		}
	}
}
