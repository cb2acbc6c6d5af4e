package transcript

import (
	"encoding/json"
	"errors"

	"github.com/wordwake/wordwake/data"
)

// ErrUnreadable: an event is not JSON. The rest of the transcript can still be read.
var ErrUnreadable = errors.New("event is not readable")

type kind uint8

const (
	kindOpaque kind = iota // not known to OpenClaw; a tree node if it has an id and a parentId
	kindHeader
	kindMessage
	kindReset
	kindInfo
	kindCanonical // every other type that moves the leaf
	kindLeaf      // navigation only
)

var kinds = map[string]kind{
	"session":               kindHeader,
	"message":               kindMessage,
	"reset":                 kindReset,
	"session_info":          kindInfo,
	"leaf":                  kindLeaf,
	"model_change":          kindCanonical,
	"thinking_level_change": kindCanonical,
	"compaction":            kindCanonical,
	"branch_summary":        kindCanonical,
	"custom":                kindCanonical,
	"custom_message":        kindCanonical,
	"label":                 kindCanonical,
}

func (k kind) canonical() bool {
	return k == kindMessage || k == kindReset || k == kindInfo || k == kindCanonical
}

// link is a field that names another event, may be null, may be missing, and may be nonsense: each case differs in effect.
type link struct {
	id    string
	state linkState
}

type linkState uint8

const (
	linkAbsent linkState = iota
	linkNull
	linkID
	linkInvalid
)

func (l link) given() bool { return l.state == linkNull || l.state == linkID }

type appendMode uint8

const (
	modeAbsent appendMode = iota
	modeSide
	modeOther
)

// Entry is what the tree needs of an event, without its body. It keeps no reference to the bytes that it was read from.
type Entry struct {
	// Seq is the place of the event in its transcript.
	Seq int64
	// ID is the event's id, untrimmed; empty if it has none that can be used.
	ID string
	// Role is the side that a message event belongs to; RoleAny for tool results and everything that is no message.
	Role data.Role
	// Name is the title that a session_info event gives. An entry that is restored from links only knows that it gives one.
	Name string

	kind     kind
	mode     appendMode
	message  bool
	named    bool // session_info with a title that is not blank
	parent   link
	target   link
	appendTo link
}

// Header reports whether the event is the header of the transcript, which is no part of the tree.
func (e Entry) Header() bool { return e.kind == kindHeader }

// Event is a decoded event. It refers to the bytes that it was read from and is valid as long as they are.
type Event struct {
	Entry
	body  []byte
	stamp []byte
	raw   data.RawKind
}

// Decode reads one event. JSON that is no object gives an event without meaning, as in OpenClaw; what is not JSON gives
// ErrUnreadable.
func Decode(seq int64, raw []byte) (Event, error) {
	event := Event{Entry: Entry{Seq: seq}}
	if !json.Valid(raw) {
		return event, ErrUnreadable
	}
	var name []byte
	Members(raw, func(key string, value []byte) {
		switch key {
		case "type":
			typ, _ := String(value)
			event.kind, event.raw = kinds[typ], rawKinds[typ]
		case "id":
			event.ID = linkOf(value).id
		case "parentId":
			event.parent = linkOf(value)
		case "targetId":
			event.target = linkOf(value)
		case "appendParentId":
			event.appendTo = linkOf(value)
		case "appendMode":
			event.mode = modeOf(value)
		case "timestamp":
			event.stamp = value
		case "message":
			event.message, event.body = true, value
		case "name":
			name = value
		}
	})
	switch event.kind {
	case kindMessage:
		event.Role = roleOf(event.body)
	case kindInfo:
		event.setName(name)
	}
	return event, nil
}

func (e *Entry) setName(value []byte) {
	e.Name, _ = String(value)
	e.named = !blank(e.Name)
}

func linkOf(value []byte) link {
	if isNull(value) {
		return link{state: linkNull}
	}
	id, ok := String(value)
	if !ok || blank(id) {
		return link{state: linkInvalid}
	}
	return link{id: id, state: linkID}
}

func modeOf(value []byte) appendMode {
	if mode, _ := String(value); mode == "side" {
		return modeSide
	}
	return modeOther
}

func roleOf(body []byte) data.Role {
	role := data.RoleAny
	Members(body, func(key string, value []byte) {
		if key == "role" {
			name, _ := String(value)
			role, _ = data.ParseRole(name)
		}
	})
	return role
}
