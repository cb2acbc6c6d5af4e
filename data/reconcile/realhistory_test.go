package reconcile_test

import (
	"fmt"
	"math/rand"
	"slices"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

// said is a message that a window holds.
type said struct {
	id, role, text string
	at             time.Time
}

// talk is one window of a key in a real store.
type talk struct {
	key, id string
	events  []datatest.Event
	said    []said
	last    string
	// cold is true if it is written to no more.
	cold bool
}

// history lets happen to a real store what happens to one in months: two keys are talked under, rewound, reset, and so on.
type history struct {
	r          *rand.Rand
	store      *datatest.Store
	generation datatest.Generation
	talks      []*talk
	made       int
	// did is what happened in the last round, times how often each happened at all.
	did   []string
	times map[string]int
}

func newHistory(r *rand.Rand, store *datatest.Store, g datatest.Generation) *history {
	h := &history{r: r, store: store, generation: g, times: map[string]int{}}
	for n := range 2 {
		h.open(fmt.Sprint("agent:main:k", n), nil, datatest.Header("S"))
	}
	return h
}

// goOn lets a few things happen.
func (h *history) goOn() {
	h.did = nil
	for range 1 + h.r.Intn(3) {
		w := h.talks[h.r.Intn(len(h.talks))]
		what := h.happen(w)
		h.did = append(h.did, what+" "+w.id)
		h.times[what]++
	}
}

func (h *history) happen(w *talk) string {
	switch n := h.r.Intn(20); {
	case n < 2 && len(h.current(w.key).said) > 0:
		h.rewind(h.current(w.key))
		return "rewound"
	case n == 2:
		h.open(w.key, h.current(w.key), datatest.Header("S"))
		return "reset"
	case n == 3 && !w.cold:
		w.events, w.said, w.last = []datatest.Event{datatest.Header("S")}, nil, ""
		h.store.Rewrite(w.id, w.events...)
		return "rewritten"
	case n == 4 && h.r.Intn(3) == 0:
		h.store.Delete(w.key)
		h.talks = slices.DeleteFunc(h.talks, func(other *talk) bool { return other.key == w.key })
		h.open(w.key, nil, datatest.Header("S"))
		return "deleted"
	case n == 5 && h.generation >= datatest.V14:
		h.store.Exec(`UPDATE session_nodes SET archived_at = iif(archived_at IS NULL, 5, NULL), updated_at = updated_at + 1 WHERE session_key = ?`, w.key)
		return "archived"
	case n == 6 && h.generation >= datatest.V21 && !w.cold && w != h.current(w.key):
		h.store.Cold(w.id, h.r.Intn(2) == 0)
		w.cold = true
		return "gone cold"
	case n < 10 && !w.cold:
		h.copyInto(w)
		return "copied into"
	case !w.cold:
		h.say(w)
		return "said"
	}
	return "nothing"
}

// current is the last window of a key.
func (h *history) current(key string) *talk {
	for _, w := range slices.Backward(h.talks) {
		if w.key == key {
			return w
		}
	}
	return nil
}

// open begins a window, behind another one if that is given.
func (h *history) open(key string, after *talk, events ...datatest.Event) *talk {
	h.made++
	w := &talk{key: key, id: fmt.Sprint("w", h.made), events: events}
	node := datatest.Node{Created: datatest.Start.Add(time.Duration(h.made) * time.Hour)}
	if after != nil {
		node.Previous = after.id
	}
	h.store.Session(key, w.id, events, node)
	h.talks = append(h.talks, w)
	return w
}

// rewind begins a window with all that the one before holds, and a step back.
func (h *history) rewind(old *talk) {
	to := h.r.Intn(len(old.said))
	fresh := h.open(old.key, old, append(slices.Clone(old.events), datatest.Leaf(fmt.Sprint("leaf", h.made), old.last, old.said[to].id))...)
	fresh.said, fresh.last = slices.Clone(old.said[:to+1]), old.said[to].id
	h.say(fresh)
}

// say appends a few events: something said, a step back to an earlier message, an event that cannot be read.
func (h *history) say(w *talk) {
	var events []datatest.Event
	for n := range 1 + h.r.Intn(3) {
		id := fmt.Sprintf("%s-%d-%d", w.id, len(w.events), n)
		switch kind := h.r.Intn(10); {
		case kind < 7 || len(w.said) == 0:
			role := []string{"user", "assistant"}[h.r.Intn(2)]
			at := datatest.Start.Add(time.Duration(len(w.events)+n) * time.Second)
			m := said{id, role, fmt.Sprint("apple ", id, " ", h.r.Intn(100)), at}
			events = append(events, w.tell(m))
		case kind < 9:
			w.last = w.said[h.r.Intn(len(w.said))].id
			events = append(events, datatest.Leaf(id, w.last, w.last))
		default:
			events = append(events, datatest.Event(`{"type":"message","id":`)) // cut off
		}
	}
	h.append(w, events)
}

// copyInto appends to a window a few messages that another one of its key holds.
func (h *history) copyInto(w *talk) {
	var events []datatest.Event
	for _, other := range h.talks {
		for _, m := range other.said {
			has := slices.ContainsFunc(w.said, func(own said) bool { return own.id == m.id })
			if other.key == w.key && !has && h.r.Intn(3) == 0 {
				events = append(events, w.tell(m))
			}
		}
	}
	h.append(w, events)
}

func (w *talk) tell(m said) datatest.Event {
	event := datatest.Say(m.id, w.last, m.role, m.text, m.at)
	w.said, w.last = append(w.said, m), m.id
	return event
}

func (h *history) append(w *talk, events []datatest.Event) {
	w.events = append(w.events, events...)
	h.store.Append(w.id, events...)
}
