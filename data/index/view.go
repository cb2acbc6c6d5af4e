package index

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wordwake/wordwake/data"
)

// View is one state of the library. It lasts as long as the function it was given to, and is for one goroutine.
type View struct {
	tx   *sql.Tx
	file *opened
	// unseen are the sessions whose rows are not to be seen: those being built, and those being taken away.
	unseen []RowID
	// again masks what is read once more; nil where the library was made by the present rules.
	again data.Redactor
}

// View calls do with the present state of the library, in one read transaction. If another process has switched to
// another file, that one is opened first. Errors of the library are *Error; what do returns passes as it is, but for the
// end of ctx, which is always ctx.Err().
func (l *Library) View(ctx context.Context, do func(*View) error) error {
	o, err := l.acquire(ctx)
	if err != nil {
		return err
	}
	defer l.release(ctx, o)
	return o.view(ctx, do)
}

func (o *opened) view(ctx context.Context, do func(*View) error) error {
	select {
	case o.views <- struct{}{}:
		defer func() { <-o.views }()
	case <-ctx.Done():
		return ctx.Err()
	}
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return wrap("read", o.path, ended(ctx, err))
	}
	defer func() { _ = tx.Rollback() }()
	v := &View{tx: tx, file: o}
	if v.unseen, err = v.ids(ctx, "SELECT id FROM sessions WHERE phase <> 1"); err != nil {
		return err
	}
	return ended(ctx, do(v))
}

// ended gives the context's error in place of what its end made of a query.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (v *View) fail(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return wrap("read", v.file.path, ended(ctx, err))
}

// row runs a prepared query and scans its only row; sql.ErrNoRows if there is none.
func (v *View) row(ctx context.Context, query string, args []any, into ...any) error {
	stmt, err := v.file.statement(ctx, query)
	if err != nil {
		return v.fail(ctx, err)
	}
	rows, err := v.tx.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	if err != nil {
		return v.fail(ctx, err)
	}
	found := false
	err = eachRow(rows, func(rows *sql.Rows) error {
		found = true
		if err := rows.Scan(into...); err != nil {
			return err
		}
		return errStop
	})
	if err == nil && !found {
		err = sql.ErrNoRows
	}
	return v.fail(ctx, err)
}

// each calls scan for each row of a prepared query, until scan returns errStop.
func (v *View) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	stmt, err := v.file.statement(ctx, query)
	if err != nil {
		return v.fail(ctx, err)
	}
	rows, err := v.tx.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	if err != nil {
		return v.fail(ctx, err)
	}
	return v.fail(ctx, eachRow(rows, scan))
}

func eachRow(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			if errors.Is(err, errStop) {
				return nil
			}
			return oddRow(err)
		}
	}
	return rows.Err()
}

// errStop ends each early and is no error.
var errStop = errors.New("stop")

func (v *View) ids(ctx context.Context, query string, args ...any) ([]RowID, error) {
	var ids []RowID
	err := v.each(ctx, query, args, func(rows *sql.Rows) error {
		var id RowID
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
		return nil
	})
	return ids, err
}
