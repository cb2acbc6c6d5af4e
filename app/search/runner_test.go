package search_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wordwake/wordwake/app/search"
	"github.com/wordwake/wordwake/data"
)

// slow answers each query with its own text after a while, or when it is cancelled.
type slow struct {
	takes   time.Duration
	started []string
	ended   []error
}

func (s *slow) Search(ctx context.Context, q data.Query) (data.Results, error) {
	s.started = append(s.started, q.Text)
	var err error
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(s.takes):
	}
	s.ended = append(s.ended, err)
	return data.Results{Query: q.Text}, err
}

func open(t *testing.T, s data.Searcher) (*search.Runner, *[]search.Outcome) {
	t.Helper()
	var got []search.Outcome
	r, err := search.Open(t.Context(), search.Params{Searcher: s, Deliver: func(o search.Outcome) { got = append(got, o) }})
	if err != nil {
		t.Fatal(err)
	}
	return r, &got
}

func ask(text string) search.Ask { return search.Ask{Query: data.Query{Text: text}, Tag: text} }

func TestOnlyTheLastOfManyKeystrokesIsSearched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: time.Millisecond}
		r, got := open(t, s)
		defer r.Close()
		for _, text := range []string{"b", "ba", "bac", "back"} {
			r.Search(ask(text))
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(s.started) != 1 || s.started[0] != "back" {
			t.Errorf("searched %q, want only the last text", s.started)
		}
		if len(*got) != 1 || (*got)[0].Results.Query != "back" {
			t.Errorf("delivered %v, want one answer to the last text", *got)
		}
	})
}

func TestANewerQueryCancelsTheRunningOneAndDropsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: 10 * time.Second}
		r, got := open(t, s)
		defer r.Close()
		r.Search(ask("old"))
		time.Sleep(search.DefaultDebounce + 10*time.Millisecond)
		r.Search(ask("new"))
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if len(s.ended) != 2 || s.ended[0] == nil || s.ended[1] != nil {
			t.Errorf("searches ended with %v, want the first cancelled and the second answered", s.ended)
		}
		for _, o := range *got {
			if o.Tag != "new" {
				t.Errorf("delivered an outcome of %v after a newer query", o.Tag)
			}
		}
	})
}

func TestALongSearchIsAnnouncedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, got := open(t, &slow{takes: 5 * time.Second})
		defer r.Close()
		r.Search(search.Ask{Now: true})
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if len(*got) != 3 || (*got)[0].Waiting != search.DefaultShowLine || (*got)[1].Waiting != search.DefaultShowText || (*got)[2].Waiting != 0 {
			t.Errorf("delivered %v, want two announcements and the answer", *got)
		}
	})
}

func TestNothingIsDeliveredAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{takes: 5 * time.Second}
		r, got := open(t, s)
		r.Search(search.Ask{Now: true})
		time.Sleep(10 * time.Millisecond)
		r.Close()
		synctest.Wait()
		if len(*got) != 0 || len(s.ended) != 1 {
			t.Errorf("delivered %v and ended %d searches, want none delivered and the search ended", *got, len(s.ended))
		}
	})
}

func TestACancelledSearchIsNotDelivered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, got := open(t, &slow{takes: 50 * time.Millisecond})
		defer r.Close()
		r.Search(search.Ask{Now: true})
		time.Sleep(10 * time.Millisecond)
		r.Cancel()
		time.Sleep(time.Second)
		synctest.Wait()
		if len(*got) != 0 {
			t.Errorf("delivered %v, want nothing", *got)
		}
	})
}

// scoped notes the scope of each query.
type scoped struct{ scopes []data.Scope }

func (s *scoped) Search(_ context.Context, q data.Query) (data.Results, error) {
	s.scopes = append(s.scopes, q.Scope)
	return data.Results{}, nil
}

func TestAScopeIsAskedForBeforeTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scoped{}
		r, got := open(t, s)
		defer r.Close()
		scope := data.Scope{Mode: data.ScopeTree, Of: "agent:main:main"}
		r.Search(search.Ask{Now: true, Scope: func(context.Context) (data.Scope, error) { return scope, nil }})
		synctest.Wait()
		if len(s.scopes) != 1 || s.scopes[0].Of != scope.Of || s.scopes[0].Mode != scope.Mode {
			t.Errorf("searched with %+v", s.scopes)
		}
		r.Search(search.Ask{Now: true, Scope: func(context.Context) (data.Scope, error) { return data.Scope{}, data.ErrNotFound }})
		synctest.Wait()
		if len(s.scopes) != 1 || !errors.Is((*got)[len(*got)-1].Err, data.ErrNotFound) {
			t.Errorf("searched %d times, delivered %v; want no search of everything where the scope is not known", len(s.scopes), *got)
		}
	})
}
