package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/excerpt"
)

func TestTheArgumentsOfASearch(t *testing.T) {
	plain := searchRequest{query: "tide", limit: 10}
	cases := map[string]struct {
		raw  string
		want searchRequest
		err  string
	}{
		"a query alone":                 {raw: `{"query": "tide"}`, want: plain},
		"blanks around it":              {raw: `{"query": " \n tide\t"}`, want: plain},
		"a NUL in it":                   {raw: `{"query": "ti\u0000de"}`, want: plain},
		"unknown arguments":             {raw: `{"query": "tide", "as": "agent:work:main", "visibility": "all"}`, want: plain},
		"a repeated name":               {raw: `{"query": "ebb", "query": "tide"}`, want: plain},
		"a limit":                       {raw: `{"query": "tide", "limit": 3}`, want: searchRequest{query: "tide", limit: 3}},
		"a limit in a string":           {raw: `{"query": "tide", "limit": " 3 "}`, want: searchRequest{query: "tide", limit: 3}},
		"a limit with a whole fraction": {raw: `{"query": "tide", "limit": 3.0}`, want: searchRequest{query: "tide", limit: 3}},
		"the largest limit":             {raw: `{"query": "tide", "limit": 25}`, want: searchRequest{query: "tide", limit: 25}},
		"no limit":                      {raw: `{"query": "tide", "limit": null}`, want: plain},
		"a blank limit":                 {raw: `{"query": "tide", "limit": " "}`, want: plain},
		"a session":                     {raw: `{"query": "tide", "sessionKey": " main "}`, want: searchRequest{query: "tide", key: "main", limit: 10}},
		"a session in snake case":       {raw: `{"query": "tide", "session_key": "main"}`, want: searchRequest{query: "tide", key: "main", limit: 10}},
		"a blank session":               {raw: `{"query": "tide", "sessionKey": " "}`, want: plain},
		"the longest query":             {raw: `{"query": "` + strings.Repeat("k", 4096) + `"}`, want: searchRequest{query: strings.Repeat("k", 4096), limit: 10}},
		"nothing":                       {raw: ``, err: "query must not be empty"},
		"an empty object":               {raw: `{}`, err: "query must not be empty"},
		"a blank query":                 {raw: `{"query": " \t"}`, err: "query must not be empty"},
		"a query that is a number":      {raw: `{"query": 7}`, err: "query must not be empty"},
		"a query of NUL":                {raw: `{"query": "\u0000"}`, err: "query must not be empty"},
		"a query that is too long":      {raw: `{"query": "` + strings.Repeat("k", 4097) + `"}`, err: "query must not exceed 4096 characters"},
		"too many units":                {raw: `{"query": "` + strings.Repeat("🦞", 2049) + `"}`, err: "query must not exceed 4096 characters"},
		"limit 0":                       {raw: `{"query": "tide", "limit": 0}`, err: "limit must be a positive integer"},
		"limit 26":                      {raw: `{"query": "tide", "limit": 26}`, err: "limit must be a positive integer"},
		"limit 2.5":                     {raw: `{"query": "tide", "limit": 2.5}`, err: "limit must be a positive integer"},
		"limit -1":                      {raw: `{"query": "tide", "limit": -1}`, err: "limit must be a positive integer"},
		"a limit that is a word":        {raw: `{"query": "tide", "limit": "abc"}`, err: "limit must be a positive integer"},
		"a limit that is a list":        {raw: `{"query": "tide", "limit": [3]}`, err: "limit must be a positive integer"},
		"no object":                     {raw: `["tide"]`, err: "arguments must be a JSON object"},
		"no JSON":                       {raw: `{"query": `, err: "arguments must be a JSON object"},
	}
	for name, c := range cases {
		a, err := readArgs([]byte(c.raw))
		var got searchRequest
		if err == nil {
			got, err = readSearch(a)
		}
		checkInput(t, name, err, c.err)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(searchRequest{})); err == nil && diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func checkInput(t *testing.T, name string, err error, want string) {
	t.Helper()
	var input *inputError
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: %v", name, err)
	case want != "" && (!errors.As(err, &input) || input.text != want):
		t.Errorf("%s: %v, not %q", name, err, want)
	}
}

