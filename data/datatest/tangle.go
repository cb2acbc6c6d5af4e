package datatest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Tangle makes a transcript in which everything occurs that a tree of events can have: ids that repeat or are missing, parents
// that are unknown, null or nonsense, controls and resets, side appends, titles, circles, plain lists, events that are no JSON.
// The same random numbers give the same transcript.
func Tangle(r *rand.Rand, events int) []Event {
	t := tangle{r: r, plain: r.IntN(8) == 0, oddness: []int{3, 15, 60, 100}[r.IntN(4)]}
	made := make([]Event, 0, events)
	for n := range events {
		made = append(made, t.event(n))
	}
	return made
}

type tangle struct {
	r       *rand.Rand
	plain   bool // as the oldest files: no ids, no parents
	oddness int  // of 100 events
	ids     []string
}

func (t *tangle) event(n int) Event {
	odd := t.r.IntN(100) < t.oddness
	fields := Fields{"timestamp": stamp(Start.Add(time.Duration(n) * time.Second))}
	t.content(fields, n, odd)
	if fields["type"] == nil {
		return Event([]string{`{"type":"message","id":`, `[]`, `7`, ``, `{"id":"x","id":"y"}`}[t.r.IntN(5)])
	}
	if !t.plain {
		t.place(fields, n, odd)
	}
	return Make(fields)
}

func (t *tangle) content(fields Fields, n int, odd bool) {
	text := fmt.Sprint("text ", n, " ", strings.Repeat("and more ", t.r.IntN(3)*t.r.IntN(100)))
	kind := 0
	if odd {
		kind = t.r.IntN(14)
	}
	fields["type"] = "message"
	switch kind {
	case 1:
		fields["message"] = Fields{"role": "toolResult", "content": text}
	case 2:
		fields["message"] = Fields{"role": "assistant", "content": []Fields{{"type": "image", "data": text}}}
	case 3:
		delete(fields, "type")
	case 4, 5:
		fields["type"], fields["targetId"] = "leaf", t.link()
		if t.r.IntN(3) == 0 {
			fields["appendParentId"] = t.link()
		}
	case 6:
		fields["type"] = "reset"
	case 7, 8:
		fields["type"], fields["name"] = "session_info", []any{"Title " + fmt.Sprint(n), " ", 5, text}[t.r.IntN(4)]
	case 9:
		fields["type"] = []string{"session", "unheard-of", "compaction", "custom", "label"}[t.r.IntN(5)]
	default:
		fields["message"] = Fields{"role": []string{"user", "assistant"}[n%2], "content": []Fields{{"type": "text", "text": text}}}
	}
}

// place gives an event its id and parent.
func (t *tangle) place(fields Fields, n int, odd bool) {
	parent := any(nil)
	if len(t.ids) > 0 {
		parent = t.ids[len(t.ids)-1]
	}
	id := t.newID(n)
	if odd && t.r.IntN(4) == 0 {
		id = t.link()
	}
	if odd && t.r.IntN(2) == 0 {
		parent = t.link()
	}
	fields["id"], fields["parentId"] = id, parent
	for _, field := range []string{"id", "parentId", "targetId"} {
		if odd && t.r.IntN(16) == 0 {
			delete(fields, field)
		}
	}
	if odd && t.r.IntN(6) == 0 {
		fields["appendMode"] = []any{"side", "side", "other", 7}[t.r.IntN(4)]
	}
	if id, ok := fields["id"].(string); ok {
		t.ids = append(t.ids, id)
	}
}

func (t *tangle) newID(n int) any {
	switch t.r.IntN(4) {
	case 0:
		return fmt.Sprintf("%08x", t.r.Uint32())
	case 1:
		return fmt.Sprintf("%08x-0000-4000-8000-%012x", t.r.Uint32(), n)
	default:
		return fmt.Sprint("Nö", n)
	}
}

// link names an event that there is, most of the time.
func (t *tangle) link() any {
	if len(t.ids) > 0 && t.r.IntN(5) > 0 {
		return t.ids[t.r.IntN(len(t.ids))]
	}
	return []any{nil, "nowhere", "", 7, "later"}[t.r.IntN(5)]
}
