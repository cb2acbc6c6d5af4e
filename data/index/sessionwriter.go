package index

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// MaxInPlace is how many rows of one session may change in one transaction. A session that changes more is staged.
const MaxInPlace = 5000

// ErrTooLarge says that a session changes too much for one transaction: it is to be written again, staged.
var ErrTooLarge = errors.New("session changes too much to be written in one transaction")

// ErrUnfollowed says that the library has not got the rows any more after which the reading of a session went on: all of the
// session is to be read.
var ErrUnfollowed = errors.New("session changed in the library since its trail was loaded")

// SessionParams says which session is written, and how.
type SessionParams struct {
	// Session has every field but Title and Messages.
	Session     data.Session
	Fingerprint data.Fingerprint
	Events      int64
	// From is the fingerprint of the rows from whose trail the reading went on; empty if it began at the start. Keep is the
	// Seq below which the stored messages stand as they are, and none comes; 0 if all messages come.
	From data.Fingerprint
	Keep int64
	// Folded is not 0 if the messages that come may lack some because a later window of the key holds them.
	Folded int
	// Staged writes the rows in several transactions, unseen, and shows them all at once at the end. Each takes what the
	// writer has waiting along, so the writer is committed first.
	Staged bool
}

// SessionWriter takes the messages of one session in their order and brings the library's rows in line with them. Nothing
// happens to the rows that are seen before Finish.
type SessionWriter struct {
	w   *Writer
	p   SessionParams
	row RowID
	was *knownRow
	// tags are those that all rows of the session share.
	tags string

	stored  *storedRows
	later   laterWindows
	earlier []RowID
	folded  int
	trace   Trace

	inserts []*pending
	deletes []int64
	bytes   int
	// staged counts the rows that were committed unseen.
	staged int
}

// Session begins to write a session.
func (w *Writer) Session(ctx context.Context, p SessionParams) (*SessionWriter, error) {
	s := &SessionWriter{w: w, p: p}
	if err := s.begin(ctx); err != nil {
		return nil, w.fail(ctx, "write", err)
	}
	return s, nil
}

func (s *SessionWriter) begin(ctx context.Context) error {
	store, err := s.w.store(ctx, s.p.Session.Store)
	if err != nil {
		return err
	}
	agent, err := s.w.agent(ctx, s.p.Session.Agent)
	if err != nil {
		return err
	}
	s.tags = agentTag(agent) + " " + storeTag(store) + " " + kindTag(s.p.Session.Kind)
	if s.was, err = s.w.known(ctx, store, s.p.Session.ID); err != nil {
		return err
	}
	if s.was != nil && s.w.holdsBack(s.was.row) { // it was written before in this transaction
		if err := s.w.flush(ctx); err != nil {
			return err
		}
	}
	if err := s.lookAround(ctx, store); err != nil {
		return err
	}
	s.folded = s.p.Folded
	switch {
	case s.p.From != "":
		return s.follow(agent)
	case s.p.Staged:
		return s.stage(ctx)
	case s.was == nil:
		return nil
	}
	s.row = s.was.row
	if s.movedFrom(agent) {
		return s.dropAll(ctx)
	}
	s.stored = &storedRows{w: s.w, session: s.row}
	return nil
}

// follow goes on where the last reading stopped. What was found out about the session before the transaction may be wrong by
// now: writing another window of its key puts it in doubt.
func (s *SessionWriter) follow(agent int64) error {
	if s.p.Staged || s.was == nil || s.was.fingerprint != string(s.p.From) || s.was.lineage == "" || s.movedFrom(agent) {
		return &callerError{ErrUnfollowed}
	}
	s.row, s.folded = s.was.row, s.was.folded
	s.stored = &storedRows{w: s.w, session: s.row, last: storedRow{seq: s.p.Keep, row: math.MinInt64}, begun: true}
	return nil
}

// holdsBack tells whether rows of a session wait for being written.
func (w *Writer) holdsBack(session RowID) bool {
	return slices.ContainsFunc(w.inserts, func(p *pending) bool { return p.session == session })
}

// stage makes the unseen row under which the messages are written. It is seen by others at once, as unseen.
func (s *SessionWriter) stage(ctx context.Context) error {
	row, err := s.writeRow(ctx, 0, phaseBuilding, "", 0)
	s.row = row
	return err
}

// movedFrom tells whether the tokens of all rows change, or other windows than before may hold copies.
func (s *SessionWriter) movedFrom(agent int64) bool {
	was, is := s.was, s.p.Session
	return was.key != string(is.Key) || was.kind != string(is.Kind) || was.agent != agent ||
		was.superseded != is.Superseded || was.started != milli(is.StartedAt)
}

