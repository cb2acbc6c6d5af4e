package openclaw

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
)

// readerVersion is part of every fingerprint: a Wordwake that reads more out of the same rows reads them again.
const readerVersion = "3"

// window is one transcript generation as the store lists it.
type window struct {
	id                data.SessionID
	key               data.SessionKey
	created, updated  int64
	touched           sql.NullInt64 // transcript_updated_at
	previous          data.SessionID
	chatType          string
	parent, spawnedBy string
	forkSource        string
	generation        string
	coldHash          string
	coldName          string // the file with the archive, if it lies in one
	coldFile          string // what the file system says about it
	resetArchive      string
	lastSeq, lastAt   int64
	firstAt           int64
	events            int64
	current           bool
	superseded        bool
	place             int // among the windows of a listing, counted from 1
	archivedAt        int64
	lastActive        int64
	entry             entry
	// token is what the memory keeps of the row that the window was read from.
	token uint64
	// head are the first event ids, once they were asked for.
	head      []string
	headKnown bool
	made      made
}

// made is the session that was made of a window, and what it was made by besides the window.
type made struct {
	session    data.SourceSession
	known      bool
	superseded bool
	mainKey    string
}

// Sessions lists every window, in the order of their making; nodes without a window have nothing to read.
func (r *reader) Sessions(ctx context.Context) ([]data.SourceSession, error) {
	memory := r.source.memory.take(r.file, r.stamp, r.schema, r.source.now())
	windows, mainKey, err := r.windows(ctx, memory)
	var sessions []data.SourceSession
	if err == nil {
		sessions = make([]data.SourceSession, 0, len(windows))
		for _, w := range windows {
			sessions = append(sessions, r.session(w, mainKey))
		}
	}
	if memory != nil {
		memory.leave(windows)
	}
	return sessions, fault(r.store, "list the sessions", r.cause(err))
}

func (r *reader) windows(ctx context.Context, memory *memory) (windows []*window, mainKey string, err error) {
	switch {
	case !r.schema.events():
		return nil, "", nil
	case r.schema.nodes():
		windows, err = r.nodeWindows(ctx, memory)
	default:
		windows, err = r.flatWindows(ctx)
	}
	if err != nil {
		return nil, "", err
	}
	if mainKey, err = r.mainKey(ctx); err != nil {
		return nil, "", err
	}
	if r.schema.resetArchives() {
		if windows, err = r.withResetArchives(ctx, windows); err != nil {
			return nil, "", err
		}
	}
	windows = slices.DeleteFunc(windows, func(w *window) bool {
		return w.entry.incognito || incognito.MatchString(string(w.key))
	})
	slices.SortStableFunc(windows, byMaking)
	at := byID(windows)
	windows = followers(windows, at)
	return windows, mainKey, r.supersede(ctx, windows, at)
}

func (r *reader) mainKey(ctx context.Context) (string, error) {
	if !r.schema.has("session_key_contract", "main_key") {
		return "", nil
	}
	var key sql.NullString
	err := r.opened.db.QueryRowContext(ctx, `SELECT max(main_key) FROM session_key_contract`).Scan(&key)
	return key.String, err
}

// session gives the listed session of a window, from memory if nothing it is made of changed.
func (r *reader) session(w *window, mainKey string) data.SourceSession {
	if m := &w.made; !m.known || m.superseded != w.superseded || m.mainKey != mainKey || m.session.Store != r.store {
		*m = made{session: r.makeSession(w, mainKey), known: true, superseded: w.superseded, mainKey: mainKey}
	}
	return w.made.session
}

