package index

import (
	"context"

	"github.com/wordwake/wordwake/data/token"
)

// hand passes what waits on to the writer.
func (s *SessionWriter) hand() {
	shared := s.tags + " " + sessionTag(s.row) + " "
	for _, p := range s.inserts {
		p.session = s.row
		p.tags = shared + roleTag(p.message.Role) + " " + classTag(p.class) + hiddenTags(p.message.Hidden)
	}
	s.w.inserts = append(s.w.inserts, s.inserts...)
	s.w.deletes = append(s.w.deletes, s.deletes...)
	s.w.bytes += s.bytes
	s.inserts, s.deletes, s.bytes = nil, nil, 0
}

// Finish ends the session with its title and the number of events that could not be read. It becomes visible with the
// writer's next Commit.
func (s *SessionWriter) Finish(ctx context.Context, title string, unreadable int) error {
	s.p.Session.Title = title
	if err := s.finish(ctx, unreadable); err != nil {
		return s.w.fail(ctx, "write", err)
	}
	return nil
}

func (s *SessionWriter) finish(ctx context.Context, unreadable int) error {
	s.w.done.Sessions++
	if err := s.dropRest(ctx); err != nil {
		return err
	}
	lost := len(s.deletes) > 0
	messages := s.staged + len(s.inserts) - len(s.deletes)
	gained := gain{any: s.staged+len(s.inserts) > 0}
	if !s.p.Staged {
		gained.rows = s.inserts
	}
	if s.was != nil && !s.p.Staged {
		messages += s.was.messages
	}
	if s.p.Staged && s.was != nil {
		if err := s.w.bury(ctx, s.was.row); err != nil {
			return err
		}
		lost = true
	}
	row, err := s.writeRow(ctx, s.row, phaseLive, s.p.Session.Title, unreadable)
	if err != nil {
		return err
	}
	s.row = row
	s.hand()
	if err := s.w.exec(ctx, "UPDATE sessions SET messages = ? WHERE id = ?", messages, s.row); err != nil {
		return err
	}
	if err := s.writeTitle(ctx); err != nil {
		return err
	}
	if err := s.writeTrail(ctx); err != nil {
		return err
	}
	return s.settleOthers(ctx, gained, lost)
}

// dropRest lets go of the stored rows that no message came for.
func (s *SessionWriter) dropRest(ctx context.Context) error {
	for s.stored != nil {
		old, err := s.stored.peek(ctx)
		if err != nil {
			return err
		}
		if old == nil {
			break
		}
		s.stored.pop()
		s.deletes = append(s.deletes, old.row)
		if err := s.relieve(ctx); err != nil {
			return err
		}
	}
	return nil
}

// writeTitle keeps the index of titles in line.
func (s *SessionWriter) writeTitle(ctx context.Context) error {
	return s.w.exec(ctx, "INSERT OR REPLACE INTO titles_fts (rowid, title) VALUES (?, ?)", s.row, token.Spaced(s.p.Session.Title))
}
