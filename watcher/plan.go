package watcher

import (
	"cmp"
	"path/filepath"
	"slices"
)

// plan is what has to be looked at for a list of places, as things stand.
type plan struct {
	sights map[string]*sight
	// order has those first whose content matters: if not all can be watched, these are.
	order []*sight
	// poll is true if one of the places is to be polled.
	poll bool
}

// planFor follows each place, through links, to the directory that it is, and to the one that its name is in. Where it is
// not there, it is waited for by the next name on the way. However many names lead to a directory, it is in the plan once.
func planFor(places []Place) plan {
	p := plan{sights: map[string]*sight{}}
	walker := newWalker()
	for _, place := range places {
		if place.Poll {
			p.poll = true
			continue
		}
		path, err := filepath.Abs(place.Dir)
		if err != nil {
			continue // the working directory is gone, and with it what the path meant
		}
		if found := walker.follow(path); found.next == "" {
			p.add(walker, found.dir, rule{place.Names, place.Writes})
		} else {
			p.add(walker, found.dir, rule{names: []string{found.next}})
		}
		if above := walker.follow(filepath.Dir(path)); above.next == "" && filepath.Dir(path) != path {
			p.add(walker, above.dir, rule{names: []string{filepath.Base(path)}})
		}
	}
	slices.SortStableFunc(p.order, func(a, b *sight) int { return cmp.Compare(urgency(a), urgency(b)) })
	return p
}

func (p *plan) add(walker walker, dir string, r rule) {
	s := p.sights[key(dir)]
	if s == nil {
		s = &sight{dir: dir, info: walker.look(dir)}
		p.sights[key(dir)] = s
		p.order = append(p.order, s)
	}
	s.add(r)
}

func urgency(s *sight) int {
	if s.writes() {
		return 0
	}
	return 1
}
