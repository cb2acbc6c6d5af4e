package tools

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

const (
	// listLimit is how many rows a list has, unless another number is asked for, of which listMost is the largest.
	listLimit = 100
	listMost  = 200
	// listMessages is the largest number of messages of a row.
	listMessages = 20
	// listBytes is how large the rows of an answer may be as JSON.
	listBytes = 64 << 10
)

// listResult is what sessions_list gives.
type listResult struct {
	Count            int             `json:"count"`
	Sessions         []listRow       `json:"sessions"`
	Visibility       *listVisibility `json:"visibility,omitempty"`
	Truncated        bool            `json:"truncated,omitempty"`
	TruncationReason string          `json:"truncationReason,omitempty"`
	NextOffset       int             `json:"nextOffset,omitempty"`
	Indexing         bool            `json:"indexing,omitempty"`
	Warning          string          `json:"warning,omitempty"`
}

// listRequest are the arguments of sessions_list.
type listRequest struct {
	kinds                []string
	label, agent, search string
	active               time.Duration
	// archived asks for the archived sessions instead of the others, both for all of them.
	archived, both         bool
	limit, offset, inlined int
	titles, previews       bool
}

// readList reads the arguments. Newer releases know "all" for archived.
func readList(a args, newer bool) (r listRequest, err error) {
	r = listRequest{
		kinds: a.texts("kinds"), label: a.text("label"), agent: strings.ToLower(a.text("agentId")), search: strings.ToLower(a.text("search")),
		archived: a.flag("archived"), both: newer && a.text("archived") == "all",
		titles: a.flag("includeDerivedTitles"), previews: a.flag("includeLastMessage"),
	}
	if r.limit, err = a.clamped("limit", listLimit, listMost); err != nil {
		return r, err
	}
	if r.offset, _, err = a.notNegative("offset"); err != nil {
		return r, err
	}
	if r.inlined, _, err = a.notNegative("messageLimit"); err != nil {
		return r, err
	}
	r.inlined = min(r.inlined, listMessages)
	minutes, err := a.clamped("activeMinutes", 0, int(maxAge/time.Minute))
	r.active = time.Duration(minutes) * time.Minute
	return r, err
}

// maxAge is longer than any history is.
const maxAge = 100 * 365 * 24 * time.Hour

// list answers sessions_list.
func (t *Tools) list(ctx context.Context, s sight, a args) (any, error) {
	r, err := readList(a, s.newer())
	if err != nil {
		return nil, err
	}
	var agents []string
	if r.agent != "" {
		agents = []string{r.agent}
	}
	sessions, err := t.sessions(ctx, s, index.SessionFilter{Agents: agents})
	if err != nil {
		return nil, err
	}
	seen := s.listed(sessions)
	chosen := t.choose(seen, r, s)
	missing := t.lacks(s, visibility.ActionList, agents...)
	result := &listResult{Visibility: s.restriction(), Indexing: missing.indexing, Warning: missing.String()}
	chosen = chosen[min(r.offset, len(chosen)):]
	if len(chosen) > r.limit {
		chosen = chosen[:r.limit]
		result.Truncated, result.TruncationReason, result.NextOffset = true, "limit", r.offset+r.limit
	}
	rows, err := t.rows(ctx, chosen, seen, r, s)
	if err != nil {
		return nil, err
	}
	if result.Sessions, err = withinBytes(rows, listBytes); err != nil {
		return nil, err
	}
	if len(result.Sessions) < len(rows) {
		result.Truncated, result.TruncationReason, result.NextOffset = true, "bytes", r.offset+len(result.Sessions)
	}
	result.Count = len(result.Sessions)
	return result, nil
}

// listed leaves of all windows one for each key that the caller may see, in their order.
func (s sight) listed(windows []data.Session) []data.Session {
	byKey := map[string]int{}
	var list []data.Session
	for _, w := range windows {
		if !s.lists(w) || w.Key == globalKey && !s.scope.Policy.Global || s.restricted() && visibility.Same(w.Key, s.scope.Of) {
			continue
		}
		key := w.Store.Path + "\x00" + string(listedKey(w))
		at, known := byKey[key]
		if !known {
			byKey[key] = len(list)
			list = append(list, w)
		} else if list[at].Superseded && !w.Superseded {
			list[at] = w
		}
	}
	return list
}

// listedKey is the key under which a session is listed: runs of a cron job stand under the job.
func listedKey(session data.Session) data.SessionKey {
	job, _ := jobOf(session.Key)
	return job
}

// choose leaves the sessions that a request asks for.
func (t *Tools) choose(seen []data.Session, r listRequest, s sight) []data.Session {
	var chosen []data.Session
	for _, session := range seen {
		switch {
		case !r.both && session.Archived != r.archived,
			len(r.kinds) > 0 && !slices.Contains(r.kinds, listKind(session, s)),
			r.label != "" && session.Title != r.label,
			r.search != "" && !strings.Contains(strings.ToLower(string(session.Key)+"\n"+session.Title), r.search),
			r.active > 0 && session.UpdatedAt.Before(t.now().Add(-r.active)):
		default:
			chosen = append(chosen, session)
		}
	}
	return chosen
}
