package tools

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/excerpt"
	"github.com/wordwake/wordwake/data/visibility"
)

const (
	// searchLimit is how many hits a search has, unless another number is asked for, of which searchMost is the largest.
	searchLimit = 10
	searchMost  = 25
	// searchPool is how many hits are put in order: among equally good ones OpenClaw's order is another than the index's.
	searchPool = 100
	// queryUnits is the longest query.
	queryUnits = 4096
	// snippetUnits is the longest snippet.
	snippetUnits = 300
	// searchBytes is how large the hits of an answer may be as JSON.
	searchBytes = 32_768
)

// searchResult is what sessions_search gives.
type searchResult struct {
	Results   []searchHit `json:"results"`
	Indexing  bool        `json:"indexing,omitempty"`
	Warning   string      `json:"warning,omitempty"`
	Truncated bool        `json:"truncated,omitempty"`
}

type searchHit struct {
	SessionKey string  `json:"sessionKey"`
	Timestamp  int64   `json:"timestamp"`
	Role       string  `json:"role"`
	Snippet    string  `json:"snippet"`
	Score      float64 `json:"score"`
	SessionID  string  `json:"sessionId,omitempty"`
	MessageID  string  `json:"messageId,omitempty"`
}

// searchRequest are the arguments of sessions_search.
type searchRequest struct {
	query, key string
	limit      int
}

func readSearch(a args) (r searchRequest, err error) {
	r = searchRequest{query: trim(strings.ReplaceAll(a.text("query"), "\x00", "")), key: a.text("sessionKey")}
	switch {
	case r.query == "":
		return r, badInput("query must not be empty")
	case excerpt.Units(r.query) > queryUnits:
		return r, badInput("query must not exceed 4096 characters")
	}
	r.limit, err = a.atMost("limit", searchLimit, searchMost)
	return r, err
}

// searching is a search and what its answer is made by.
type searching struct {
	query data.Query
	sight sight
	// lists tells whether hits of a session are among the answers, named how a session is called there.
	lists func(data.Session) bool
	named func(data.Session) string
}

// search answers sessions_search.
func (t *Tools) search(ctx context.Context, s sight, a args) (any, error) {
	r, err := readSearch(a)
	if err != nil {
		return nil, err
	}
	wanted := searching{sight: s, lists: s.lists, named: keyOf, query: data.Query{
		Text: r.query, Order: data.OrderBest, Scope: s.scope, Limit: searchPool, ExcerptUnits: snippetUnits,
		Include: data.Include{Archived: true, Automated: true, Subagents: true},
	}}
	if r.key != "" {
		found, refused, err := t.resolve(ctx, s, r.key, visibility.ActionSearch)
		if err != nil {
			return nil, err
		}
		if refused != nil {
			return refused, nil
		}
		wanted.narrow(found)
	}
	return t.answer(ctx, wanted, r.limit)
}

// narrow leaves one session, which the caller may see. Of one that is not known the search tells what may be missing.
func (w *searching) narrow(found target) {
	w.query.Scope, w.query.Agents = w.sight.only(found.session), []string{found.session.Agent}
	if len(found.windows) > 0 {
		w.query.Agents, w.query.Stores = nil, []string{found.session.Store.Path}
	}
	w.sight = w.sight.allowed(found.session)
	w.lists = func(other data.Session) bool {
		return other.Key == found.session.Key && other.Agent == found.session.Agent
	}
	w.named = func(data.Session) string { return found.asked }
}

// answer makes the answer to a search.
func (t *Tools) answer(ctx context.Context, w searching, limit int) (*searchResult, error) {
	results, err := t.library.Search(ctx, w.query)
	if err != nil {
		return nil, err
	}
	result, err := bounded(hits(results, w.lists, w.named), limit)
	if err != nil {
		return nil, err
	}
	result.Indexing = results.Indexing
	result.Warning = lacking{visibility.ActionSearch, results.Indexing, w.sight.troubled(results.Faults)}.String()
	result.Truncated = result.Truncated || results.Limited
	return result, nil
}

func keyOf(session data.Session) string { return string(session.Key) }

// bounded takes of what was found what an answer has room for.
func bounded(found []searchHit, limit int) (*searchResult, error) {
	list := found[:min(limit, len(found))]
	list, err := withinBytes(list, searchBytes)
	return &searchResult{Results: list, Truncated: len(list) < len(found)}, err
}

// hits lists what was found, best first, then newest, then by key and id. Whose it is is looked at once more. Scores tell the order and
// nothing else: those of the index also depend on how rare a word is in sessions that the caller may not see.
func hits(found data.Results, lists func(data.Session) bool, named func(data.Session) string) []searchHit {
	list := []searchHit{}
	for _, group := range found.Groups {
		if !lists(group.Session) {
			continue
		}
		for _, hit := range group.Hits {
			list = append(list, searchHit{
				SessionKey: named(group.Session), Timestamp: hit.At.UnixMilli(), Role: hit.Role.String(), Snippet: hit.Excerpt.Text,
				Score: hit.Score, SessionID: string(hit.SessionID), MessageID: hit.MessageID,
			})
		}
	}
	slices.SortStableFunc(list, func(a, b searchHit) int {
		return cmp.Or(
			cmp.Compare(b.Score, a.Score), cmp.Compare(b.Timestamp, a.Timestamp),
			cmp.Compare(a.SessionKey, b.SessionKey), cmp.Compare(a.MessageID, b.MessageID),
		)
	})
	for i := range list {
		list[i].Score = 1 / float64(1+i)
	}
	return list
}

// withinBytes keeps the first items of a list whose JSON has at most room bytes as an array.
func withinBytes[T any](list []T, room int) ([]T, error) {
	size := brackets
	for i, item := range list {
		raw, err := compact(item)
		if err != nil {
			return nil, err
		}
		if size += len(raw); i > 0 {
			size++
		}
		if size > room {
			return list[:i], nil
		}
	}
	return list, nil
}
