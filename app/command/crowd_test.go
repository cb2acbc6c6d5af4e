package command

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data/datatest"
)

// crowd is several processes at one library while the agent talks on.
type crowd struct {
	program
	store *datatest.Store
	// said counts messages that were committed.
	said atomic.Int64
}

func TestManyProcessesAtOneLibraryNeverFailAndNeverAnswerWrongly(t *testing.T) {
	s := newStage(t)
	state, work := sea(t)
	work.Hold()
	dir := filepath.Join(s.home, "library")
	c := &crowd{program: program{flags: []string{"--state", state.Dir, "--library", dir}}, store: work}
	c.index(t)
	const rounds = 6
	group, ctx := errgroup.WithContext(t.Context())
	busy, cancel := context.WithCancel(ctx)
	group.Go(func() error { return c.talk(busy) })
	loops, ctx := errgroup.WithContext(ctx)
	for range 2 {
		loops.Go(repeat(rounds, func() error { return c.seek(ctx) }))
	}
	loops.Go(repeat(rounds, func() error { return c.well(ctx, "status", "--json") }))
	loops.Go(repeat(rounds/2, func() error { return c.well(ctx, "index", "--json") }))
	loops.Go(repeat(rounds/2, func() error { return c.well(ctx, "index", "--json", "--rebuild") }))
	if err := loops.Wait(); err != nil {
		t.Error(err)
	}
	cancel()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	c.index(t)
	sound(t, dir, true)
	tidy(t, dir)
	reference := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "reference")}}
	reference.index(t)
	same(t, ledger(t, filepath.Join(s.home, "reference")), ledger(t, dir))
}

func repeat(times int, do func() error) func() error {
	return func() error {
		for range times {
			if err := do(); err != nil {
				return err
			}
		}
		return nil
	}
}

// talk has the agent say one thing after the other.
func (c *crowd) talk(ctx context.Context) error {
	parent := "sand0-m13"
	for n := 0; ctx.Err() == nil; n++ {
		id := fmt.Sprint("kelp", n, "-")
		c.store.Append("sand0", datatest.More(id, parent, datatest.Start.AddDate(0, 1, 0), fmt.Sprint("kelp ", n))...)
		parent = id + "0"
		c.said.Add(1)
	}
	return nil
}

// seek searches for what is being said and for what was said long ago.
func (c *crowd) seek(ctx context.Context) error {
	before := int(c.said.Load())
	a, err := c.asked(ctx, "kelp")
	if err != nil {
		return err
	}
	if after := int(c.said.Load()) + 1; a.Total < min(before, 10_000) && !a.Indexing || a.Total > after {
		return fmt.Errorf("%d messages are found, %d were said before and %d after, indexing %v", a.Total, before, after, a.Indexing)
	}
	if a, err = c.asked(ctx, "reef"); err == nil && a.Total != 5600 {
		err = fmt.Errorf("%d old messages are found", a.Total)
	}
	return err
}

func (c *crowd) asked(ctx context.Context, word string) (a answer, err error) {
	got, err := c.try(ctx, "search", "--json", "--limit", "1", word)
	if err == nil {
		err = json.Unmarshal([]byte(got.out), &a)
	}
	if err != nil || got.code != exitOK || got.err != "" || len(a.Faults) > 0 && !a.Indexing {
		return a, fmt.Errorf("search %s: %v, %+v", word, err, got)
	}
	return a, nil
}

// well runs a command that must go well and say nothing.
func (c *crowd) well(ctx context.Context, args ...string) error {
	got, err := c.try(ctx, append(args, "--quiet")...)
	if err != nil || got.code != exitOK || got.err != "" || strings.Contains(got.out, "busy") {
		return fmt.Errorf("%v: %v, %+v", args, err, got)
	}
	return nil
}
