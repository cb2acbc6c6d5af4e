package watcher

import (
	"testing"
	"time"
)

func at(ms int) time.Time {
	return time.Date(2026, 7, 14, 21, 0, 0, 0, time.UTC).Add(time.Duration(ms) * time.Millisecond)
}

func TestHintsKeepTheirPace(t *testing.T) {
	for _, c := range []struct {
		name    string
		told    int // milliseconds; 0 is never
		polls   bool
		changes []int
		want    int
	}{
		{"the first change is told soon", 0, false, []int{5000}, 5050},
		{"a change after a long rest is told soon", 1000, false, []int{5000}, 5050},
		{"further changes wait for a pause", 4900, false, []int{5000, 5100, 5200}, 5450},
		{"changes without a pause wait no longer than the longest", 4900, false, []int{5000, 5200, 5400, 5600, 5800, 6000}, 6000},
		{"without any change there is a sweep", 1000, false, nil, 61000},
		{"the first sweep is counted from the start", 0, false, nil, 60000},
		{"what is to be polled is told earlier", 1000, true, nil, 6000},
		{"a change comes before a poll", 1000, true, []int{4000}, 4050},
		{"a poll comes before a change that waits for a pause", 4900, true, []int{5800, 9899}, 6800},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPace(Params{}, at(0))
			p.polls = c.polls
			if c.told > 0 {
				p.told = at(c.told)
			}
			for _, change := range c.changes {
				p.change(at(change))
			}
			if due := p.due(); !due.Equal(at(c.want)) {
				t.Errorf("due at %v, want %v", due, at(c.want))
			}
		})
	}
}

func TestNothingIsDueAfterItWasTold(t *testing.T) {
	p := newPace(Params{}, at(0))
	p.change(at(0))
	p.tell(at(50))
	if due := p.due(); !due.Equal(at(60050)) {
		t.Errorf("due at %v, want the next sweep only", due)
	}
}
