package sample

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Kind is the store kind of the sample.
const Kind data.StoreKind = "sample"

//go:embed history.json
var historyJSON []byte

// entry is one session in the file. Days counts back from today; At is the local time of its first message.
type entry struct {
	Agent    string   `json:"agent"`
	Key      string   `json:"key"`
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Kind     string   `json:"kind"`
	Parent   string   `json:"parent"`
	Archived bool     `json:"archived"`
	Days     int      `json:"days"`
	At       string   `json:"at"`
	Talk     []saying `json:"talk"`
}

// saying is one message: minutes after the one before, and the words of one side.
type saying struct {
	After int    `json:"after"`
	You   string `json:"you"`
	Agent string `json:"agent"`
}

// History is the invented history as seen at one moment. It implements data.Finder.
type History struct {
	stores   []data.Store
	sessions map[string][]talk
	day      string
}

// talk is a session with its messages.
type talk struct {
	session  data.SourceSession
	messages []data.Message
}

// New lays the history out so that it looks recent at now. Its days are days in now's time zone.
func New(now time.Time) (*History, error) {
	h := &History{sessions: map[string][]talk{}, day: now.Format(time.DateOnly)}
	entries, err := parse(historyJSON)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		store := data.Store{Agent: e.Agent, Path: "sample/" + e.Agent, State: "sample", Kind: Kind}
		if _, seen := h.sessions[store.Path]; !seen {
			h.stores = append(h.stores, store)
		}
		h.sessions[store.Path] = append(h.sessions[store.Path], e.talk(store, now, h.day))
	}
	return h, nil
}

func parse(text []byte) ([]entry, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var entries []entry
	if err := decoder.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read the sample history: %w", err)
	}
	for _, e := range entries {
		if _, err := time.Parse("15:04", e.At); err != nil {
			return nil, fmt.Errorf("read the sample history: session %s: %w", e.ID, err)
		}
	}
	return entries, nil
}

func (e entry) talk(store data.Store, now time.Time, day string) talk {
	at := e.begin(now)
	t := talk{session: data.SourceSession{
		Session: data.Session{
			Store: store, Key: data.SessionKey(e.Key), ID: data.SessionID(e.ID), Agent: e.Agent, Title: e.Title,
			Kind: data.Kind(e.Kind), Parent: data.SessionKey(e.Parent), SpawnedBy: data.SessionKey(e.Parent),
			StartedAt: at, Archived: e.Archived,
		},
		Fingerprint: data.Fingerprint(day + "/" + e.ID),
		Events:      int64(len(e.Talk)),
	}}
	for n, s := range e.Talk {
		at = at.Add(time.Duration(s.After) * time.Minute)
		t.messages = append(t.messages, s.message(t.session.ID, n, at))
	}
	t.session.UpdatedAt = at
	return t
}

// begin is the time of the first message. What would lie in the future, since it is early in the day, moves back a day.
func (e entry) begin(now time.Time) time.Time {
	clock, _ := time.Parse("15:04", e.At) // checked by parse
	at := time.Date(now.Year(), now.Month(), now.Day()-e.Days, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	length := time.Duration(0)
	for _, s := range e.Talk {
		length += time.Duration(s.After) * time.Minute
	}
	if at.Add(length).After(now) {
		at = at.AddDate(0, 0, -1)
	}
	return at
}

func (s saying) message(id data.SessionID, n int, at time.Time) data.Message {
	m := data.Message{
		ID: fmt.Sprintf("%s-%02d", id, n+1), Session: id, Seq: int64(n + 1), Role: data.RoleUser, At: at, Text: s.You,
	}
	if s.You == "" {
		m.Role, m.Text = data.RoleAssistant, s.Agent
	}
	return m
}
