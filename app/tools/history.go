package tools

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

const (
	// historyLimit is how many messages a history has, unless another number is asked for, of which historyMost is the largest.
	historyLimit = 200
	historyMost  = 1000
	// historyBytes is how large the messages of an answer may be as JSON.
	historyBytes = 81_920
)

// historyRequest are the arguments of sessions_history.
type historyRequest struct {
	key     string
	limit   int
	offset  int
	paged   bool
	anchor  string
	session data.SessionID
	tools   bool
}

// historyResult is what sessions_history gives.
type historyResult struct {
	SessionKey       string            `json:"sessionKey"`
	Messages         []json.RawMessage `json:"messages"`
	Truncated        bool              `json:"truncated"`
	DroppedMessages  bool              `json:"droppedMessages"`
	ContentTruncated bool              `json:"contentTruncated"`
	ContentRedacted  bool              `json:"contentRedacted"`
	Bytes            int               `json:"bytes"`
	PendingInputs    pendingInputs     `json:"pendingInputs"`
	Offset           *int              `json:"offset,omitempty"`
	NextOffset       *int              `json:"nextOffset,omitempty"`
	HasMore          *bool             `json:"hasMore,omitempty"`
	TotalMessages    *int              `json:"totalMessages,omitempty"`
}

// pendingInputs are what waits to be read by the agent. A store keeps none of it, so that there are never any.
type pendingInputs struct {
	Items []struct{} `json:"items"`
	Total int        `json:"total"`
}

var nothingPending = pendingInputs{Items: []struct{}{}}

// pendingBytes is the size of nothingPending as JSON.
const pendingBytes = len(`{"items":[],"total":0}`)

// readHistory reads the arguments. To newer releases an offset beside an anchor counts for nothing.
func readHistory(a args, newer bool) (r historyRequest, err error) {
	r = historyRequest{
		key: a.text("sessionKey"), anchor: a.text("messageId"), session: data.SessionID(a.text("sessionId")), tools: a.truth("includeTools"),
	}
	if r.key == "" {
		return r, badInput("sessionKey required")
	}
	if r.limit, err = a.clamped("limit", historyLimit, historyMost); err != nil {
		return r, err
	}
	if r.offset, r.paged, err = a.notNegative("offset"); err != nil {
		return r, err
	}
	if _, err = a.clamped("pendingBefore", 1, 1); err != nil {
		return r, err
	}
	switch {
	case a.isNull("offset"):
		return r, badInput("offset must be a non-negative integer")
	case r.anchor != "" && r.paged && !newer:
		return r, badInput("offset and messageId cannot be used together")
	case r.anchor == "" && r.session != "":
		return r, badInput("sessionId requires messageId")
	}
	r.paged = r.paged && r.anchor == ""
	return r, nil
}

// history answers sessions_history.
func (t *Tools) history(ctx context.Context, s sight, a args) (any, error) {
	r, err := readHistory(a, s.newer())
	if err != nil {
		return nil, err
	}
	found, refused, err := t.resolve(ctx, s, r.key, visibility.ActionHistory)
	if err != nil {
		return nil, err
	}
	if refused != nil {
		return refused, nil
	}
	if len(found.windows) == 0 {
		return t.noSession(s, found), nil
	}
	at, err := windowOf(found, r)
	if err != nil {
		return nil, err
	}
	var result *historyResult
	err = t.library.Transcript(ctx, at.Store, at.ID, func(transcript data.RawTranscript) (err error) {
		result, err = t.page(ctx, transcript, r)
		return err
	})
	if errors.Is(err, data.ErrNotFound) {
		return t.noSession(s, found), nil
	}
	if err != nil {
		return nil, err
	}
	result.SessionKey = found.asked
	return result, nil
}

