package reconcile

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// world is a set of stores in memory. It counts how often they are opened and which transcripts are read.
type world struct {
	mu     sync.Mutex
	state  string
	stores map[string]*fakeStore
	found  []string
	looked []string
	opens  int
	reads  []data.SessionID
	// followed counts the readings that went on where the last one had stopped.
	followed int
	// openReaders counts those that were not closed.
	openReaders int
	// finding is called by each Find.
	finding func()
}

type fakeStore struct {
	store    data.Store
	stamp    int
	fresh    bool
	stampErr error
	openErr  error
	// changes is how many times Unchanged says that the store changed.
	changes  int
	sessions []*fakeSession
}

type fakeSession struct {
	data.SourceSession
	messages []data.Message
	title    string
	err      error
	// before is called before each message is yielded.
	before func(i int)
	// log is what happened to the transcript, for a session that leaves trails; with lost those lead past what is gone.
	log  *log
	lost bool
}

func newWorld(t testing.TB) *world {
	return &world{state: t.TempDir(), stores: map[string]*fakeStore{}}
}

func (w *world) add(agent string) *fakeStore {
	s := &fakeStore{store: data.Store{Agent: agent, Path: w.state + "/" + agent + ".sqlite", State: w.state, Kind: data.StoreOpenClaw}}
	w.stores[s.store.Path] = s
	w.found = append(w.found, s.store.Path)
	return s
}

func (w *world) Find(context.Context) ([]data.Store, []error) {
	if w.finding != nil {
		w.finding()
	}
	var stores []data.Store
	for _, path := range w.found {
		stores = append(stores, w.stores[path].store)
	}
	return stores, nil
}

func (w *world) Looked() []string { return w.looked }

func (w *world) source(store data.Store) data.Source { return &fakeSource{w, store} }

// counts gives and resets the counters.
func (w *world) counts() (opens int, reads []data.SessionID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	opens, reads = w.opens, w.reads
	w.opens, w.reads = 0, nil
	return opens, reads
}

// session adds a session of a key of its own, or changes nothing if texts is empty.
func (s *fakeStore) session(id string, texts ...string) *fakeSession {
	f := &fakeSession{}
	f.Session = data.Session{
		Store: s.store, Agent: s.store.Agent, Key: data.SessionKey("agent:" + s.store.Agent + ":" + id), ID: data.SessionID(id),
		Kind: data.KindMain, StartedAt: start, UpdatedAt: start,
	}
	s.sessions = append(s.sessions, f)
	f.say(texts...)
	s.stamp++
	return f
}

// say appends messages and moves the fingerprint.
func (f *fakeSession) say(texts ...string) {
	for _, text := range texts {
		i := len(f.messages)
		f.messages = append(f.messages, data.Message{
			ID: fmt.Sprintf("%s-%d", f.ID, i), Session: f.ID, Seq: int64(i + 1), Role: data.Role(1 + i%2), Text: text,
			At: start.Add(time.Duration(i) * time.Minute),
		})
	}
	f.Events = int64(len(f.messages))
	f.touch()
}

func (f *fakeSession) touch() { f.Fingerprint += "x" }

type fakeSource struct {
	w     *world
	store data.Store
}

func (s *fakeSource) Store() data.Store { return s.store }

func (s *fakeSource) Stamp(context.Context) (data.Stamp, bool, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	f := s.w.stores[s.store.Path]
	if f == nil {
		return "", false, s.fail(fs.ErrNotExist)
	}
	return data.Stamp(fmt.Sprint("stamp ", f.stamp)), f.fresh, f.stampErr
}

func (s *fakeSource) fail(err error) error {
	return &data.StoreError{Op: "look", Agent: s.store.Agent, Path: s.store.Path, Err: err, Hint: "A hint."}
}

func (s *fakeSource) Open(context.Context) (data.Reader, error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	f := s.w.stores[s.store.Path]
	s.w.opens++
	if f.openErr != nil {
		return nil, s.fail(f.openErr)
	}
	s.w.openReaders++
	return &fakeReader{w: s.w, f: f}, nil
}

type fakeReader struct {
	w *world
	f *fakeStore
	// used finds concurrent use under the race detector.
	used int
}

func (r *fakeReader) Generation() int { return 23 }

func (r *fakeReader) Close() error {
	r.used++
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	r.w.openReaders--
	return nil
}

