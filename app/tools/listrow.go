package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/excerpt"
	"github.com/wordwake/wordwake/data/visibility"
)

const (
	// previewUnits is how much of the last message a row shows.
	previewUnits = 300
	// rowBytes is how large the messages of a row may be as JSON, rowChildren how many children it names: each row must fit
	// into a list, or a caller would never come past it.
	rowBytes    = listBytes / 2
	rowChildren = 100
)

// listRow is a session in a list.
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

// rows makes the rows of an answer.
func (t *Tools) rows(ctx context.Context, chosen, seen []data.Session, r listRequest, s sight) ([]listRow, error) {
	children := map[data.SessionKey][]string{}
	for _, session := range seen {
		if session.Parent != "" && len(children[session.Parent]) < rowChildren {
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
		if !visibility.IsIncognito(session.Parent) {
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
	row.Messages, err = newestOf(page.Messages[max(len(page.Messages)-r.inlined, 0):])
	return err
}

// newestOf gives the last of some messages that a row has room for.
func newestOf(messages []data.Message) ([]json.RawMessage, error) {
	fits := &budget{room: rowBytes}
	for _, m := range messages {
		raw, err := compact(inlined(m))
		if err != nil {
			return nil, err
		}
		fits.add(shown{id: m.ID, json: raw})
	}
	k, err := fits.take()
	return k.list, err
}

// preview is the beginning of a message on one line.
func preview(text string) string {
	line := strings.Join(strings.Fields(firstUnits(text, 4*previewUnits)), " ")
	if excerpt.Units(line) > previewUnits {
		return firstUnits(line, previewUnits) + "…"
	}
	return line
}

// inlined is a message of a row, in the form that a history gives it.
func inlined(m data.Message) node {
	text := m.Text
	if excerpt.Units(text) > textUnits {
		text = firstUnits(text, textUnits) + cutMark
	}
	return objectNode(
		member{"role", textNode(m.Role.String())}, member{"content", listNode(textBlock(text))},
		member{"timestamp", numberNode(m.At.UnixMilli())}, member{"__openclaw", objectNode(member{"id", textNode(m.ID)})},
	)
}

// listKind is the kind of a session as the tool names it.
func listKind(session data.Session, s sight) string {
	switch {
	case restOf(session.Key) == s.mainName():
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
	channel, behind, found := strings.Cut(restOf(key), ":")
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
