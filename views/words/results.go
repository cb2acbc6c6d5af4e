package words

import (
	"strings"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// MatchCount is the line beside the order: "6 matches in 3 sessions", or what is shown when not all is.
func MatchCount(r data.Results, order data.Order) string {
	shown, known := 0, 0
	for _, g := range r.Groups {
		shown += len(g.Hits)
		known += len(g.Hits) + g.More
	}
	switch {
	case shown == 0:
		return "No matches"
	case r.Total < data.MaxCount && known >= r.Total:
		return Matches(r.Total) + " in " + Sessions(len(r.Groups))
	case order == data.OrderBest:
		return counted(shown, "best match", "best matches") + " shown. Narrow the search to see others."
	default:
		return counted(shown, "newest match", "newest matches") + " shown. Narrow the search to see older ones."
	}
}

// Ranked tells that only the newest matches were ranked, or nothing when all were.
func Ranked(r data.Results) string {
	if r.Ranked <= 0 {
		return ""
	}
	return "Best of the " + Number(r.Ranked) + " newest matches"
}

// Dropped tells which words were left out of a search because they hold nothing to search, or nothing.
func Dropped(dropped []string) string {
	if len(dropped) == 0 {
		return ""
	}
	quoted := make([]string, len(dropped))
	for i, w := range dropped {
		quoted[i] = Quoted(w)
	}
	return "Left out, nothing to search in it: " + strings.Join(quoted, ", ")
}

// Quoted puts a text into quotation marks.
func Quoted(s string) string { return "“" + s + "”" }

// MoreRow is MoreMatches, with the way to matches that are too many to be listed.
func MoreRow(more int, capped bool) string {
	if capped {
		return Sentences(counted(more, "more match", "more matches"), "Narrow the search to see them")
	}
	return MoreMatches(more)
}

// MoreMatches is the row under a session that lists only some of its matches. more says how many are not listed.
func MoreMatches(more int) string {
	if more >= data.MaxCount {
		return Number(data.MaxCount) + " or more matches in this session"
	}
	return counted(more, "more match", "more matches") + " in this session"
}

// leftOut says where the matches are that are left out by default.
var leftOut = map[state.LeftOut]string{
	state.LeftOutAutomated: "in automated sessions",
	state.LeftOutSubagents: "in sub-agent sessions",
	state.LeftOutArchived:  "in archived sessions",
	state.LeftOutRewound:   "left behind by going back",
}

// LeftOut is the row that counts matches that are left out by default: "142 matches in automated sessions not shown". They
// are not "hidden": that is the word for secrets.
func LeftOut(kind state.LeftOut, n int) string {
	return Matches(n) + " " + leftOut[kind] + " not shown"
}

// LeftOutShown is the entry that includes a kind of matches that is left out by default.
func LeftOutShown(kind state.LeftOut) string {
	switch kind {
	case state.LeftOutAutomated:
		return "Include automated sessions"
	case state.LeftOutSubagents:
		return "Include sub-agent sessions"
	case state.LeftOutArchived:
		return "Include archived sessions"
	default:
		return "Include messages left behind by going back"
	}
}

// NoMatchTitle is the title of the page without matches. Without words, hidden text was looked for.
func NoMatchTitle(query string) string {
	if query == "" {
		return "Nothing hidden was found"
	}
	return "No matches for " + Quoted(short(query, 60))
}

// NoMatchSearched tells what was searched: "Searched 412 sessions, all agents, any time."
func NoMatchSearched(sessions int, f state.Filters) string {
	return "Searched " + whereSearched(sessions, f) + ", " + lower(TimeChosen(f)) + whoSearched(f.Role) + onlySearched(f) + "."
}

// whereSearched tells which sessions were searched. How many of them a session sees is not known here.
func whereSearched(sessions int, f state.Filters) string {
	if f.Sight == (state.Sight{}) {
		return Sessions(sessions) + ", " + lower(AgentsChosen(f.Agents))
	}
	where := lower(SightChosen(f.Sight))
	if len(f.Agents) > 0 {
		where += ", " + lower(AgentsChosen(f.Agents))
	}
	return where
}

// onlySearched tells of the filter for hidden text, which has no pill.
func onlySearched(f state.Filters) string {
	if !f.Hidden {
		return ""
	}
	return ", only what " + lower(OnlyHidden)
}

func whoSearched(r data.Role) string {
	if r == data.RoleAny {
		return ""
	}
	return ", " + lower(RoleChosen(r))
}

// NoMatchAdvice says what to do about it: about the words, if there were any, and about the filters that narrow.
func NoMatchAdvice(typed, narrowed bool) string {
	switch {
	case !typed:
		return "Widen a filter to look for hidden text elsewhere."
	case narrowed:
		return "Check the spelling, use fewer words, or widen a filter."
	default:
		return "Check the spelling or use fewer words."
	}
}

// NoMatchMissing is added to the page without matches while the index is incomplete, or nobody knows yet whether it is.
func NoMatchMissing(s state.State) string {
	switch {
	case s.Missing.Left > 0 && s.Missing.Few():
		return Sessions(s.Missing.Left) + " still to be read. The answer updates by itself."
	case s.Missing.Left > 0:
		return "Only " + Number(s.Missing.Of-s.Missing.Left) + " of " + Sessions(s.Missing.Of) + " are indexed. Older conversations may be missing."
	case !s.Compared:
		return "Changes since the last time are still being looked for. The answer updates by itself."
	case s.Results.Indexing:
		return "Older conversations may be missing while the index is made."
	default:
		return ""
	}
}

// short bounds a text to n runes, with an ellipsis when something was cut.
func short(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return strings.TrimRight(string(runes[:n-1]), " ") + "…"
}
