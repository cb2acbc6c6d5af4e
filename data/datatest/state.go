package datatest

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	_ "github.com/wordwake/wordwake/data/sqlitedb" // brings the driver
)

// Generation is a schema version of OpenClaw's agent database.
type Generation int

// The generations that releases shipped with; V1 keeps no sessions.
const (
	V1  Generation = 1
	V8  Generation = 8
	V9  Generation = 9
	V11 Generation = 11
	V14 Generation = 14
	V16 Generation = 16
	V19 Generation = 19
	V21 Generation = 21
	V23 Generation = 23
)

// Generations are those that keep sessions, oldest first.
var Generations = []Generation{V8, V9, V11, V14, V16, V19, V21, V23}

//go:embed testdata/v*.sqlite.gz
var empty embed.FS

// Start is when made talks begin, unless they say otherwise.
var Start = time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC)

// State is a state directory.
type State struct {
	t testing.TB
	// Dir is the canonical path of the directory.
	Dir string
}

// NewState makes an empty state directory.
func NewState(t testing.TB) *State {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, ".openclaw")
	must(t, os.MkdirAll(filepath.Join(dir, "agents"), 0o700))
	return &State{t: t, Dir: dir}
}

// Config writes openclaw.json.
func (s *State) Config(text string) *State {
	s.t.Helper()
	must(s.t, os.WriteFile(filepath.Join(s.Dir, "openclaw.json"), []byte(text), 0o600))
	return s
}

// Agent gives an agent an empty database of a generation, in the usual place.
func (s *State) Agent(id string, g Generation) *Store {
	s.t.Helper()
	return s.Store(id, g, filepath.Join(s.Dir, "agents", id, "agent", "openclaw-agent.sqlite"))
}

// Store makes an empty database of a generation at path.
func (s *State) Store(agent string, g Generation, path string) *Store {
	s.t.Helper()
	must(s.t, os.MkdirAll(filepath.Dir(path), 0o700))
	packed, err := empty.ReadFile(fmt.Sprintf("testdata/v%d.sqlite.gz", g))
	must(s.t, err)
	must(s.t, os.WriteFile(path, gunzip(s.t, packed), 0o600))
	store := &Store{t: s.t, state: s.Dir, Agent: agent, Path: path, generation: g}
	store.Exec(`PRAGMA journal_mode=WAL`)
	return store
}

// At is a store that another process made.
func At(t testing.TB, path string) *Store {
	t.Helper()
	return &Store{t: t, Path: path}
}

// Store is an agent's database.
type Store struct {
	t          testing.TB
	state      string
	generation Generation
	held       *sql.DB
	// Agent is the id of its owner, Path its canonical path.
	Agent, Path string
}

// Ref is the store as a finder would name it.
func (s *Store) Ref() data.Store {
	return data.Store{Agent: s.Agent, Path: s.Path, State: s.state, Kind: data.StoreOpenClaw}
}

// Hold keeps a writing connection open until the returned function is called or the test ends, as a running gateway does:
// the -wal and -shm stay beside the file.
func (s *Store) Hold() (release func()) {
	s.t.Helper()
	db := s.open()
	_, err := db.Exec(`BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS made_by_test (x); COMMIT`)
	must(s.t, err)
	s.held = db
	release = func() {
		if s.held == db {
			s.held = nil
			_ = db.Close()
		}
	}
	s.t.Cleanup(release)
	return release
}

// Exec runs one statement.
func (s *Store) Exec(statement string, args ...any) {
	s.t.Helper()
	s.with(func(db execer) error {
		_, err := db.Exec(statement, args...)
		return err
	})
}

type execer interface {
	Exec(query string, args ...any) (sql.Result, error)
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
	Prepare(query string) (*sql.Stmt, error)
}

// with opens the database for one change; closing it again removes its -wal, unless it is held.
func (s *Store) with(change func(execer) error) {
	s.t.Helper()
	db := s.held
	if db == nil {
		db = s.open()
		defer func() { must(s.t, db.Close()) }()
	}
	must(s.t, change(db))
}

// atomically runs a change in one transaction.
func (s *Store) atomically(change func(execer) error) {
	s.t.Helper()
	s.with(func(db execer) error {
		tx, err := db.(*sql.DB).Begin()
		if err != nil {
			return err
		}
		if err := change(tx); err != nil {
			_ = tx.Rollback()
			return err
		}
		return tx.Commit()
	})
}

func (s *Store) open() *sql.DB {
	s.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+s.Path+"?_busy_timeout=5000&_foreign_keys=0&_txlock=immediate&_synchronous=OFF")
	must(s.t, err)
	db.SetMaxOpenConns(1)
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func gunzip(t testing.TB, packed []byte) []byte {
	t.Helper()
	stream, err := gzip.NewReader(bytes.NewReader(packed))
	must(t, err)
	raw, err := io.ReadAll(stream)
	must(t, err)
	return raw
}
