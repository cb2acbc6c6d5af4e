package datatest

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is a transcript event as JSON.
type Event string

// Fields are the members of an event that is made.
type Fields map[string]any

// Make writes an event.
func Make(fields Fields) Event {
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err) // only for values that tests wrote themselves
	}
	return Event(raw)
}

// Header is the first event of a transcript.
func Header(id string) Event {
	return Make(Fields{"type": "session", "version": 3, "id": id, "timestamp": stamp(Start), "cwd": "/home/sample"})
}

// Say is a message event. role is "user" or "assistant"; an empty parent is null.
func Say(id, parent, role, text string, at time.Time) Event {
	return Make(Fields{
		"type": "message", "id": id, "parentId": orNull(parent), "timestamp": stamp(at),
		"message": Fields{"role": role, "content": []Fields{{"type": "text", "text": text}}},
	})
}

// Leaf is a control event that moves the branch to target.
func Leaf(id, parent, target string) Event {
	return Make(Fields{"type": "leaf", "id": id, "parentId": orNull(parent), "timestamp": stamp(Start), "targetId": orNull(target)})
}

// Talk is a header and a linear talk, the user first, a second apart from Start. The ids are m0, m1, ...
func Talk(texts ...string) []Event { return TalkAt("m", Start, texts...) }

// TalkAt is Talk with ids that begin with prefix and a time at which it begins.
func TalkAt(prefix string, start time.Time, texts ...string) []Event {
	return append([]Event{Header("S")}, turns(prefix, "", start, texts)...)
}

// More goes on behind the event named parent, the user first.
func More(prefix, parent string, start time.Time, texts ...string) []Event {
	return turns(prefix, parent, start, texts)
}

func turns(prefix, parent string, start time.Time, texts []string) []Event {
	events := make([]Event, 0, len(texts))
	for n, text := range texts {
		id, role := fmt.Sprintf("%s%d", prefix, n), "user"
		if n%2 == 1 {
			role = "assistant"
		}
		events = append(events, Say(id, parent, role, text, start.Add(time.Duration(n)*time.Second)))
		parent = id
	}
	return events
}

// Rewind is what OpenClaw writes into the new window when a talk is rewound to the event named keep: a copy of all events,
// a leaf event, and what is said then, with ids r0, r1, ...
func Rewind(events []Event, keep string, texts ...string) []Event {
	again := append([]Event(nil), events...)
	again = append(again, Leaf("leaf-"+keep, keep, keep))
	return append(again, turns("r", keep, Start.Add(time.Hour), texts)...)
}

func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}

func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }
