package tools

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// listLimit is how many rows a list has, unless another number is asked for, of which listMost is the largest.
	listLimit = 100
	listMost  = 200
	// listMessages is the largest number of messages of a row.
	listMessages = 20
	// listBytes is how large the rows of an answer may be as JSON.
	listBytes = 64 << 10
	// previewUnits is how much of the last message a row shows.
	previewUnits = 300
)

// listResult is what sessions_list gives.
type listResult struct {
	Count            int             `json:"count"`
	Sessions         []listRow       `json:"sessions"`
	Visibility       *listVisibility `json:"visibility,omitempty"`
	Truncated        bool            `json:"truncated,omitempty"`
	TruncationReason string          `json:"truncationReason,omitempty"`
	NextOffset       int             `json:"nextOffset,omitempty"`
}

type listVisibility struct {
	Mode       string `json:"mode"`
	Restricted bool   `json:"restricted"`
	Warning    string `json:"warning"`
}

type listRow struct {
	Key                string            `json:"key"`
	SessionID          string            `json:"sessionId"`
	AgentID            string            `json:"agentId"`
	Kind               string            `json:"kind"`
	Channel            string            `json:"channel,omitempty"`
	Archived           bool              `json:"archived"`
	DisplayName        string            `json:"displayName"`
	DerivedTitle       string            `json:"derivedTitle,omitempty"`
	LastMessagePreview string            `json:"lastMessagePreview,omitempty"`
	ParentSessionKey   string            `json:"parentSessionKey,omitempty"`
	UpdatedAt          int64             `json:"updatedAt"`
	ChildSessions      []string          `json:"childSessions,omitempty"`
	Messages           []json.RawMessage `json:"messages,omitempty"`
}

// listRequest are the arguments of sessions_list.
type listRequest struct {
	kinds                  []string
	label, agent, search   string
	active                 time.Duration
	archived               bool
	limit, offset, inlined int
	titles, previews       bool
}

func readList(a args) (r listRequest, err error) {
	r = listRequest{
		kinds: a.texts("kinds"), label: a.text("label"), agent: strings.ToLower(a.text("agentId")), search: strings.ToLower(a.text("search")),
		archived: a.flag("archived"), titles: a.flag("includeDerivedTitles"), previews: a.flag("includeLastMessage"),
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
	r, err := readList(a)
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
	result := &listResult{Visibility: s.restriction()}
	chosen = chosen[min(r.offset, len(chosen)):]
	if len(chosen) > r.limit {
		chosen = chosen[:r.limit]
		result.Truncated, result.TruncationReason, result.NextOffset = true, "limit", r.offset+r.limit
	}
	rows, err := t.rows(ctx, chosen, seen, r, s)
	if err != nil {
		return nil, err
	}
	var cut bool
	if result.Sessions, cut = withinBytes(rows, listBytes); cut {
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
		if !s.lists(w) || w.Key == globalKey && !s.scope.Policy.Global || s.restricted() && w.Key == s.scope.Of {
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
		case session.Archived != r.archived,
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

// listKind is the kind of a session as the tool names it.
func listKind(session data.Session, s sight) string {
	_, rest := splitKey(session.Key)
	switch {
	case rest == s.mainName():
		return "main"
	case session.Kind == data.KindGroup, session.Kind == data.KindChannel:
		return "group"
	case session.Kind == data.KindCron, session.Kind == data.KindHook, session.Kind == data.KindNode, session.Kind == data.KindMain:
		return string(session.Kind)
	default:
		return "other"
	}
}

// channelOf is the channel that a key names, as in "agent:main:discord:group:1".
func channelOf(key data.SessionKey) string {
	_, rest := splitKey(key)
	channel, behind, found := strings.Cut(rest, ":")
	if !found {
		return ""
	}
	for _, part := range strings.Split(behind, ":") {
		switch part {
		case "direct", "dm", "group", "channel", "room":
			return channel
		}
	}
	return ""
}

// rows makes the rows of an answer.
func (t *Tools) rows(ctx context.Context, chosen, seen []data.Session, r listRequest, s sight) ([]listRow, error) {
	children := map[data.SessionKey][]string{}
	for _, session := range seen {
		if session.Parent != "" {
			children[session.Parent] = append(children[session.Parent], string(listedKey(session)))
		}
	}
	list := make([]listRow, 0, len(chosen))
	for _, session := range chosen {
		row := listRow{
			Key: string(listedKey(session)), SessionID: string(session.ID), AgentID: session.Agent, Kind: listKind(session, s),
			Channel: channelOf(session.Key), Archived: session.Archived, DisplayName: session.Title,
			UpdatedAt: session.UpdatedAt.UnixMilli(), ChildSessions: children[session.Key],
		}
		if !incognito.MatchString(string(session.Parent)) {
			row.ParentSessionKey = string(session.Parent)
		}
		if r.titles {
			row.DerivedTitle = session.Title
		}
		if err := t.inline(ctx, &row, session, r); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// inline adds the last messages to a row. They come from the library, which holds them redacted.
func (t *Tools) inline(ctx context.Context, row *listRow, session data.Session, r listRequest) error {
	most := r.inlined
	if r.previews {
		most = max(most, 1)
	}
	if most == 0 {
		return nil
	}
	page, err := t.library.Page(ctx, data.PageRequest{
		Store: session.Store.Path, Key: session.Key, ID: session.ID, Before: most, Uncounted: true,
	})
	if errors.Is(err, data.ErrNotFound) {
		return nil // it went meanwhile
	}
	if err != nil || len(page.Messages) == 0 {
		return err
	}
	if r.previews {
		row.LastMessagePreview = preview(page.Messages[len(page.Messages)-1].Text)
	}
	for _, m := range page.Messages[max(len(page.Messages)-r.inlined, 0):] {
		raw, err := compact(inlined(m))
		if err != nil {
			return err
		}
		row.Messages = append(row.Messages, raw)
	}
	return nil
}

// preview is the beginning of a message on one line.
func preview(text string) string {
	line := strings.Join(strings.Fields(firstUnits(text, 4*previewUnits)), " ")
	if units(line) > previewUnits {
		return firstUnits(line, previewUnits) + "…"
	}
	return line
}

// inlined is a message of a row, in the form that a history gives it.
func inlined(m data.Message) node {
	text := m.Text
	if units(text) > textUnits {
		text = firstUnits(text, textUnits) + cutMark
	}
	return objectNode(
		member{"role", textNode(m.Role.String())}, member{"content", listNode(textBlock(text))},
		member{"timestamp", numberNode(m.At.UnixMilli())}, member{"__openclaw", objectNode(member{"id", textNode(m.ID)})},
	)
}

// seesOf says in words what each mode lets see.
var seesOf = map[string]string{
	"self":  "current session only",
	"tree":  "current session + own spawn subtree; the main session sees all sessions of its agent",
	"agent": "all sessions of this agent",
}

// restriction tells that a list is not of all sessions; nil if it is.
func (s sight) restriction() *listVisibility {
	mode := s.mode()
	sees, narrowed := seesOf[mode]
	if !narrowed {
		return nil
	}
	if s.restricted() {
		sees = "current session + own spawn subtree (sandbox: spawned sessions only)"
	}
	return &listVisibility{Mode: mode, Restricted: true, Warning: "Session visibility is restricted (effective tools.sessions.visibility=" + mode +
		": " + sees + "). Sessions outside that scope are omitted from results and count."}
}
