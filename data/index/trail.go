package index

import (
	"context"
	"database/sql"

	"github.com/wordwake/wordwake/data"
)

// A trail lies in parts beside the rows of its session, and comes and goes with them in the same transaction: the head in
// front, then the links. An append rewrites the last part while that is small and begins another one otherwise, so that it
// costs the same however long the trail is.
const (
	// maxPart bounds a part, smallPart is up to what size the last one is added to.
	maxPart   = 64 << 10
	smallPart = 4 << 10
	headPart  = 0
)

// Trace is what a reading of a session leaves behind for the next one. The zero value has all read.
type Trace struct {
	// Lineage is that of the transcript when it was read.
	Lineage data.Lineage
	Trail   data.Trail
	// Followed is true if the links are to be appended to those that the library has.
	Followed bool
	// Opening is the redacted title made of the person's first words, and OpeningSeq the place of the message that holds
	// them; empty if no message has any.
	Opening    string
	OpeningSeq int64
}

// worth tells whether there is anything to be kept for the next reading.
func (t Trace) worth() bool { return t.Lineage != "" && len(t.Trail.Head) > 0 }

// Trace loads what the last reading of a session left behind. It is zero unless the session is still as k says: a trail of
// another state of it must not be followed.
func (v *View) Trace(ctx context.Context, k Known) (Trace, error) {
	const query = `SELECT lineage, opening, opening_seq
	FROM sessions WHERE id = ? AND phase = 1 AND session_id = ? AND fingerprint = ? AND lineage = ? AND lineage <> ''`
	var t Trace
	if k.Fingerprint == "" { // in doubt
		return t, nil
	}
	args := []any{k.Row, string(k.Session.ID), string(k.Fingerprint), string(k.Lineage)}
	err := v.each(ctx, query, args, func(rows *sql.Rows) error { return rows.Scan(&t.Lineage, &t.Opening, &t.OpeningSeq) })
	if err != nil || t.Lineage == "" {
		return Trace{}, err
	}
	whole, err := v.trail(ctx, k.Row, &t.Trail)
	if err != nil || !whole {
		return Trace{}, err
	}
	return t, nil
}

// trail joins the parts. whole is false if one is missing.
func (v *View) trail(ctx context.Context, row RowID, into *data.Trail) (whole bool, err error) {
	var sum int
	if err := v.row(ctx, "SELECT coalesce(sum(length(bytes)), 0) FROM trails WHERE session = ? AND part > 0", []any{row}, &sum); err != nil {
		return false, err
	}
	into.Links = make([]byte, 0, sum)
	next := headPart
	whole = true
	err = v.each(ctx, "SELECT part, bytes FROM trails WHERE session = ? ORDER BY part", []any{row}, func(rows *sql.Rows) error {
		var part int
		var bytes sql.RawBytes
		if err := rows.Scan(&part, &bytes); err != nil {
			return err
		}
		whole = whole && part == next
		next++
		if part == headPart {
			into.Head = append([]byte(nil), bytes...)
		} else {
			into.Links = append(into.Links, bytes...)
		}
		return nil
	})
	return whole && len(into.Head) > 0, err
}

// Leave says what the reading of the session leaves behind. It is kept with the session by Finish; without it nothing is.
func (s *SessionWriter) Leave(t Trace) {
	if t.Followed && s.p.From == "" {
		t = Trace{} // links without a beginning lead nowhere
	}
	s.trace = t
}

// writeTrail puts the trail in the place of the one that the session has.
func (s *SessionWriter) writeTrail(ctx context.Context) error {
	trail := s.trace.Trail
	if s.trace.worth() && s.trace.Followed {
		if err := s.writePart(ctx, headPart, trail.Head); err != nil {
			return err
		}
		return s.addLinks(ctx, trail.Links)
	}
	if s.was != nil && s.was.lineage != "" && !s.p.Staged {
		if err := s.w.dropTrail(ctx, s.row); err != nil {
			return err
		}
	}
	if !s.trace.worth() {
		return nil
	}
	if err := s.writePart(ctx, headPart, trail.Head); err != nil {
		return err
	}
	return s.writeParts(ctx, headPart+1, trail.Links)
}

// addLinks appends to the last part, or begins a new one.
func (s *SessionWriter) addLinks(ctx context.Context, links []byte) error {
	if len(links) == 0 {
		return nil
	}
	last := headPart
	var bytes []byte
	const query = "SELECT part, CASE WHEN length(bytes) < ? THEN bytes END FROM trails WHERE session = ? ORDER BY part DESC LIMIT 1"
	err := s.w.each(ctx, query, []any{smallPart, s.row}, func(rows *sql.Rows) error { return rows.Scan(&last, &bytes) })
	if err != nil {
		return err
	}
	if last == headPart || bytes == nil {
		return s.writeParts(ctx, last+1, links)
	}
	return s.writeParts(ctx, last, append(bytes, links...))
}

// writeParts writes links from a part on.
func (s *SessionWriter) writeParts(ctx context.Context, part int, links []byte) error {
	for ; len(links) > 0; part++ {
		n := min(len(links), maxPart)
		if err := s.writePart(ctx, part, links[:n]); err != nil {
			return err
		}
		links = links[n:]
	}
	return nil
}

func (s *SessionWriter) writePart(ctx context.Context, part int, bytes []byte) error {
	return s.w.exec(ctx, "INSERT OR REPLACE INTO trails (session, part, bytes) VALUES (?, ?, ?)", s.row, part, bytes)
}

func (w *Writer) dropTrail(ctx context.Context, row RowID) error {
	return w.exec(ctx, "DELETE FROM trails WHERE session = ?", row)
}
