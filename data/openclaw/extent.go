package openclaw

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wordwake/wordwake/data"
)

// extent is the part of a transcript that is read in several transactions: up to its last row when the first of them began.
// What is appended meanwhile is left to the next pass; the fingerprint, which is older still, has it seen as a change.
type extent struct {
	known bool
	last  int64 // seq
	// stand is where the transcript stood when the extent was fixed, now where it stands in the transaction of the moment.
	stand, now stand
	// behind is the head of the trail that is followed, if there is one: the extent begins behind its last row.
	behind *head
	// rows has the sum of each row that was read, in stores that do not tell when a transcript was rewritten.
	rows map[int64]uint64
}

// rewritten is what changes when rows that were there before change or go.
type rewritten struct{ generation, cold sql.NullString }

func (r *reader) newExtent() *extent {
	e := &extent{}
	if !r.opened.steady && !r.schema.watermarks() {
		e.rows = map[int64]uint64{}
	}
	return e
}

// growing visits the rows of a transcript that may be written meanwhile.
func (r *reader) growing(ctx context.Context, id data.SessionID, e *extent, visit func(stored) error) error {
	err := r.pieces(ctx, id, e, func(row stored) error {
		e.note(row)
		return visit(row)
	})
	if err == nil {
		err = r.verify(ctx, id, e)
	}
	return err
}

// pieces visits the rows of an extent in several transactions; the first of them fixes how far it goes.
func (r *reader) pieces(ctx context.Context, id data.SessionID, e *extent, visit func(stored) error) error {
	last, whole := e.after(), false
	for !whole {
		err := r.within(ctx, id, e, func() (err error) {
			last, whole, err = r.chunk(ctx, id, last, e.last, visit)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// after is the seq behind which the extent begins.
func (e *extent) after() int64 {
	if e.behind == nil {
		return -1
	}
	return e.behind.Ends.Last.Seq
}

// verify reads the rows again if they may have changed while they were read, in a store that does not tell. A row that was
// the same before the end of the first reading and after it was so at that moment, and thus all belong to one state.
func (r *reader) verify(ctx context.Context, id data.SessionID, e *extent) error {
	if e.rows == nil || !e.touched() {
		return nil
	}
	seen := 0
	err := r.pieces(ctx, id, e, func(row stored) error {
		seen++
		return e.check(row)
	})
	if err == nil && seen != len(e.rows) {
		err = data.ErrStoreChanged
	}
	return err
}

// touched reports whether something may have been written to the transcript since the extent was fixed.
func (e *extent) touched() bool {
	return !e.stand.touched.Valid || e.stand.touched != e.now.touched
}

// note keeps what a row was.
func (e *extent) note(row stored) {
	if e.rows != nil {
		e.rows[row.seq] = sumOf(row)
	}
}

// check finds out that a row is not what it was. Those before the extent are vouched for by the head of the trail.
func (e *extent) check(row stored) error {
	if e.rows == nil || row.seq <= e.after() {
		return nil
	}
	if sum, known := e.rows[row.seq]; !known || sum != sumOf(row) {
		return data.ErrStoreChanged
	}
	return nil
}

// within runs read in a transaction that must still see the extent.
func (r *reader) within(ctx context.Context, id data.SessionID, e *extent, read func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.opened.steady {
		if !e.known {
			if err := r.still(ctx, id, e); err != nil {
				return err
			}
		}
		return read()
	}
	if _, err := r.opened.db.ExecContext(ctx, `BEGIN`); err != nil {
		return err
	}
	err := r.still(ctx, id, e)
	if err == nil {
		err = read()
	}
	// The transaction only read; ending it must also work when ctx has ended.
	_, end := r.opened.db.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return errors.Join(err, end)
}

// still fixes the extent, or finds out that it is not there as it was.
func (r *reader) still(ctx context.Context, id data.SessionID, e *extent) error {
	now, err := r.standing(ctx, id)
	if err != nil {
		return err
	}
	e.now = now
	switch {
	case !e.known && e.behind != nil:
		err = r.fits(ctx, id, e.behind, now)
	case !now.last.Valid:
		return data.ErrStoreChanged
	case e.known && (now.last.Int64 < e.last || now.rewritten != e.stand.rewritten):
		return data.ErrStoreChanged
	case e.known && e.behind != nil && !now.generation.Valid && e.touched():
		if err = r.same(ctx, id, e.behind); errors.Is(err, errAnew) {
			err = data.ErrStoreChanged
		}
	}
	if !e.known && err == nil {
		e.known, e.last, e.stand = true, now.last.Int64, now
	}
	return err
}
