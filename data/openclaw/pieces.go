package openclaw

import (
	"context"
	"database/sql"
	"time"
)

// listedAtOnce is how many sessions one statement lists at most, so that none takes longer than about 50 ms.
const listedAtOnce = 2000

// keyed is a query that can be read in pieces: the rows behind a key, in the order of the key, which is unique and never
// changes for a row.
type keyed struct {
	// list is the query up to its FROM, key the column.
	list, key string
}

func (k keyed) first() string { return k.list + " ORDER BY " + k.key + " LIMIT ?" }
func (k keyed) next() string {
	return k.list + " WHERE " + k.key + " > ? ORDER BY " + k.key + " LIMIT ?"
}

// these is the query for the keys in a JSON array.
func (k keyed) these() string {
	return k.list + " WHERE " + k.key + " IN (SELECT value FROM json_each(?))"
}

// inPieces visits all rows of a query, each piece in a transaction of its own: a listing of very many sessions must not keep
// OpenClaw from checkpointing. A row that was there all the time is visited once. visit gives the key of its row. It returns
// how many pieces there were.
func (r *reader) inPieces(ctx context.Context, query keyed, visit func(*sql.Rows) (string, error)) (pieces int, err error) {
	text, args := query.first(), []any{r.source.pieces}
	for {
		pieces++
		last, whole, err := r.piece(ctx, text, args, visit)
		if err != nil || whole {
			return pieces, err
		}
		text, args = query.next(), []any{last, r.source.pieces}
	}
}

// each visits the rows of a statement.
func (r *reader) each(ctx context.Context, text string, args []any, visit func(*sql.Rows) error) error {
	rows, err := r.opened.db.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// piece visits the rows of one statement; whole is true if there are no more behind the last one.
func (r *reader) piece(ctx context.Context, text string, args []any, visit func(*sql.Rows) (string, error)) (last string, whole bool, err error) {
	rows, err := r.opened.db.QueryContext(ctx, text, args...)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = rows.Close() }()
	began := time.Now()
	for n := 1; rows.Next(); n++ {
		if last, err = visit(rows); err != nil {
			return "", false, err
		}
		if n == r.source.pieces || time.Since(began) > r.limits.time {
			return last, false, nil
		}
	}
	return last, true, rows.Err()
}
