package openclaw

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// maxTitleRunes bounds a title that the store gives; people and models name sessions in far fewer.
const maxTitleRunes = 200

// entry is what is read of a SessionEntry, the JSON that OpenClaw keeps with a session key. Unknown fields are normal, and
// it may be {} where a transcript was written before any entry.
type entry struct {
	label, displayName, autoLabel    string
	subject, topic, groupChat, space string
	chatType, origin, heartbeatBase  string
	previous, parent, spawnedBy      string
	forkSource, owner, status        string
	incognito                        bool
	lastActivity, lastInteraction    int64
	archivedAt                       int64
	started, ended, updated          int64
}

// entryFields are the members that count, each with what takes its value, in the order in which entryColumn asks for them.
var entryFields = []struct {
	path string
	take func(e *entry, value []byte)
}{
	{"label", func(e *entry, value []byte) { e.label = text(value) }},
	{"displayName", func(e *entry, value []byte) { e.displayName = text(value) }},
	{"autoLabel", func(e *entry, value []byte) { e.autoLabel = text(value) }},
	{"subject", func(e *entry, value []byte) { e.subject = text(value) }},
	{"topicName", func(e *entry, value []byte) { e.topic = text(value) }},
	{"groupChannel", func(e *entry, value []byte) { e.groupChat = text(value) }},
	{"space", func(e *entry, value []byte) { e.space = text(value) }},
	{"chatType", func(e *entry, value []byte) { e.chatType = text(value) }},
	{"origin.label", func(e *entry, value []byte) { e.origin = text(value) }},
	{"delivery.origin.label", func(e *entry, value []byte) { e.origin = cmp.Or(e.origin, text(value)) }},
	{"heartbeatIsolatedBaseSessionKey", func(e *entry, value []byte) { e.heartbeatBase = text(value) }},
	{"previousSessionId", func(e *entry, value []byte) { e.previous = text(value) }},
	{"parentSessionKey", func(e *entry, value []byte) { e.parent = text(value) }},
	{"spawnedBy", func(e *entry, value []byte) { e.spawnedBy = text(value) }},
	{"forkSource.sessionKey", func(e *entry, value []byte) { e.forkSource = text(value) }},
	{"incognito", func(e *entry, value []byte) { e.incognito = string(value) == "true" }},
	{"lastActivityAt", func(e *entry, value []byte) { e.lastActivity = number(value) }},
	{"lastInteractionAt", func(e *entry, value []byte) { e.lastInteraction = number(value) }},
	{"archivedAt", func(e *entry, value []byte) { e.archivedAt = number(value) }},
	{"ownerSessionKey", func(e *entry, value []byte) { e.owner = text(value) }},
	{"status", func(e *entry, value []byte) { e.status = text(value) }},
	{"startedAt", func(e *entry, value []byte) { e.started = number(value) }},
	{"endedAt", func(e *entry, value []byte) { e.ended = number(value) }},
	{"updatedAt", func(e *entry, value []byte) { e.updated = number(value) }},
}

// entryColumn asks for the members that count as a JSON array, NULL where column holds no JSON. An entry also has what the
// agent was told of its skills and tools, often tens of kilobytes, which thus need not leave SQLite.
func entryColumn(column string) string {
	var paths strings.Builder
	for _, field := range entryFields {
		paths.WriteString(", '$." + field.path + "'")
	}
	return "CASE WHEN json_valid(" + column + ") THEN json_extract(" + column + paths.String() + ") END"
}

// readEntry reads what entryColumn gave. Anything odd is as if it were not there.
func readEntry(values []byte) entry {
	var e entry
	at := 0
	transcript.Elements(values, func(value []byte) {
		if at < len(entryFields) {
			entryFields[at].take(&e, value)
		}
		at++
	})
	return e
}

func text(value []byte) string {
	s, _ := transcript.String(value)
	return strings.TrimSpace(s)
}

// title names a session by what the person, the group or a model called it; empty if only its first message could. But
// for the person's own label, a name that repeats the key says nothing: OpenClaw fills some in from there.
func (e entry) title(key data.SessionKey, kind data.Kind) string {
	names := []string{e.displayName, e.autoLabel, e.subject, e.originTitle()}
	if kind == data.KindGroup || kind == data.KindChannel {
		names = append([]string{e.groupTitle()}, names...)
	}
	name := e.label
	for _, next := range names {
		if name == "" && !repeatsKey(next, key) {
			name = next
		}
	}
	return transcript.Cut(name, maxTitleRunes)
}

// repeatsKey reports whether a name is a key, or what a key has behind the agent, in any case.
func repeatsKey(name string, key data.SessionKey) bool {
	_, rest := splitKey(key)
	return strings.EqualFold(name, rest) || strings.EqualFold(name, string(key))
}

func (e entry) groupTitle() string {
	if e.groupChat != "" {
		return strings.TrimSpace(e.space + " #" + strings.TrimPrefix(e.groupChat, "#"))
	}
	name := e.subject
	if name == "" {
		name = e.space
	}
	switch {
	case name == "":
		return e.topic
	case e.topic == "":
		return name
	default:
		return name + " / " + e.topic
	}
}

// originTitle is the label of where a talk came from, unless it is a bare route such as "telegram:12345".
func (e entry) originTitle() string {
	if strings.ContainsAny(e.origin, " \t") {
		return e.origin
	}
	if strings.ContainsAny(e.origin, ":/@0123456789") {
		return ""
	}
	return e.origin
}

// number reads a time in milliseconds; JavaScript writes whole ones without a fraction.
func number(value []byte) int64 {
	f, err := strconv.ParseFloat(string(value), 64)
	if err != nil || f < 0 || f > 8.64e15 {
		return 0
	}
	return int64(f)
}
