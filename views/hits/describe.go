package hits

import (
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// content is what a row shows, as text.
type content struct {
	// head is a line of one style; body is text in which words may be marked. At most one of them is set.
	head, body string
	marks      []data.Span
	hidden     []data.Hidden
	caption    string
	side       string
	count      string
	indented   bool
}

func describe(r state.Row, now time.Time) content {
	switch r.Kind {
	case state.RowDay:
		return content{head: words.Day(r.Day, now)}
	case state.RowSession:
		if r.Recent {
			return recent(r.Group.Session, now)
		}
		return session(r, now)
	case state.RowHit:
		return hit(r, now)
	case state.RowMore:
		return content{head: words.MoreRow(r.More, r.Capped), indented: true}
	case state.RowNothing: // the line over what is left out
		return content{head: words.NothingElse}
	case state.RowLeftOut:
		return content{head: words.LeftOutRow(r.LeftOut, r.More)}
	default:
		return content{}
	}
}

// session is a session over its hits.
func session(r state.Row, now time.Time) content {
	s := r.Group.Session
	c := content{
		side:  words.Dotted(s.Agent, words.Day(s.UpdatedAt, now), words.SessionMark(s)),
		count: words.Number(len(r.Group.Hits) + r.Group.More),
	}
	if len(r.Group.TitleMarks) > 0 {
		c.body, c.marks = s.Title, r.Group.TitleMarks
	} else {
		c.head = s.Title
	}
	return c
}

// recent is a session of the list of recent ones; its day stands over it.
func recent(s data.Session, now time.Time) content {
	return content{
		body:    s.Title,
		caption: words.Dotted(words.Clock(s.UpdatedAt, now), s.Agent, words.Messages(s.Messages), words.SessionMark(s)),
	}
}

func hit(r state.Row, now time.Time) content {
	h, ok := hitOf(r)
	if !ok {
		return content{indented: true}
	}
	return content{
		body: h.Excerpt.Text, marks: h.Excerpt.Marks, hidden: h.Excerpt.Hidden,
		caption:  words.Dotted(words.Role(h.Role), when(h.At, r.Group.Session.UpdatedAt, now), words.HitMark(h)),
		indented: true,
	}
}

// when names the day too if it is not the one that the session's row names.
func when(at, header, now time.Time) string {
	if day := words.Day(at, now); day != words.Day(header, now) {
		return words.Dotted(day, words.Clock(at, now))
	}
	return words.Clock(at, now)
}
