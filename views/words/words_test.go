package words

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

var zone = time.FixedZone("CEST", 2*3600)

func at(year int, month time.Month, day, hour, minute int) time.Time {
	return time.Date(year, month, day, hour, minute, 0, 0, zone)
}

// now is a Wednesday.
var now = at(2026, time.July, 15, 21, 31)

func hits(n int) []data.Hit { return make([]data.Hit, n) }

func TestCounts(t *testing.T) {
	tests := map[string]struct{ got, want string }{
		"a large number is grouped":              {Number(18204), "18,204"},
		"one match is singular":                  {Matches(1), "1 match"},
		"no match is plural":                     {Matches(0), "0 matches"},
		"a bounded count says so":                {Matches(data.MaxCount), "10,000 or more matches"},
		"one session is singular":                {Sessions(1), "1 session"},
		"sessions are plural":                    {Sessions(412), "412 sessions"},
		"messages are grouped":                   {Messages(18204), "18,204 messages"},
		"one agent is singular":                  {Agents(1), "1 agent"},
		"a position counts from 1":               {Position(0, 0, 3), "1 of 3"},
		"a position counts what is not listed":   {Position(0, 1600, 500), "1,601 of 2,100"},
		"without a position the number is given": {Position(-1, 0, 3), "3 matches"},
		"one more match":                         {MoreMatches(1), "1 more match in this session"},
		"more matches":                           {MoreMatches(9), "9 more matches in this session"},
		"a bounded number of more matches":       {MoreMatches(data.MaxCount), "10,000 or more matches in this session"},
		"automated ones":                         {LeftOut(state.LeftOutAutomated, 142), "142 matches in automated sessions not shown"},
		"one rewound":                            {LeftOut(state.LeftOutRewound, 1), "1 match left behind by going back not shown"},
		"what is left of a message":              {Shortened(1234), "1,234 more characters"},
	}
	check(t, tests)
}

func check(t *testing.T, tests map[string]struct{ got, want string }) {
	t.Helper()
	for name, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", name, tt.got, tt.want)
		}
	}
}

