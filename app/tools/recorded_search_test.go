package tools_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/transcript"
)

// searchDifferences are the recorded searches of agent:main:main that are answered otherwise on purpose.
var searchDifferences = map[string]string{
	"phrase-quoted":             quoted,
	"phrase-quoted-wrong-order": quoted,
	"punct-and-word":            dropped,
	"op-plus":                   dropped,
	"sec-query-openai":          pasted,
	"sec-query-aws":             pasted,
	"sec-query-ghp":             pasted,
	"cron":                      runs,
	"date-part":                 runs,
	"zh-run":                    parts,
	"zh-sub":                    parts,
	"zh-mixed-part":             parts,
	"ja-sub":                    parts,
	"ko-stem":                   parts,
	"rewound-abandoned":         abandoned,
	"dirty-abandoned":           abandoned,
}

const (
	quoted    = "a quoted phrase is words in order"
	dropped   = "a piece of signs is dropped and does not empty the answer"
	pasted    = "a pasted secret is masked and finds the messages with its mask"
	runs      = "the runs of a cron job are found, whose keys OpenClaw's list does not give"
	parts     = "any part of a run of Chinese, Japanese or Korean is found"
	abandoned = "what a rewind abandoned is not part of the conversation any more"
)

func TestSearchesFindWhatOpenClawFound(t *testing.T) {
	l, folder := liveLibrary(t)
	var file struct {
		Caller string
		Cases  map[string]answered
	}
	recorded(t, folder, "tool-sessions_search.default.main.json", &file)
	if len(file.Cases) < 180 {
		t.Fatalf("only %d recorded searches", len(file.Cases))
	}
	of := caller(t, l, file.Caller, "agent")
	for name, c := range file.Cases {
		var want reply
		must(t, json.Unmarshal(c.Details, &want))
		answer := call(t, of, "sessions_search", c.Args)
		var got reply
		must(t, json.Unmarshal(answer.JSON, &got))
		diff := ""
		if !want.Truncated && !got.Truncated {
			diff = cmp.Diff(messagesOf(want.Results), messagesOf(got.Results))
		}
		why, allowed := searchDifferences[name]
		switch {
		case diff != "" && !allowed:
			t.Errorf("%s %v (-OpenClaw +ours):\n%s", name, c.Args, diff)
		case diff == "" && allowed:
			t.Errorf("%s is answered as recorded after all, though %s", name, why)
		}
		sameShape(t, name, c.Details, answer.JSON)
	}
}

// messagesOf are the messages that were found, each once.
func messagesOf(hits []hit) []string {
	found := []string{}
	for _, h := range hits {
		found = append(found, h.SessionKey+" "+h.MessageID+" "+h.Role)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// sameShape compares the names in an answer and in its hits, in their order.
func sameShape(t *testing.T, name string, theirs, ours []byte) {
	t.Helper()
	want, wantHit := names(theirs)
	got, gotHit := names(ours)
	for _, extra := range got {
		if extra != "results" && extra != "truncated" {
			t.Errorf("%s: the answer has %q", name, extra)
		}
	}
	if !slices.Contains(got, want[0]) || len(wantHit) > 0 && len(gotHit) > 0 && !slices.Equal(wantHit, gotHit) {
		t.Errorf("%s: %q with %q, not %q with %q", name, got, gotHit, want, wantHit)
	}
}

func names(raw []byte) (answer, hit []string) {
	transcript.Members(raw, func(name string, value []byte) {
		answer = append(answer, name)
		if name != "results" {
			return
		}
		transcript.Elements(value, func(one []byte) {
			if hit == nil {
				transcript.Members(one, func(name string, _ []byte) { hit = append(hit, name) })
			}
		})
	})
	return answer, hit
}

// argumentErrors are the recorded calls that the gateway refused for their arguments, and what the tool says of each before
// the gateway hears of it. Empty is what is answered.
var argumentErrors = map[string]string{
	"empty-query":      "query must not be empty",
	"blank-query":      "query must not be empty",
	"too-long":         "query must not exceed 4096 characters",
	"limit-0":          "limit must be a positive integer",
	"limit-26":         "limit must be a positive integer",
	"max-long":         "",
	"nul":              "",
	"lone-surrogate":   "",
	"many-tokens-2000": "",
	"unknown-key":      "",
}

func TestSearchesAreRefusedAsTheToolRefusesThem(t *testing.T) {
	l, folder := liveLibrary(t)
	of := caller(t, l, "agent:main:main", "agent")
	var cases map[string]struct{ Params object }
	recorded(t, folder, "rpc-sessions.search-errors.json", &cases)
	for name, want := range argumentErrors {
		c, known := cases[name]
		if !known {
			t.Fatalf("no recorded call %s", name)
		}
		got := ask(t, of, "sessions_search", c.Params)
		if got.Error != want || got.thrown != (want != "") {
			t.Errorf("%s: %q, not %q", name, got.Error, want)
		}
	}
}
