package engine

import (
	"context"
	"errors"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// Params is what an Engine needs. Library and Redactor are required.
type Params struct {
	Library  *index.Library
	Redactor data.Redactor
	// Now is the clock behind Results.Elapsed; nil means time.Now.
	Now func() time.Time
}

// Engine answers searches and shows conversations. It is safe for use by several goroutines.
type Engine struct {
	library  *index.Library
	redactor data.Redactor
	now      func() time.Time
}

var (
	_ data.Searcher     = (*Engine)(nil)
	_ data.Historian    = (*Engine)(nil)
	_ data.SecretLister = (*Engine)(nil)
)

// New makes an Engine over an open library, which stays the caller's to close.
func New(p Params) (*Engine, error) {
	if p.Library == nil {
		return nil, errors.New("engine needs a library")
	}
	if p.Redactor == nil {
		return nil, errors.New("engine needs a redactor")
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	return &Engine{library: p.Library, redactor: p.Redactor, now: p.Now}, nil
}

// view looks at one state of the library, by the present rules whatever it was made by.
func (e *Engine) view(ctx context.Context, do func(*index.View) error) error {
	return e.library.View(ctx, func(v *index.View) error {
		if err := v.Redact(ctx, e.redactor); err != nil {
			return err
		}
		return do(v)
	})
}