func TestMatchCount(t *testing.T) {
	tests := map[string]struct {
		results data.Results
		order   data.Order
		want    string
	}{
		"nothing":               {data.Results{}, data.OrderNewest, "No matches"},
		"one match":             {data.Results{Total: 1, Groups: []data.Group{{Hits: hits(1)}}}, data.OrderNewest, "1 match in 1 session"},
		"six in three sessions": {data.Results{Total: 6, Groups: []data.Group{{Hits: hits(3)}, {Hits: hits(2)}, {Hits: hits(1)}}}, data.OrderNewest, "6 matches in 3 sessions"},
		"more in a session that is listed is no cut": {
			data.Results{Total: 25, Limited: true, Groups: []data.Group{{Hits: hits(20), More: 5}}},
			data.OrderNewest, "25 matches in 1 session",
		},
		"a cut list, newest first": {
			data.Results{Total: 900, Limited: true, Groups: []data.Group{{Hits: hits(200)}}},
			data.OrderNewest, "200 newest matches shown. Narrow the search to see older ones.",
		},
		"a cut list, best match": {
			data.Results{Total: 900, Limited: true, Groups: []data.Group{{Hits: hits(200)}}},
			data.OrderBest, "200 best matches shown. Narrow the search to see others.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := MatchCount(tt.results, tt.order); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTimes(t *testing.T) {
	today, yesterday := at(2026, 7, 15, 21, 4), at(2026, 7, 14, 9, 12)
	check(t, map[string]struct{ got, want string }{
		"today":                          {When(today, now), "Today 21:04"},
		"yesterday":                      {When(yesterday, now), "Yesterday 09:12"},
		"earlier this year":              {When(at(2026, 7, 7, 8, 0), now), "Tue 7 Jul"},
		"last year":                      {When(at(2025, 7, 14, 8, 0), now), "14 Jul 2025"},
		"in another zone":                {When(today.UTC(), now), "Today 21:04"},
		"just before midnight":           {When(at(2026, 7, 14, 23, 59), now), "Yesterday 23:59"},
		"never":                          {When(time.Time{}, now), ""},
		"the first of January yesterday": {When(at(2025, 12, 31, 7, 0), at(2026, 1, 1, 8, 0)), "Yesterday 07:00"},
		"the full time":                  {WhenFull(today, now), "Wednesday 15 July 2026, 21:04:00 CEST"},
		"no full time":                   {WhenFull(time.Time{}, now), ""},
		"a day as heading":               {DayHeading(at(2026, 7, 7, 8, 0), now), "Tuesday 7 July 2026"},
		"today as heading":               {DayHeading(today, now), "Today"},
		"no day as heading":              {DayHeading(time.Time{}, now), "No date"},
		"a stretch within a day":         {From(at(2026, 7, 14, 20, 41), at(2026, 7, 14, 21, 26), now), "Tue 14 Jul 2026, 20:41–21:26"},
		"a stretch over days":            {From(at(2026, 7, 14, 20, 41), at(2026, 7, 15, 9, 0), now), "Tue 14 Jul 2026, 20:41 – Wed 15 Jul 2026, 09:00"},
		"a stretch of no length":         {From(today, today, now), "Wed 15 Jul 2026, 21:04"},
		"a stretch without an end":       {From(today, time.Time{}, now), "Wed 15 Jul 2026, 21:04"},
		"a stretch without a start":      {From(time.Time{}, today, now), "Wed 15 Jul 2026, 21:04"},
		"no stretch":                     {From(time.Time{}, time.Time{}, now), ""},
	})
}

func TestTotals(t *testing.T) {
	s := data.Status{Library: data.LibraryStatus{Sessions: 412, Messages: 18204}, Stores: []data.StoreStatus{
		{Store: data.Store{Agent: "main"}}, {Store: data.Store{Agent: "work"}}, {Store: data.Store{Agent: "main", Path: "other"}},
	}}
	want := "2 agents · 412 sessions · 18,204 messages · read-only, on this computer"
	if got := Totals(s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFilters(t *testing.T) {
	between := func(since, until time.Time) state.Filters {
		return state.Filters{Time: state.TimeBetween, Since: since, Until: until}
	}
	june, july := at(2026, 6, 2, 0, 0), at(2026, 7, 14, 0, 0)
	check(t, map[string]struct{ got, want string }{
		"all agents":        {AgentsChosen(nil), "All agents"},
		"one agent":         {AgentsChosen([]string{"work"}), "Agent work"},
		"two agents":        {AgentsChosen([]string{"work", "main"}), "2 agents"},
		"any time":          {TimeChosen(state.Filters{}), "Any time"},
		"this week":         {TimeChosen(state.Filters{Time: state.TimeWeek}), "Last 7 days"},
		"between two days":  {TimeChosen(between(june, july)), "2 Jun – 14 Jul 2026"},
		"over two years":    {TimeChosen(between(june.AddDate(-1, 0, 0), july)), "2 Jun 2025 – 14 Jul 2026"},
		"since a day":       {TimeChosen(between(june, time.Time{})), "Since 2 Jun 2026"},
		"until a day":       {TimeChosen(between(time.Time{}, july)), "Until 14 Jul 2026"},
		"one day":           {TimeChosen(between(july, july)), "14 Jul 2026"},
		"no bounds yet":     {TimeChosen(between(time.Time{}, time.Time{})), "Any time"},
		"everyone":          {RoleChosen(data.RoleAny), "You and agent"},
		"only the person":   {RoleChosen(data.RoleUser), "Only you"},
		"the natural order": {OrderChosen(data.OrderNewest), "Newest first"},
	})
}

func TestNoMatch(t *testing.T) {
	check(t, map[string]struct{ got, want string }{
		"the title quotes": {NoMatchTitle("backpu"), "No matches for “backpu”"},
		"a long query is cut": {
			NoMatchTitle(strings.Repeat("ä", 70)), "No matches for “" + strings.Repeat("ä", 59) + "…”",
		},
		"everything was searched": {NoMatchSearched(412, state.Filters{}), "Searched 412 sessions, all agents, any time."},
		"a part was searched": {
			NoMatchSearched(1, state.Filters{Agents: []string{"work"}, Time: state.TimeToday, Role: data.RoleUser}),
			"Searched 1 session, agent work, today, only you.",
		},
	})
}

func TestFaultsSayWhatWhyAndWhatNext(t *testing.T) {
	states := []data.StoreState{data.StoreBusy, data.StoreNewer, data.StoreCorrupt, data.StoreNoAccess, data.StoreMissing}
	seen := map[string]bool{}
	for _, s := range states {
		b := StoreFault(data.StoreStatus{Store: data.Store{Agent: "work"}, State: s, Detail: "internal"})
		text := b.String()
		if !strings.Contains(text, "“work”") || strings.Contains(text, "internal") || !strings.HasSuffix(b.Title, ".") || !strings.HasSuffix(b.Text, ".") || seen[text] {
			t.Errorf("%s: %q", s, text)
		}
		seen[text] = true
		if page := Failure(state.Failure{State: s}); page.Title == "" || page.Text == "" || strings.Contains(page.Title, "“”") {
			t.Errorf("%s without an agent: %+v", s, page)
		}
	}
	want := "Agent “work” cannot be read now. OpenClaw is busy. The next check tries again."
	if got := StoreFault(data.StoreStatus{Store: data.Store{Agent: "work"}, State: data.StoreBusy}).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	full := Failure(state.Failure{State: data.StoreCorrupt, Full: true}).String()
	if want := "The disk that holds the index is full. Free some space, then try again. Nothing was lost."; full != want {
		t.Errorf("got %q, want %q", full, want)
	}
	waits := Failure(state.Failure{State: data.StoreCorrupt, Rules: true}).String()
	if !strings.Contains(waits, "wait") || strings.Contains(waits, "damaged") {
		t.Errorf("rules that cannot be read: %s", waits)
	}
	gone := Failure(state.Failure{State: data.StoreCorrupt, Gone: true}).String()
	if want := "This is not there any more. The conversation was deleted, or went back to before this message."; gone != want {
		t.Errorf("got %q, want %q", gone, want)
	}
	if b := StoreFault(data.StoreStatus{State: data.StoreReady}); b != (Banner{}) {
		t.Errorf("a ready store has %q", b)
	}
}

func TestWordsThatAreNeverShown(t *testing.T) {
	all := []string{FirstRunTitle, OnlyRead, StaysHere, NothingFoundTitle, WhatIsReadText, MakeAgainText, HiddenTip(""), HiddenTip("key"), HiddenIsShown, ShowHiddenText, SecretsWhy, SecretsNone, SaveText, SightText, SearchPlaceholder, WatchingSlowly, WatchingSlowlyWhy, IndexKeptAsItWas, Takes(time.Hour)}
	all = append(all, Tips...)
	for _, s := range Shortcuts() {
		all = append(all, s.Keys, s.Does)
	}
	for _, s := range []data.StoreState{data.StoreBusy, data.StoreNewer, data.StoreCorrupt, data.StoreNoAccess, data.StoreMissing, ""} {
		all = append(all, Failure(state.Failure{State: s}).String(), Failure(state.Failure{State: s, Agent: "a"}).String())
	}
	for _, text := range all {
		for _, bad := range []string{"FTS", "SQLite", "reconcile", "transcript", "snippet", "null", "exception", "!", "please", "sorry", "redact", "censor"} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(bad)) {
				t.Errorf("%q holds %q", text, bad)
			}
		}
	}
}

func TestCaptions(t *testing.T) {
	s := data.Session{Agent: "main", Kind: data.KindCron, Archived: true, StartedAt: at(2026, 7, 14, 20, 41), UpdatedAt: at(2026, 7, 14, 21, 26)}
	check(t, map[string]struct{ got, want string }{
		"an open session":              {TalkCaption(s, now), "Agent main · Tue 14 Jul 2026, 20:41–21:26 · Scheduled job · Archived"},
		"a plain one":                  {TalkCaption(data.Session{Agent: "main", Kind: data.KindMain}, now), "Agent main"},
		"a new window":                 {WindowHeading(data.Window{StartedAt: at(2026, 7, 15, 9, 0)}, now), "The session began anew here · Today 09:00"},
		"a rewound window":             {WindowHeading(data.Window{Superseded: true}, now), "Left behind by going back"},
		"a window without a start":     {WindowHeading(data.Window{}, now), "The session began anew here"},
		"an agent as found":            {FoundAgent(state.Agent{ID: "main", Sessions: 214}), "main   214 sessions"},
		"an agent as found that fails": {FoundAgent(state.Agent{ID: "work", Unreadable: true}), "work   cannot be read now"},
		"a folder that may not be listed": {
			Failure(state.Failure{State: data.StoreNoAccess, Path: "/home/a/.openclaw"}).String(),
			"The folder /home/a/.openclaw cannot be looked into: no permission. Allow this account to read it, then check for changes.",
		},
		"an agent not yet read": {FoundAgent(state.Agent{ID: "main"}), "main"},
		"dropped words":         {Dropped([]string{"-", "…"}), "Left out, nothing to search in it: “-”, “…”"},
		"nothing dropped":       {Dropped(nil), ""},
		"ranked":                {Ranked(data.Results{Ranked: 2000}), "Best of the 2,000 newest matches"},
	})
}

func TestEveryKindThatNeedsANameHasOne(t *testing.T) {
	var without []data.Kind
	for _, k := range []data.Kind{
		data.KindGlobal, data.KindUnknown, data.KindHeartbeat, data.KindMain, data.KindSubagent, data.KindACP, data.KindCron, data.KindThread, data.KindGroup,
		data.KindChannel, data.KindDirect, data.KindDashboard, data.KindTUI, data.KindExplicit, data.KindHook, data.KindNode, data.KindHarness, data.KindVoice,
		data.KindDreaming, data.KindSystem, data.KindCustom,
	} {
		if Kind(k) == "" {
			without = append(without, k)
		}
	}
	if diff := cmp.Diff([]data.Kind{data.KindUnknown, data.KindExplicit, data.KindCustom}, without); diff != "" {
		t.Errorf("kinds without a name (-want +got):\n%s", diff)
	}
}
