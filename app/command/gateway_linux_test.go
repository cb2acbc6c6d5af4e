package command

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

// asGateway has the test program write to the store that it names, as a gateway does.
const asGateway = "WORDWAKE_TEST_AS_GATEWAY"

func init() {
	if path := os.Getenv(asGateway); path != "" {
		if err := runGateway(path); err != nil {
			fmt.Println("FAULT", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

const (
	// gatewayCommits is how many messages a gateway writes before it stops by itself.
	gatewayCommits = 120
	// gatewayCheckpoint is after how many messages it empties its -wal.
	gatewayCheckpoint = 3
	// gatewayPatience is how long it waits for readers before a checkpoint counts as kept from it. OpenClaw waits 5 seconds.
	gatewayPatience = 5000
)

// gateway is a program that talks on in a store, empties its -wal all the time, and looks before each step whether anything beside
// the store is not as it left it.
type gateway struct {
	path  string
	db    *sql.DB
	left  string
	waits int
	most  time.Duration
}

func runGateway(path string) error {
	db, err := sql.Open("sqlite3", fmt.Sprintf("file:%s?_busy_timeout=%d&_synchronous=NORMAL&_txlock=immediate", path, gatewayPatience))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	g := &gateway{path: path, db: db}
	for n := range gatewayCommits {
		if err := g.step(n); err != nil {
			return err
		}
	}
	fmt.Printf("%d of %d checkpoints had to wait, at most %v\n", g.waits, gatewayCommits/gatewayCheckpoint, g.most)
	return db.Close()
}

func (g *gateway) step(n int) error {
	if now, err := beside(g.path); err != nil || n > 0 && now != g.left {
		return fmt.Errorf("beside the store lies %s, and %s was left there, %w", now, g.left, err)
	}
	if err := g.say(); err != nil {
		return fmt.Errorf("say: %w", err)
	}
	if n%gatewayCheckpoint == 0 {
		if err := g.checkpoint(); err != nil {
			return err
		}
	}
	fmt.Println("said")
	var err error
	g.left, err = beside(g.path)
	return err
}

// say appends a message to the session talk, which is there.
func (g *gateway) say() error {
	tx, err := g.db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	const append = `INSERT INTO transcript_events (session_id, seq, created_at, event_json, event_utf8_bytes)
		SELECT 'talk0', seq + 1, ?1, json, octet_length(json) FROM (
			SELECT seq, json_object('type', 'message', 'id', 'talk0-m' || (seq + 1), 'parentId', 'talk0-m' || seq, 'timestamp', '2026-08-01T10:00:00.000Z',
				'message', json_object('role', 'user', 'content', json_array(json_object('type', 'text', 'text', 'talk 0 ' || (seq + 1))))) AS json
			FROM transcript_events WHERE session_id = 'talk0' ORDER BY seq DESC LIMIT 1)`
	for _, statement := range []string{append, `UPDATE session_windows SET transcript_updated_at = transcript_updated_at + 1, updated_at = ?1 WHERE session_id = 'talk0'`} {
		if _, err := tx.Exec(statement, datatest.Start.UnixMilli()); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (g *gateway) checkpoint() error {
	began := time.Now()
	for _, patience := range []int{0, gatewayPatience} {
		var busy, frames, moved int
		if _, err := g.db.Exec(fmt.Sprint("PRAGMA busy_timeout = ", patience)); err != nil {
			return err
		}
		if err := g.db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		switch {
		case busy == 0 && patience == 0:
			_, err := g.db.Exec(fmt.Sprint("PRAGMA busy_timeout = ", gatewayPatience))
			return err
		case busy == 0:
			g.waits, g.most = g.waits+1, max(g.most, time.Since(began))
			return nil
		}
	}
	return errors.New("a checkpoint was kept from it")
}

// beside tells what lies in the folder of a store: all names, and the sizes and times of the database and its -wal.
func beside(path string) (string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	var list strings.Builder
	for _, entry := range entries {
		fmt.Fprint(&list, " ", strings.TrimPrefix(entry.Name(), filepath.Base(path)))
		if strings.HasSuffix(entry.Name(), "-shm") {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return "", err
		}
		fmt.Fprint(&list, " ", info.Size(), " ", info.ModTime().UnixNano())
	}
	return list.String(), nil
}

// readers search and index a store all the time, some in this process and some in others.
type readers struct {
	program
	state string
	lib   *library.Library
	// passes counts those that are over.
	passes atomic.Int64
}

// A gateway that writes, empties its -wal, stops, is killed and begins again never notices that its store is indexed and searched:
// no checkpoint is kept from it, and what lies beside the store is what it left there.
func TestAGatewayDoesNotNoticeThatItsStoreIsRead(t *testing.T) {
	s := newStage(t)
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V23).Flood("reef", 20, 140).Flood("deep", 1, 3000).Flood("talk", 1, 1)
	r := &readers{state: state.Dir, program: program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}}}
	var err error
	r.lib, err = library.Open(t.Context(), library.Params{Folder: filepath.Join(s.home, "other"), States: []string{state.Dir}, Copies: filepath.Join(s.home, "copies")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.lib.Close() }()
	group, ctx := errgroup.WithContext(t.Context())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group.Go(func() error { return r.here(ctx) })
	group.Go(func() error { return r.there(ctx, "index", "--json", "--quiet", "--rebuild") })
	group.Go(func() error { return r.there(ctx, "search", "--json", "--quiet", "talk") })
	r.rest(ctx, t, "at rest", store.Path)
	rng := rand.New(rand.NewPCG(killSeed, 1))
	for life, kill := range []bool{false, true, false, true} {
		commits := gatewayCommits
		if kill {
			commits = 10 + rng.IntN(gatewayCommits-20)
		}
		live(t, store.Path, commits, kill)
		r.rest(ctx, t, fmt.Sprint("life ", life), store.Path)
	}
	cancel()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(s.home, "*", "wordwake-copy-*")); len(left) > 0 || err != nil {
		t.Errorf("copies are left: %v, %v", left, err)
	}
	said := 0
	db, err := sql.Open("sqlite3", "file:"+store.Path)
	if err == nil {
		err = errors.Join(db.QueryRow(`SELECT count(*) FROM transcript_events WHERE session_id = 'talk0'`).Scan(&said), db.Close())
	}
	if a := r.search(t, "--limit", "1", "talk"); err != nil || a.Total != said || said < 2*gatewayCommits {
		t.Errorf("%d of %d messages are found, %v", a.Total, said, err)
	}
}

// live runs a gateway until it stops by itself, or is killed after some commits.
func live(t *testing.T, path string, commits int, kill bool) {
	t.Helper()
	run := exec.CommandContext(t.Context(), os.Args[0])
	run.Env = append(os.Environ(), asGateway+"="+path)
	var said bytes.Buffer
	run.Stderr = &said
	out, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch line := lines.Text(); {
		case line != "said":
			t.Log(line)
		default:
			n++
		}
		if kill && n == commits {
			_ = run.Process.Kill()
		}
	}
	if err := run.Wait(); n < commits || (err != nil) != kill {
		t.Errorf("the gateway said %d of %d things: %v %s", n, commits, err, said.String())
	}
}

// rest checks that nothing changes beside a store that nobody writes, while it is read.
func (r *readers) rest(ctx context.Context, t *testing.T, what, path string) {
	t.Helper()
	before, err := beside(path)
	if err != nil {
		t.Fatal(err)
	}
	for until := r.passes.Load() + 6; r.passes.Load() < until && ctx.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
	}
	if after, err := beside(path); err != nil || before != after {
		t.Errorf("%s: beside the store lies %s, and the gateway left %s, %v", what, after, before, err)
	}
}

// here reads the store in this process, as the window does, and looks whether anything of it is still open after a pass.
func (r *readers) here(ctx context.Context) error {
	for ctx.Err() == nil {
		_, err := r.lib.Pass(ctx, reconcile.Options{}, nil)
		if err == nil {
			_, err = r.lib.Search(ctx, data.Query{Text: "talk"})
		}
		if err == nil {
			err = r.closed()
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		r.passes.Add(1)
	}
	return nil
}

// closed looks through the open files of this process.
func (r *readers) closed() error {
	files, err := os.ReadDir("/proc/self/fd")
	for _, file := range files {
		if path, _ := os.Readlink(filepath.Join("/proc/self/fd", file.Name())); strings.HasPrefix(path, r.state) && strings.Contains(path, ".sqlite") {
			return fmt.Errorf("%s is open after a pass", filepath.Base(path))
		}
	}
	return err
}

// there reads the store in another process.
func (r *readers) there(ctx context.Context, args ...string) error {
	for ctx.Err() == nil {
		got, err := r.try(ctx, args...)
		if ctx.Err() == nil && (err != nil || got.code != exitOK || got.err != "") {
			return fmt.Errorf("%v: %v, %+v", args, err, got)
		}
		r.passes.Add(1)
	}
	return nil
}