// dropAll lets all rows go, so that they are written anew.
func (s *SessionWriter) dropAll(ctx context.Context) error {
	if s.was.messages > MaxInPlace {
		return &callerError{ErrTooLarge}
	}
	ids, err := s.w.rowsOf(ctx, s.row, -1)
	s.deletes = ids
	return err
}

// rowsOf lists the message rows of a session, up to most; below 0 all.
func (w *Writer) rowsOf(ctx context.Context, session RowID, most int) ([]int64, error) {
	var ids []int64
	err := w.each(ctx, "SELECT id FROM messages WHERE session = ? LIMIT ?", []any{session, most}, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// Put takes the next messages in the order of their Seq: raw, or redacted if masked is true. It may change them. Of raw
// messages only those are redacted that the library does not hold yet. ErrTooLarge means that the session is to be begun
// again, staged.
func (s *SessionWriter) Put(ctx context.Context, messages []data.Message, masked bool) error {
	if err := s.put(ctx, messages, masked); err != nil {
		return s.w.fail(ctx, "write", err)
	}
	return nil
}

func (s *SessionWriter) put(ctx context.Context, messages []data.Message, masked bool) error {
	fresh := messages[:0]
	var olds []*storedRow
	for _, m := range messages {
		m.Text = strings.ToValidUTF8(m.Text, "\uFFFD")
		old, err := s.match(ctx, &m)
		if err != nil {
			return err
		}
		// A stored text that equals a raw one was redacted to itself: redacting is idempotent.
		if old != nil && old.text == m.Text && !masked {
			continue
		}
		fresh = append(fresh, m)
		olds = append(olds, old)
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := s.later.lookFor(ctx, s.w, fresh); err != nil {
		return err
	}
	if !masked {
		if err := s.w.params.Redact(ctx, fresh); err != nil {
			return &callerError{err}
		}
	}
	for i := range fresh {
		if err := s.replace(ctx, &fresh[i], olds[i]); err != nil {
			return err
		}
	}
	return s.relieve(ctx)
}

// match moves through the stored rows up to the place of m, lets those before it go, and returns the row that m has if
// nothing but the text can differ.
func (s *SessionWriter) match(ctx context.Context, m *data.Message) (*storedRow, error) {
	if s.stored == nil {
		return nil, nil
	}
	for {
		old, err := s.stored.peek(ctx)
		if err != nil || old == nil || old.seq > m.Seq {
			return nil, err
		}
		s.stored.pop()
		if old.seq == m.Seq && old.id == m.ID && old.role == m.Role && old.ts == milli(m.At) && old.class == s.classOf(m) {
			return old, nil
		}
		s.deletes = append(s.deletes, old.row)
		if old.seq == m.Seq {
			return nil, nil
		}
	}
}

func (s *SessionWriter) classOf(m *data.Message) data.Class {
	return data.ClassOf(s.p.Session.Kind, m.Rewound || s.p.Session.Superseded)
}

// replace writes a redacted message in place of its old row, unless nothing changed (two secrets may have the same mask), or a later window of the same key
// holds the same message.
func (s *SessionWriter) replace(ctx context.Context, m *data.Message, old *storedRow) error {
	if old != nil {
		if old.text == m.Text && bytes.Equal(old.hidden, packHidden(m.Hidden)) {
			return nil
		}
		s.deletes = append(s.deletes, old.row)
	}
	copied, err := s.w.holds(ctx, s.later.held, m)
	if err != nil {
		return err
	}
	if copied {
		s.folded++
		return nil
	}
	class := s.classOf(m)
	s.inserts = append(s.inserts, &pending{session: s.row, message: *m, ts: milli(m.At), class: class})
	s.bytes += len(m.Text)
	return nil
}

// relieve keeps what waits within bounds: a staged session commits it, another one is too large.
func (s *SessionWriter) relieve(ctx context.Context) error {
	waiting := len(s.inserts) + len(s.deletes)
	switch {
	case s.p.Staged && (waiting >= BatchRows || s.bytes >= maxBatchBytes):
		return s.commitStaged(ctx)
	case !s.p.Staged && (waiting > MaxInPlace || s.bytes > 2*maxBatchBytes):
		return &callerError{ErrTooLarge}
	default:
		return nil
	}
}

func (s *SessionWriter) commitStaged(ctx context.Context) error {
	s.staged += len(s.inserts)
	s.hand()
	return s.w.commit(ctx)
}
