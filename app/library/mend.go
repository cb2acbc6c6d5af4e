package library

import (
	"context"
	"errors"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/reconcile"
)

// Mending calls read, and if that finds the library damaged, has it set aside and made again as far as the budget of a search
// allows, and calls read once more: what is missing then is told as in any answer that comes too early. Index.Aside tells where
// the damaged file went.
func (l *Library) Mending(ctx context.Context, read func() error) error {
	return l.mending(ctx, read, func() error {
		_, err := l.Pass(ctx, reconcile.Options{Budget: data.CatchUpBudget}, nil)
		if errors.Is(err, data.ErrLibraryLocked) { // another process makes it
			return nil
		}
		return err
	})
}

// maxMends is how often is read again: once after a check that saw no damage, and once in a new library.
const maxMends = 2

func (l *Library) mending(ctx context.Context, read, again func() error) error {
	err := read()
	for n := 0; index.IsDamaged(err) && n < maxMends; n++ {
		aside := l.Index.Aside()
		if renewing := l.Index.Renew(ctx); renewing != nil {
			return renewing
		}
		if l.Index.Aside() != aside {
			if making := again(); making != nil {
				return making
			}
		}
		err = read()
	}
	return err
}
