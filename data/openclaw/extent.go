package openclaw

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/maphash"

	"github.com/wordwake/wordwake/data"
)

// extent is the part of a transcript that is read in several transactions: up to its last row when the first of them began.
// What is appended meanwhile is left to the next pass; the fingerprint, which is older still, has it seen as a change.
type extent struct {
	known bool
	last  int64 // seq
	state rewritten
	// touched changes with every writing, where the store tells it.
	touched, touchedNow sql.NullInt64
	// rows has the sum of each row that was read, in stores that do not tell when a transcript was rewritten.
	rows map[int64]uint64
	seed maphash.Seed
}

// rewritten is what changes when rows that were there before change or go.
type rewritten struct{ generation, cold sql.NullString }

func (r *reader) newExtent() *extent {
	e := &extent{}
	if !r.opened.steady && !r.schema.watermarks() {
		e.rows, e.seed = map[int64]uint64{}, maphash.MakeSeed()
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
	last, whole := int64(-1), false
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

// verify reads the rows again if they may have changed while they were read, in a store that does not tell. A row that was
// the same before the end of the first reading and after it was so at that moment, and thus all belong to one state.
func (r *reader) verify(ctx context.Context, id data.SessionID, e *extent) error {
	if e.rows == nil || (e.touched.Valid && e.touched == e.touchedNow) {
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

// note keeps what a row was.
func (e *extent) note(row stored) {
	if e.rows != nil {
		e.rows[row.seq] = e.sum(row)
	}
}

// check finds out that a row is not what it was.
func (e *extent) check(row stored) error {
	if e.rows == nil {
		return nil
	}
	if sum, known := e.rows[row.seq]; !known || sum != e.sum(row) {
		return data.ErrStoreChanged
	}
	return nil
}

func (e *extent) sum(row stored) uint64 {
	var h maphash.Hash
	h.SetSeed(e.seed)
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(row.created)))
	_, _ = h.Write(row.plain)
	_, _ = h.Write(row.zipped)
	_, _ = h.Write(row.nav)
	return h.Sum64()
}

// within runs read in a transaction that must still see the extent.
func (r *reader) within(ctx context.Context, id data.SessionID, e *extent, read func() error) error {
	if r.opened.steady {
		return read()
	}
	if err := ctx.Err(); err != nil {
		return err
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
	var now rewritten
	var last sql.NullInt64
	err := r.rows.state.QueryRowContext(ctx, id).Scan(&e.touchedNow, &now.generation, &now.cold, &last)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return data.ErrStoreChanged
	case err != nil:
		return err
	case !last.Valid:
		return data.ErrStoreChanged
	case !e.known:
		e.known, e.last, e.state, e.touched = true, last.Int64, now, e.touchedNow
		return nil
	case last.Int64 < e.last, now != e.state:
		return data.ErrStoreChanged
	default:
		return nil
	}
}