func (r *fakeReader) Sessions(context.Context) ([]data.SourceSession, error) {
	r.used++
	var list []data.SourceSession
	for _, s := range r.f.sessions {
		list = append(list, s.SourceSession)
	}
	return list, nil
}

func (r *fakeReader) Unchanged() error {
	r.used++
	if r.f.changes > 0 {
		r.f.changes--
		return data.ErrStoreChanged
	}
	return nil
}

func (r *fakeReader) Messages(ctx context.Context, id data.SessionID, reading data.Reading) (data.ReadReport, error) {
	r.used++
	r.w.mu.Lock()
	r.w.reads = append(r.w.reads, id)
	r.w.mu.Unlock()
	var report data.ReadReport
	for _, s := range r.f.sessions {
		if s.ID != id {
			continue
		}
		messages := s.messages
		report.Rows = int64(len(messages))
		var err error
		if s.log != nil {
			messages, err = s.log.follow(messages, reading, &report)
			if report.Followed {
				r.w.followed++
			}
		} else {
			err = reading.Keep(0)
		}
		if err != nil {
			return report, err
		}
		for i, m := range messages {
			if s.before != nil {
				s.before(i)
			}
			if err := ctx.Err(); err != nil {
				return report, err
			}
			report.Bytes += int64(len(m.Text))
			if err := reading.Message(m); err != nil {
				return report, err
			}
		}
		report.Title = s.title
		if s.lost && report.Followed {
			return report, data.ErrStoreChanged
		}
		return report, s.err
	}
	return report, data.ErrNotFound
}

// masker hides the words it is given.
type masker struct {
	words []string
	stamp string
	// version is that of the rules; 0 stands for 1.
	version int
}

func (m *masker) Redact(text string) (string, []data.Hidden) {
	var hidden []data.Hidden
	for _, word := range m.words {
		for {
			at := strings.Index(text, word)
			if at < 0 {
				break
			}
			text = text[:at] + "***" + text[at+len(word):]
			hidden = append(hidden, data.Hidden{Span: data.Span{Start: at, End: at + 3}, Kind: "test"})
		}
	}
	return text, hidden
}

func (m *masker) Key(key data.SessionKey) data.SessionKey {
	masked, _ := m.Redact(string(key))
	return data.SessionKey(masked)
}

func (m *masker) Version() int  { return max(1, m.version) }
func (m *masker) Stamp() string { return m.stamp }

// bench joins a world with a library.
type bench struct {
	*world
	library *index.Library
	*Reconciler
	masker *masker
	dir    string
	ctx    context.Context
}

func newBench(t testing.TB, w *world) *bench {
	t.Helper()
	return newBenchAt(t, w, t.TempDir(), &masker{words: []string{"secret"}, stamp: "rules-1"})
}

func newBenchAt(t testing.TB, w *world, dir string, m *masker) *bench {
	t.Helper()
	l, err := index.Open(t.Context(), index.Params{Dir: dir, RuleStamp: m.Stamp(), RuleVersion: m.Version()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	r, err := New(Params{Library: l, Finder: w, Open: w.source, Redactor: m})
	if err != nil {
		t.Fatal(err)
	}
	return &bench{world: w, library: l, Reconciler: r, masker: m, dir: dir, ctx: t.Context()}
}

func (b *bench) pass(t testing.TB, o Options) Outcome {
	t.Helper()
	out, err := b.Pass(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// find lists the texts that match, newest first, of everything.
func (b *bench) find(t testing.TB, match string) []string {
	t.Helper()
	return b.findIn(t, index.Filter{Match: match, Include: data.Everything()})
}

func (b *bench) findIn(t testing.TB, f index.Filter) []string {
	t.Helper()
	texts := []string{}
	err := b.library.View(t.Context(), func(v *index.View) error {
		found, err := v.Find(t.Context(), index.FindRequest{Filter: f, Limit: 100})
		for _, row := range found.Rows {
			texts = append(texts, row.Message.Text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func (b *bench) count(t testing.TB, match string) int {
	t.Helper()
	n := 0
	err := b.library.View(t.Context(), func(v *index.View) error {
		found, err := v.Find(t.Context(), index.FindRequest{Filter: index.Filter{Match: match}, Limit: 1})
		n = found.Total
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// scribble damages the middle of a file.
func scribble(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(content); i++ {
		if i%4096 < 64 {
			content[i] = 0xA5
		}
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
