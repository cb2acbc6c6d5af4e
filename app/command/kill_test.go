package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

const (
	killRuns = 20
	killSeed = 20261107
	// deep is a session that is too long for one transaction, reefs are many short ones.
	deepMessages           = 6000
	reefs, reefMessages    = 100, 140
	grownMessages, newWord = 40, "kelp"
)

// kills is a store that keeps changing, and an index that is killed again and again while it is brought up to date.
type kills struct {
	program
	library string
	store   *datatest.Store
	rng     *rand.Rand
	// reference is a library that is always made in one go, want what it holds, took how long that takes.
	reference program
	want      []string
	took      time.Duration
	// grown counts the changes of the store.
	grown int
}

// A process that is killed while it writes leaves a library that opens, is sound, shows whole sessions only, and becomes with
// the next run what it would be if it had been made in one go.
func TestAnIndexThatIsKilledAtAnyMomentIsSoundAndIsFinishedByTheNextRun(t *testing.T) {
	s := newStage(t)
	state := datatest.NewState(t)
	k := &kills{library: filepath.Join(s.home, "library"), rng: rand.New(rand.NewPCG(killSeed, 0))}
	k.store = state.Agent("main", datatest.V23).Flood("deep", 1, deepMessages).Flood("reef", reefs, reefMessages)
	k.flags = []string{"--state", state.Dir, "--library", k.library}
	k.reference.flags = []string{"--state", state.Dir, "--library", filepath.Join(s.home, "reference")}
	k.refer(t)
	k.index(t)
	t.Logf("seed %d; made in %v", killSeed, k.took)
	for run := range killRuns {
		t.Run(fmt.Sprint("run ", run), func(t *testing.T) {
			had := true
			switch run % 4 {
			case 0: // while it is made for the first time
				had = false
				k.kill(t, func() {
					if err := os.RemoveAll(k.library); err != nil {
						t.Fatal(err)
					}
				})
			case 1: // while it is made anew
				k.kill(t, func() {}, "--rebuild")
			case 2: // while it is brought up to date
				k.kill(t, k.change)
			case 3: // while it is made anew, and again before that is finished
				k.change()
				k.kill(t, func() {}, "--rebuild")
				k.kill(t, k.change)
			}
			k.whole(t, had)
			k.index(t)
			sound(t, k.library, true)
			tidy(t, k.library)
			if run%4 >= 2 {
				k.refer(t)
			}
			same(t, k.want, ledger(t, k.library))
		})
	}
}

// refer makes the reference anew.
func (k *kills) refer(t *testing.T) {
	t.Helper()
	began := time.Now()
	k.reference.index(t, "--rebuild")
	k.took = time.Since(began)
	k.want = ledger(t, filepath.Join(filepath.Dir(k.library), "reference"))
}

// change has the agent talk on in the long session and in a short one, rewrite another and lose a third.
func (k *kills) change() {
	n := k.grown
	texts := make([]string, grownMessages)
	for i := range texts {
		texts[i] = fmt.Sprint(newWord, " ", n, " ", i)
	}
	parent := func(id string, last int) string {
		if n > 0 {
			return fmt.Sprintf("%s-k%d-%d", id, n-1, grownMessages-1)
		}
		return fmt.Sprintf("%s-m%d", id, last-1)
	}
	for id, last := range map[string]int{"deep0": deepMessages, "reef0": reefMessages} {
		k.store.Append(id, datatest.More(fmt.Sprintf("%s-k%d-", id, n), parent(id, last), datatest.Start.AddDate(0, 1, n), texts...)...)
	}
	k.store.Rewrite(fmt.Sprint("reef", 1+2*n), datatest.Talk(texts...)...)
	k.store.Delete(fmt.Sprint("agent:main:reef", 2+2*n))
	k.grown++
}

// kill begins to index and kills it at a random moment. If it had ended before, it is tried again with less time.
func (k *kills) kill(t *testing.T, prepare func(), args ...string) {
	t.Helper()
	for most := int64(k.took); most > int64(time.Millisecond); most = most * 2 / 3 {
		prepare()
		run := k.process(t.Context(), append([]string{"index", "--quiet"}, args...)...)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		after := time.Duration(k.rng.Int64N(most))
		time.Sleep(after) // the moment is the input of the test, and no proof
		_ = run.Process.Kill()
		if err := run.Wait(); err != nil {
			t.Logf("after %v: %v", after, err)
			return
		}
	}
	t.Fatal("it always ended before it was killed")
}

// whole checks what can be seen right after the kill: each session wholly or not at all, and all of them if there was an index.
func (k *kills) whole(t *testing.T, had bool) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(k.library, "current")); err != nil && !had {
		return // it had not come so far
	}
	sound(t, k.library, false)
	db := opened(t, k.library)
	defer func() { _ = db.Close() }()
	var halves, sessions int
	const half = `SELECT count(*) FROM sessions WHERE phase = 1 AND CASE
		WHEN session_id = 'deep0' THEN messages < ?1 OR (messages - ?1) % ?3
		WHEN session_id = 'reef0' THEN messages < ?2 OR (messages - ?2) % ?3
		ELSE messages NOT IN (?2, ?3) END`
	if err := db.QueryRow(half, deepMessages, reefMessages, grownMessages).Scan(&halves); err != nil || halves != 0 {
		t.Errorf("%d sessions are not whole, %v", halves, err)
	}
	if had {
		if err := db.QueryRow(`SELECT count(*) FROM sessions WHERE phase = 1`).Scan(&sessions); err != nil || sessions < reefs+1-k.grown {
			t.Errorf("%d sessions are left, %v", sessions, err)
		}
	}
	if a := k.search(t, "--limit", "1", "deep"); a.Total != 0 && a.Total != deepMessages || had && a.Total == 0 {
		t.Errorf("a search finds %d messages of the long session", a.Total)
	}
}