// noSession says that the library has no session that the caller might have seen, or that it is not known whether there is one.
func (t *Tools) noSession(s sight, found target) *refusal {
	if why := t.lacks(s.allowed(found.session), visibility.ActionHistory, found.session.Agent).String(); why != "" {
		return unknown(found.asked, why)
	}
	return failed("No session found: " + found.asked)
}

// windowOf is the transcript that is asked for: the one that a session id names, else that which the conversation goes on in.
func windowOf(found target, r historyRequest) (data.Session, error) {
	if r.session == "" {
		return found.current(), nil
	}
	i := slices.IndexFunc(found.windows, func(w data.Session) bool { return w.ID == r.session })
	if i < 0 {
		return data.Session{}, badInput("sessionId does not belong to sessionKey")
	}
	return found.windows[i], nil
}

// page makes the page of one transcript that is asked for. One message after the other is read, redacted and cut, and no more
// is held than an answer has room for.
func (t *Tools) page(ctx context.Context, raw data.RawTranscript, r historyRequest) (*historyResult, error) {
	rows, err := visibleRows(ctx, raw, r.anchor)
	if err != nil {
		return nil, err
	}
	some := window(rows, r)
	events := make([]data.RawEvent, len(some))
	numbers := make(map[int64]int, len(some))
	for i, w := range some {
		events[i], numbers[w.event.Position] = w.event, w.seq
	}
	shower := &shower{mask: masker{redactor: t.library.Redactor}, tools: r.tools}
	fits := &budget{room: historyBytes - pendingBytes, anchor: r.anchor}
	err = raw.Read(ctx, events, func(e data.RawEvent) error {
		messages, err := shower.show(e, numbers[e.Position])
		for _, m := range messages {
			fits.add(m)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return finishPage(r, shower, fits, len(rows))
}

func finishPage(r historyRequest, s *shower, fits *budget, total int) (*historyResult, error) {
	k, err := fits.take()
	if err != nil {
		return nil, err
	}
	result := &historyResult{
		Messages: k.list, DroppedMessages: k.hard || len(k.messages) < fits.seen, ContentTruncated: s.cut, ContentRedacted: s.mask.hidden,
		Bytes: k.size + pendingBytes, PendingInputs: nothingPending,
	}
	result.Truncated = result.DroppedMessages || result.ContentTruncated || result.ContentRedacted
	if r.paged {
		result.turn(r, k.messages, total)
	}
	return result, nil
}

// turn tells where the next page begins: behind the oldest message that was handed out, so that none is passed over.
func (p *historyResult) turn(r historyRequest, kept []shown, total int) {
	next := r.offset + r.limit
	if len(kept) > 0 {
		next = max(r.offset+1, min(next, total-kept[0].seq+1))
	}
	more := next < total
	p.Offset, p.HasMore, p.TotalMessages = &r.offset, &more, &total
	if more {
		p.NextOffset = &next
	}
}

// visibleRows picks what of a transcript is shown. What the branch alone does not tell is read, of what is shown only: what the
// last reset kept, and which rows of extensions are for display.
func visibleRows(ctx context.Context, raw data.RawTranscript, anchor string) ([]row, error) {
	branch := raw.Branch()
	shown := intervalOf(branch, anchor)
	var asked []data.RawEvent
	for _, e := range branch[shown.from:shown.to] {
		if e.Kind == data.RawCustom {
			asked = append(asked, e)
		}
	}
	if shown.reset >= 0 {
		asked = append(asked, branch[shown.reset])
	}
	visible, kept := map[int64]bool{}, ""
	err := raw.Read(ctx, asked, func(e data.RawEvent) error {
		event := parse(e.JSON)
		if e.Kind == data.RawReset {
			kept = trim(event.textAt("firstKeptEntryId"))
			return nil
		}
		display := event.get("display")
		visible[e.Seq] = display != nil && display.raw == "true" && event.textAt("customType") != "openclaw.runtime-context"
		return nil
	})
	return rowsOf(branch, shown, visible, kept), err
}
