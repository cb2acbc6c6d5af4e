package datatest

import (
	"fmt"
	"slices"
	"time"
)

// Fill adds many sessions, each a linear talk that begins an hour after the one before, in one transaction: for benchmarks and for counting work. Their keys are
// agent:<agent>:bulk-0 and so on.
func (s *Store) Fill(sessions, messages int, text func(session, message int) string) *Store {
	s.t.Helper()
	return s.FillTalks(slices.Repeat([]int{messages}, sessions), text)
}

// FillTalks is Fill with a number of messages for each session.
func (s *Store) FillTalks(messages []int, text func(session, message int) string) *Store {
	s.t.Helper()
	s.atomically(func(tx execer) error {
		for n, count := range messages {
			id := fmt.Sprintf("bulk-%d", n)
			start := Start.Add(time.Duration(n) * time.Hour)
			if err := s.window(tx, "agent:"+s.Agent+":"+id, id, Node{Created: start}); err != nil {
				return err
			}
			texts := make([]string, count)
			for m := range texts {
				texts[m] = text(n, m)
			}
			if err := s.events(tx, id, 0, TalkAt(id+"-", start, texts...)); err != nil {
				return err
			}
		}
		return nil
	})
	return s
}