func TestTheArgumentsOfAHistory(t *testing.T) {
	plain := historyRequest{key: "main", limit: 200}
	cases := map[string]struct {
		raw   string
		newer bool
		want  historyRequest
		err   string
	}{
		"a session alone":             {raw: `{"sessionKey": "main"}`, want: plain},
		"in snake case":               {raw: `{"session_key": "main", "message_id": "m", "session_id": "s"}`, want: historyRequest{key: "main", limit: 200, anchor: "m", session: "s"}},
		"a limit that is too large":   {raw: `{"sessionKey": "main", "limit": 5000}`, want: historyRequest{key: "main", limit: 1000}},
		"an offset":                   {raw: `{"sessionKey": "main", "offset": "4"}`, want: historyRequest{key: "main", limit: 200, offset: 4, paged: true}},
		"an offset of 0":              {raw: `{"sessionKey": "main", "offset": 0}`, want: historyRequest{key: "main", limit: 200, paged: true}},
		"tools":                       {raw: `{"sessionKey": "main", "includeTools": true}`, want: historyRequest{key: "main", limit: 200, tools: true}},
		"tools by a word":             {raw: `{"sessionKey": "main", "includeTools": "false"}`, want: historyRequest{key: "main", limit: 200, tools: true}},
		"tools by an object":          {raw: `{"sessionKey": "main", "includeTools": {}}`, want: historyRequest{key: "main", limit: 200, tools: true}},
		"tools by 0":                  {raw: `{"sessionKey": "main", "includeTools": 0}`, want: plain},
		"tools by an empty word":      {raw: `{"sessionKey": "main", "includeTools": ""}`, want: plain},
		"tools by null":               {raw: `{"sessionKey": "main", "includeTools": null}`, want: plain},
		"tools in snake case":         {raw: `{"sessionKey": "main", "include_tools": true}`, want: plain},
		"what waits before something": {raw: `{"sessionKey": "main", "pendingBefore": 3}`, want: plain},
		"an offset beside a message":  {raw: `{"sessionKey": "main", "messageId": "m", "offset": 4}`, newer: true, want: historyRequest{key: "main", limit: 200, offset: 4, anchor: "m"}},
		"no session":                  {raw: `{}`, err: "sessionKey required"},
		"a blank session":             {raw: `{"sessionKey": " "}`, err: "sessionKey required"},
		"limit 0":                     {raw: `{"sessionKey": "main", "limit": 0}`, err: "limit must be a positive integer"},
		"an offset below 0":           {raw: `{"sessionKey": "main", "offset": -1}`, err: "offset must be a non-negative integer"},
		"an offset of null":           {raw: `{"sessionKey": "main", "offset": null}`, err: "offset must be a non-negative integer"},
		"an offset of 1.5":            {raw: `{"sessionKey": "main", "offset": 1.5}`, err: "offset must be a non-negative integer"},
		"pending before 0":            {raw: `{"sessionKey": "main", "pendingBefore": 0}`, err: "pendingBefore must be a positive integer"},
		"offset and message":          {raw: `{"sessionKey": "main", "messageId": "m", "offset": 4}`, err: "offset and messageId cannot be used together"},
		"a transcript alone":          {raw: `{"sessionKey": "main", "sessionId": "s"}`, err: "sessionId requires messageId"},
	}
	for name, c := range cases {
		a, err := readArgs([]byte(c.raw))
		if err != nil {
			t.Fatal(err)
		}
		got, err := readHistory(a, c.newer)
		checkInput(t, name, err, c.err)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(historyRequest{})); err == nil && diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func FuzzNoArgumentsBreakATool(f *testing.F) {
	f.Add([]byte(`{"query": "tide", "limit": "3", "session_key": "main"}`))
	f.Add([]byte(`{"sessionKey": "current", "offset": 1e3, "includeTools": [], "messageId": "\ud800"}`))
	f.Add([]byte(`{"kinds": ["main", 3], "activeMinutes": 1e300, "messageLimit": -0}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := readArgs(raw)
		if err != nil {
			return
		}
		if r, err := readSearch(a); err == nil && (r.query == "" || r.limit < 1 || r.limit > searchMost || excerpt.Units(r.query) > queryUnits) {
			t.Errorf("%s: %+v", raw, r)
		}
		if r, err := readHistory(a, false); err == nil && (r.key == "" || r.limit < 1 || r.limit > historyMost || r.offset < 0) {
			t.Errorf("%s: %+v", raw, r)
		}
		if r, err := readList(a, true); err == nil && (r.limit < 1 || r.limit > listMost || r.offset < 0 || r.inlined < 0 || r.active < 0) {
			t.Errorf("%s: %+v", raw, r)
		}
		if written, err := compact(parse(raw)); err != nil || !json.Valid(written) {
			t.Errorf("%q is written as %q, %v", raw, written, err)
		}
	})
}

func TestTextsAreCutInUTF16Units(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		limit int
		want  string
	}{
		"shorter":                  {"tide", 9, "tide"},
		"just as long":             {"tide", 4, "tide"},
		"longer":                   {"tides", 4, "tide"},
		"in the middle of a smile": {"ab🦞", 3, "ab"},
		"behind a smile":           {"🦞🦞", 2, "🦞"},
		"nothing":                  {"tide", 0, ""},
	} {
		if got := firstUnits(c.text, c.limit); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