func (r *reader) makeSession(w *window, mainKey string) data.SourceSession {
	agent, _ := splitKey(w.key)
	if agent == "" {
		agent = normalAgent(r.store.Agent)
	}
	kind := kindOf(w.key, mainKey, cmp.Or(w.chatType, w.entry.chatType), w.entry)
	updated := w.activity()
	s := data.SourceSession{
		Session: data.Session{
			Store: r.store, Key: w.key, ID: w.id, Agent: agent,
			Title:      w.entry.title(w.key, kind),
			Kind:       kind,
			Parent:     data.SessionKey(cmp.Or(w.parent, w.spawnedBy, w.forkSource)),
			SpawnedBy:  data.SessionKey(w.spawnedBy),
			ChildOf:    data.SessionKey(w.childOf()),
			Owner:      data.SessionKey(w.entry.owner),
			StartedAt:  time.UnixMilli(w.started()).UTC(),
			UpdatedAt:  time.UnixMilli(updated).UTC(),
			Archived:   w.archivedAt != 0 || w.coldHash != "" || w.resetArchive != "",
			Superseded: w.superseded,
		},
		Events:  w.events,
		Lineage: w.lineage(),
	}
	if s.SpawnedBy != "" || s.ChildOf != "" {
		s.LinkedUntil = w.entry.linkedUntil()
	}
	s.Fingerprint = w.fingerprint(&s.Session)
	return s
}

// started is when the talk began: an imported one began before its window was made. What is said later does not move it.
func (w *window) started() int64 {
	if w.firstAt > 0 {
		return min(w.created, w.firstAt)
	}
	return w.created
}

// activity is when something was last said. Row times are a last resort: an import or a repair moves them.
func (w *window) activity() int64 {
	latest := w.lastAt
	if w.current {
		latest = max(latest, w.lastActive)
	}
	if latest > 0 {
		return latest
	}
	return max(w.updated, w.created)
}

// lineage names what only grows: rows of one generation. A store that knows no generations has one lineage, and what became
// of a transcript is found out when it is read.
func (w *window) lineage() data.Lineage {
	if w.coldHash != "" || w.resetArchive != "" {
		return ""
	}
	return data.Lineage(readerVersion + ":" + w.generation)
}

// fingerprint covers everything that is handed out for a session, and what tells a rewritten transcript.
func (w *window) fingerprint(s *data.Session) data.Fingerprint {
	touched := "-"
	if w.touched.Valid {
		touched = strconv.FormatInt(w.touched.Int64, 10)
	}
	parts := []string{
		readerVersion, string(w.key), strconv.FormatInt(w.lastSeq, 10), strconv.FormatInt(w.lastAt, 10), touched,
		w.generation, w.coldHash, w.coldFile, w.resetArchive, s.Agent, s.Title, string(s.Kind), string(s.Parent), string(s.SpawnedBy),
		strconv.FormatInt(s.StartedAt.UnixMilli(), 10), strconv.FormatInt(s.UpdatedAt.UnixMilli(), 10),
		strconv.FormatBool(s.Archived), strconv.FormatBool(s.Superseded),
		string(s.ChildOf), string(s.Owner), strconv.FormatInt(s.LinkedUntil.UnixMilli(), 10),
	}
	all := make([]byte, 0, 512)
	for _, part := range parts {
		all = append(strconv.AppendInt(all, int64(len(part)), 10), ':')
		all = append(all, part...)
	}
	sum := sha256.Sum256(all)
	return data.Fingerprint(hex.EncodeToString(sum[:16]))
}

// lastEvent reads "seq:created_at" of a transcript's last row: one look-up in the primary key gives both.
const lastEvent = `(
  SELECT e.seq || ':' || e.created_at
  FROM transcript_events AS e
  WHERE e.session_id = w.session_id
  ORDER BY e.seq DESC
  LIMIT 1)`

// firstEvent reads the created_at of a transcript's first row.
const firstEvent = `(
  SELECT e.created_at
  FROM transcript_events AS e
  WHERE e.session_id = w.session_id
  ORDER BY e.seq
  LIMIT 1)`

// setEnds takes what firstEvent and lastEvent read.
func (w *window) setEnds(first int64, last string) {
	w.firstAt, w.lastSeq = first, -1
	seq, at, ok := strings.Cut(last, ":")
	if !ok {
		return
	}
	w.lastSeq, _ = strconv.ParseInt(seq, 10, 64)
	w.lastAt, _ = strconv.ParseInt(at, 10, 64)
	w.events = w.lastSeq + 1
}
