package watcher

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"
)

// askEvery is how often directories are asked for their time where watching them is costly.
const askEvery = 2 * time.Second

func (w *Watcher) setting(ctx context.Context) {
	defer close(w.set)
	var ask <-chan time.Time
	if w.costly {
		ticker := time.NewTicker(askEvery)
		defer ticker.Stop()
		ask = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.work:
			w.watch(ctx)
		case <-ask:
			w.ask()
		}
	}
}

// watch makes what is watched equal to what is wanted.
func (w *Watcher) watch(ctx context.Context) {
	w.mu.Lock()
	wanted, asked := w.wanted, w.asked
	w.mu.Unlock()
	plan := planFor(wanted)
	c := w.begin(plan)
	for _, dir := range c.drop {
		_ = c.source.Remove(dir) // it may be gone by itself
	}
	f := found{news: c.news, poll: plan.poll, less: c.source == nil || c.beyond, asked: asked}
	for _, s := range c.add {
		if ctx.Err() != nil {
			return
		}
		err := c.source.Add(s.dir)
		if err == nil {
			w.hold(s, c.source)
			f.news = true
			continue
		}
		_ = c.source.Remove(s.dir) // of a costly one, a part may be watched
		f.less = f.less || missed(s, err)
	}
	w.report(f)
}

// change is what turns what is watched into a plan.
type change struct {
	source source
	drop   []string
	add    []*sight
	// beyond is true if the plan has more than is watched at most; news, if more is looked at without any being added.
	beyond, news bool
}

// begin puts the plan in the place of the one before, and takes over what is watched and still the same directory.
func (w *Watcher) begin(p plan) (c change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.source == nil {
		w.reopen()
	}
	c.source = w.source
	room := w.params.Most
	for _, s := range p.order {
		old := w.sights[key(s.dir)]
		same := old != nil && sameDirectory(old.info, s.info)
		c.news = c.news || same && !slices.EqualFunc(old.rules, s.rules, rule.equal)
		switch {
		case w.asks(s):
			c.news = c.news || !same || !sameTime(old.info, s.info)
		case c.source == nil:
		case room == 0:
			c.beyond = true
		default:
			room--
			if s.held = same && old.held && !old.lost; !s.held {
				c.add = append(c.add, s)
			}
		}
	}
	for path, old := range w.sights {
		if s := p.sights[path]; old.held && (s == nil || !s.held) {
			c.drop = append(c.drop, old.dir)
		}
	}
	w.sights = p.sights
	return c
}

// reopen tries to have the system tell of changes. Without, all is polled.
func (w *Watcher) reopen() {
	if source, err := w.open(); err == nil {
		w.source = source
	}
}

// hold notes that a directory is watched, unless its source has ended.
func (w *Watcher) hold(s *sight, by source) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.held = w.source == by
}

func (w *Watcher) report(f found) {
	w.mu.Lock()
	f.news = f.news || w.found.news
	f.less = f.less || w.source == nil // it may have ended meanwhile
	w.found = f
	w.mu.Unlock()
	poke(w.wake)
}

// missed tells whether it makes watching incomplete that a directory cannot be watched. One that is gone by now is not
// missed. Where we may not read the names of a directory, nobody may who looks for stores by our rights, unless it is known
// which files in it matter.
func missed(s *sight, err error) bool {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false
	case errors.Is(err, fs.ErrPermission):
		return s.writes()
	default:
		return true
	}
}

// asks tells whether a directory is asked for its time instead of being watched.
func (w *Watcher) asks(s *sight) bool { return w.costly && !s.writes() }

// ask looks whether names came or went where that is not watched.
func (w *Watcher) ask() {
	w.mu.Lock()
	var asked []*sight
	for _, s := range w.sights {
		if w.asks(s) {
			asked = append(asked, s)
		}
	}
	w.mu.Unlock()
	for _, s := range asked {
		info, err := os.Lstat(s.dir)
		if err != nil {
			info = nil
		}
		if !sameDirectory(s.info, info) || !sameTime(s.info, info) {
			s.info = info
			w.mu.Lock()
			w.found.news = true
			w.mu.Unlock()
			poke(w.wake)
		}
	}
}

func sameDirectory(a, b os.FileInfo) bool {
	return a == nil && b == nil || a != nil && b != nil && os.SameFile(a, b)
}

func sameTime(a, b os.FileInfo) bool {
	return a == nil && b == nil || a != nil && b != nil && a.ModTime().Equal(b.ModTime())
}
