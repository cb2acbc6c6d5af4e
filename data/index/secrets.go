package index

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// hiddenPage is how many messages are loaded at once by EachHidden.
const hiddenPage = 500

// EachHidden calls take for each message of these agents and stores in which something is hidden, the newest first, and ends with
// its first error. Archived, automated and rewound ones are among them. take must not keep the message: its text may be large. No
// other message is read. The numbers and times of all of them are held at once, to order them.
func (v *View) EachHidden(ctx context.Context, agents, stores []string, take func(RowID, *data.Message) error) error {
	s, err := v.scopeOf(ctx, Filter{Hidden: true, Agents: agents, Stores: stores})
	if err != nil || s.empty {
		return err
	}
	listed, err := v.listHidden(ctx, s)
	if err != nil {
		return err
	}
	for page := range slices.Chunk(listed, hiddenPage) {
		if err := v.eachListed(ctx, page, take); err != nil {
			return err
		}
	}
	return nil
}

// placed is a message by its number and time.
type placed struct{ id, ts int64 }

func (v *View) listHidden(ctx context.Context, s scope) ([]placed, error) {
	var listed []placed
	args := append([]any{s.match(), s.low(), s.high(), s.since, s.until}, s.args...)
	err := v.each(ctx, selectMatches+s.conditions(), args, func(rows *sql.Rows) error {
		var p placed
		var session RowID
		err := rows.Scan(&p.id, &p.ts, &session)
		listed = append(listed, p)
		return err
	})
	slices.SortFunc(listed, func(a, b placed) int { return cmp.Or(cmp.Compare(b.ts, a.ts), cmp.Compare(b.id, a.id)) })
	return listed, err
}

// eachListed goes through messages in the order of their list, which SQLite keeps: it walks it in the outer loop.
func (v *View) eachListed(ctx context.Context, page []placed, take func(RowID, *data.Message) error) error {
	numbers := make([]int64, len(page))
	for i, p := range page {
		numbers[i] = p.id
	}
	var failure error
	err := v.each(ctx, selectListed, []any{jsonList(numbers)}, func(rows *sql.Rows) error {
		var id int64
		row, err := v.scanMessage(func(into ...any) error { return rows.Scan(append(into, &id)...) })
		if err != nil {
			return err
		}
		if failure = take(row.Session, &row.Message); failure != nil {
			return errStop
		}
		return nil
	})
	return cmp.Or(failure, err)
}

// HoldsHash tells whether any message held the token of this hash.
func (v *View) HoldsHash(ctx context.Context, hash uint64) (bool, error) {
	s, err := v.scopeOf(ctx, Filter{Hashes: []uint64{hash}})
	if err != nil {
		return false, err
	}
	n, err := v.count(ctx, s, 1)
	return n > 0, err
}
