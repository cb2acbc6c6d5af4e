package engine

import (
	"context"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/excerpt"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// Search implements data.Searcher. A query that asks for nothing gives no hits, and tells so by Results.Words. Indexing
// and Faults are left to the caller, who knows the sources.
func (e *Engine) Search(ctx context.Context, q data.Query) (data.Results, error) {
	began := e.now()
	if err := ctx.Err(); err != nil {
		return data.Results{}, err
	}
	a := e.parse(q.Text)
	results := data.Results{Query: a.text, Words: a.query.Words(), Dropped: a.query.Dropped(), Shortened: a.shortened}
	if !a.asksNothing(q) && !a.guesses(q) {
		maker := excerpt.New(a.query.Phrases())
		found, err := e.find(ctx, q, a, maker)
		if err != nil {
			return data.Results{}, err
		}
		results.Total, results.Limited, results.Ranked = found.Total, found.Limited, found.Ranked
		results.Hidden = found.Hidden
		results.Groups = groups(found, maker)
	}
	results.Elapsed = e.now().Sub(began)
	return results, nil
}

// find asks one state of the library, within what the scope lets see.
func (e *Engine) find(ctx context.Context, q data.Query, a asked, maker *excerpt.Maker) (index.Found, error) {
	var found index.Found
	var cut cutter = maker.Make
	if a.query.Match() == "" {
		cut = maker.MakeHidden
	}
	err := e.view(ctx, func(v *index.View) error {
		filter := index.Filter{
			Hidden: q.Hidden, Agents: q.Agents, Role: q.Role, Since: q.Since, Until: q.Until, Stores: q.Stores, Include: q.Include,
		}
		seen, err := narrow(ctx, v, visibility.New(q.Scope), &filter)
		if err != nil || !seen {
			return err
		}
		if err := a.exact(ctx, v, q.Hashed, &filter); err != nil {
			return err
		}
		found, err = v.Find(ctx, index.FindRequest{
			Filter: filter, Order: q.Order, Limit: limit(q.Limit), PerSession: max(q.PerSession, 0), MaxSessions: max(q.Sessions, 0),
			Excerpt: func(m *data.Message) data.Excerpt { return excerptOf(cut, m, q.ExcerptUnits) },
		})
		return err
	})
	return found, err
}

// cutter makes an excerpt of at most so many runes.
type cutter func(text string, hidden []data.Hidden, runes int) data.Excerpt

// excerptOf makes an excerpt of at most so many UTF-16 code units, or data.ExcerptRunes runes where none are given. A text has as
// many units as runes, or up to twice as many.
func excerptOf(cut cutter, m *data.Message, units int) data.Excerpt {
	if units <= 0 {
		return cut(m.Text, m.Hidden, data.ExcerptRunes)
	}
	for runes := units; ; {
		e := cut(m.Text, m.Hidden, runes)
		n := excerpt.Units(e.Text)
		if n <= units {
			return e
		}
		runes = min(runes-1, runes*units/n)
	}
}

func limit(asked int) int {
	if asked <= 0 {
		return data.DefaultSearchLimit
	}
	return min(asked, data.MaxSearchLimit)
}

// groups puts the rows under their sessions, in the order in which the sessions first appear: that of their newest or best
// hit.
func groups(found index.Found, maker *excerpt.Maker) []data.Group {
	var list []data.Group
	places := map[index.RowID]int{}
	for _, row := range found.Rows {
		place, known := places[row.Session]
		if !known {
			place = len(list)
			places[row.Session] = place
			session := found.Sessions[row.Session]
			list = append(list, data.Group{
				Session: session, TitleMarks: maker.Marks(session.Title, nil), More: found.More[row.Session],
			})
		}
		list[place].Hits = append(list[place].Hits, hit(row))
	}
	return list
}

func hit(row index.Row) data.Hit {
	m := row.Message
	return data.Hit{
		MessageID: m.ID, SessionID: m.Session, Seq: m.Seq, Role: m.Role, At: m.At, Rewound: m.Rewound, Score: row.Score,
		Excerpt: row.Excerpt,
	}
}
