package reconcile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// log is what happened to a fake transcript: messages that came, and steps back to an earlier one.
type log struct {
	events []event
	// lineage counts how often the transcript was written anew.
	lineage int
}

// event is a message, or a step back after which keep messages are left.
type event struct {
	message data.Message
	back    bool
	keep    int
}

// sum stands for the event in the links of a trail.
func (e event) sum(into []byte) []byte {
	h := fnv.New64a()
	_, _ = h.Write([]byte(e.message.ID + "\x00" + e.message.Text))
	sum := h.Sum64() ^ uint64(e.keep)<<1 ^ uint64(e.message.At.UnixNano())
	if e.back {
		sum = ^sum
	}
	return binary.BigEndian.AppendUint64(into, sum)
}

func (l *log) links() []byte {
	all := make([]byte, 0, 8*len(l.events))
	for _, e := range l.events {
		all = e.sum(all)
	}
	return all
}

// branch is what the events come to.
func branch(events []event) []data.Message {
	var messages []data.Message
	for _, e := range events {
		if e.back {
			messages = slices.Clip(messages[:e.keep])
			continue
		}
		m := e.message
		m.Seq = int64(len(messages) + 1)
		messages = append(messages, m)
	}
	return messages
}

// keepsLog lets a session leave trails from now on.
func (f *fakeSession) keepsLog() *fakeSession {
	f.log = &log{}
	for _, m := range f.messages {
		f.log.events = append(f.log.events, event{message: m})
	}
	f.logged()
	return f
}

// logged makes of the events what the store shows.
func (f *fakeSession) logged() {
	f.messages = branch(f.log.events)
	f.Events = int64(len(f.log.events))
	f.Lineage = data.Lineage(fmt.Sprint("line ", f.log.lineage))
	f.touch()
}

func (f *fakeSession) append(events ...event) {
	f.log.events = append(f.log.events, events...)
	f.logged()
}

// tells makes an event of a text.
func (f *fakeSession) tells(text string) event {
	i := len(f.log.events)
	return event{message: data.Message{
		ID: fmt.Sprintf("%s-e%d", f.ID, i), Session: f.ID, Role: data.Role(1 + i%2), Text: text,
		At: start.Add(time.Duration(i) * time.Minute),
	}}
}

// follow reads from where a trail stopped, if that can be told; now is what the events come to.
func (l *log) follow(now []data.Message, r data.Reading, report *data.ReadReport) ([]data.Message, error) {
	links := l.links()
	report.Trail = data.Trail{Head: binary.BigEndian.AppendUint64([]byte("head"), uint64(len(l.events))), Links: links}
	report.Rows = int64(len(l.events))
	if len(r.From.Head) == 0 {
		return now, r.Keep(0)
	}
	n := int(binary.BigEndian.Uint64(r.From.Head[4:]))
	if !bytes.HasPrefix(links, r.From.Links) || len(r.From.Links) != 8*n {
		return now, r.Keep(0)
	}
	report.Followed, report.Trail.Links = true, links[8*n:]
	report.Rows = int64(len(l.events) - n + 1)
	if !slices.ContainsFunc(l.events[n:], func(e event) bool { return e.back }) {
		return now[len(now)-len(l.events)+n:], r.Keep(int64(len(now) - len(l.events) + n + 1))
	}
	before := branch(l.events[:n])
	same := 0
	for same < min(len(before), len(now)) && cmp.Equal(before[same], now[same]) {
		same++
	}
	if same == 0 {
		return now, r.Keep(0)
	}
	return now[same:], r.Keep(now[same-1].Seq + 1)
}

func TestAnAppendIsReadFromWhereItStopped(t *testing.T) {
	for _, sessions := range []int{10, 10_000} {
		t.Run(fmt.Sprint("among sessions ", sessions), func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			for i := range sessions - 1 {
				alpha.session(fmt.Sprint("s", i), "pear").keepsLog()
			}
			one := alpha.session("one").keepsLog()
			for i := range 300 {
				one.append(one.tells(fmt.Sprint("apple ", i)))
			}
			b := newBench(t, w)
			b.pass(t, Options{})
			for i := range 3 {
				one.append(one.tells(fmt.Sprint("plum ", i)))
				alpha.stamp++
				out := b.pass(t, Options{Budget: time.Minute, MaxEvents: 1})
				if out.Pending != 0 || out.Rows != 2 || out.Done.Inserted != 1 || out.Done.Deleted != 0 || out.Done.Read != 0 || out.Done.Sessions != 1 {
					t.Errorf("outcome %+v", out)
				}
			}
			if got := b.find(t, "plum"); len(got) != 3 {
				t.Errorf("found %v", got)
			}
		})
	}
}

// like checks that the library is as one that is made anew.
func (b *bench) like(t *testing.T) {
	t.Helper()
	anew := newBench(t, b.world)
	anew.masker.words = b.masker.words
	anew.pass(t, Options{})
	if diff := cmp.Diff(anew.placed(t), b.placed(t)); diff != "" {
		t.Error("messages unlike those of a library made anew:", diff)
	}
	if diff := cmp.Diff(anew.sessions(t), b.sessions(t)); diff != "" {
		t.Error("sessions unlike those of a library made anew:", diff)
	}
}

func TestWhatCannotBeFollowedIsReadWholly(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b *bench, one, two *fakeSession)
		reads  int
		rows   int64
	}{
		{"an append is followed", func(*bench, *fakeSession, *fakeSession) {}, 1, 2},
		{"a step back is followed", func(_ *bench, one, _ *fakeSession) { one.append(event{back: true, keep: 3}) }, 1, 3},
		{"a step back to nothing is followed", func(_ *bench, one, _ *fakeSession) { one.append(event{back: true}, one.tells("apple z")) }, 1, 4},
		{"a rewritten transcript", func(_ *bench, one, _ *fakeSession) { one.log.lineage++; one.logged() }, 1, 6},
		{"one without a lineage", func(_ *bench, one, _ *fakeSession) { one.Lineage = "" }, 1, 6},
		{"another key", func(_ *bench, one, _ *fakeSession) { one.Key += "x" }, 1, 6},
		{"another kind", func(_ *bench, one, _ *fakeSession) { one.Kind = data.KindCron }, 1, 6},
		{"another agent", func(_ *bench, one, _ *fakeSession) { one.Agent = "beta" }, 1, 6},
		{"another beginning", func(_ *bench, one, _ *fakeSession) { one.StartedAt = start.Add(-time.Hour) }, 1, 6},
		{"one that is superseded now", func(_ *bench, one, _ *fakeSession) { one.Superseded = true }, 1, 6},
		{"one that is archived now is followed", func(_ *bench, one, _ *fakeSession) { one.Archived = true }, 1, 2},
		{"one that could not be read meanwhile", func(b *bench, one, _ *fakeSession) {
			one.err = data.ErrStoreCorrupt
			one.touch()
			b.stores[b.found[0]].stamp++
			b.passes(Options{})
			one.err = nil
			b.counts()
		}, 1, 6},
		{"one whose events are not those of the trail", func(_ *bench, one, _ *fakeSession) {
			one.log.events[2].message.Text = "apple other"
			one.logged()
		}, 1, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			one := alpha.session("one", "apple 0", "apple 1", "apple 2", "apple 3", "apple 4").keepsLog()
			two := alpha.session("two", "pear").keepsLog()
			b := newBench(t, w)
			b.pass(t, Options{})
			w.counts()
			c.change(b, one, two)
			lineage := one.Lineage
			one.append(one.tells("apple last"))
			one.Lineage = lineage
			alpha.stamp++
			out := b.pass(t, Options{})
			if _, reads := w.counts(); len(reads) != c.reads || out.Rows != c.rows || out.Pending != 0 {
				t.Errorf("read %v, rows %d, pending %d", reads, out.Rows, out.Pending)
			}
			b.like(t)
			one.append(one.tells("apple more")) // the trail that was left then leads on
			alpha.stamp++
			if out := b.pass(t, Options{}); lineage != "" && out.Rows != 2 {
				t.Errorf("afterwards %d rows", out.Rows)
			}
			b.like(t)
		})
	}
}

func TestATrailThatLeadsPastWhatIsGoneIsGivenUpAtOnce(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple 0", "apple 1", "apple 2").keepsLog()
	alpha.session("two", "pear").keepsLog()
	b := newBench(t, w)
	b.pass(t, Options{})
	one.lost = true
	for range 2 {
		one.append(one.tells("apple more"))
		alpha.stamp++
		w.counts()
		out := b.pass(t, Options{})
		opens, reads := w.counts()
		if want := []data.SessionID{"one", "one"}; opens != 1 || !slices.Equal(reads, want) || out.Pending != 0 {
			t.Errorf("opened %d times, read %v, pending %d", opens, reads, out.Pending)
		}
		b.like(t)
	}
	one.append(one.tells("apple last"))
	alpha.stamp++
	if out := b.pass(t, Options{MaxEvents: 1}); out.Pending != 1 {
		t.Errorf("all of it was read in spite of the budget: %+v", out)
	}
}

// passes makes a pass whose outcome does not matter.
func (b *bench) passes(o Options) { _, _ = b.Pass(b.ctx, o, nil) }

func TestTheTitleStaysThatOfTheFirstWords(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one").keepsLog()
	for _, text := range []string{"/new", "ok", "Bake the secret apple", "ok"} {
		one.append(one.tells(text))
	}
	b := newBench(t, w)
	b.pass(t, Options{})
	for _, c := range []struct {
		event event
		want  string
	}{
		{one.tells("Something else"), "Bake the *** apple"},
		{event{back: true, keep: 2}, "agent:alpha:one"},
		{one.tells("And now pears"), "And now pears"},
		{one.tells("And plums"), "And now pears"},
	} {
		e := c.event
		if !e.back {
			e.message.Role = data.RoleUser
		}
		one.append(e)
		alpha.stamp++
		if out := b.pass(t, Options{}); out.Rows != 2 {
			t.Errorf("%d rows", out.Rows)
		}
		if got := b.sessions(t)["one"].Title; got != c.want {
			t.Errorf("title %q, want %q", got, c.want)
		}
		b.like(t)
	}
}

func TestAnAppendThatIsTooLargeIsWrittenOutOfSight(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple 0").keepsLog()
	b := newBench(t, w)
	b.pass(t, Options{})
	most := 0
	one.before = func(i int) {
		if i%1000 == 999 {
			most = max(most, b.count(t, "apple"))
		}
	}
	for i := range 6000 {
		one.log.events = append(one.log.events, one.tells(fmt.Sprint("apple ", i)))
	}
	one.logged()
	alpha.stamp++
	b.pass(t, Options{})
	if n := b.count(t, "apple"); n != 6001 || most != 1 {
		t.Errorf("found %d, and %d before the end", n, most)
	}
	one.before = nil
	one.append(one.tells("apple"))
	alpha.stamp++
	if out := b.pass(t, Options{}); out.Rows != 2 || b.count(t, "apple") != 6002 {
		t.Errorf("outcome %+v", out)
	}
}

func TestATrailThatTurnsOutToLeadNowhereDoesNotBreakTheBudget(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, b *bench, one *fakeSession){
		"the transcript is another": func(_ *testing.T, _ *bench, one *fakeSession) { one.log.events[0].message.Text = "apple other" },
		"the trail is not whole": func(t *testing.T, b *bench, _ *fakeSession) {
			db, err := sqlitedb.OpenOwnWriter(t.Context(), b.path(t))
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.ExecContext(t.Context(), "DELETE FROM trails WHERE part = 0")
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			one := alpha.session("one").keepsLog()
			for i := range 1000 {
				one.log.events = append(one.log.events, one.tells(fmt.Sprint("apple ", i)))
			}
			one.logged()
			b := newBench(t, w)
			b.pass(t, Options{})
			spoil(t, b, one)
			one.append(one.tells("apple last"))
			alpha.stamp++
			if out := b.pass(t, Options{MaxEvents: 20}); out.Pending != 1 {
				t.Errorf("outcome %+v", out)
			}
			if out := b.pass(t, Options{}); out.Pending != 0 {
				t.Errorf("outcome %+v", out)
			}
			b.like(t)
		})
	}
}

func TestARebuildLeavesTrailsAndACopyDoesNot(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple 0", "apple 1", "apple 2").keepsLog()
	b := newBench(t, w)
	b.pass(t, Options{})
	for _, c := range []struct {
		name string
		o    Options
		rows int64
	}{
		{"of all", Options{Rebuild: true}, 2},
		{"of another agent", Options{Rebuild: true, Agents: []string{"beta"}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.pass(t, c.o)
			one.append(one.tells("apple again"))
			alpha.stamp++
			want := c.rows
			if want == 0 {
				want = one.Events
			}
			if out := b.pass(t, Options{}); out.Rows != want {
				t.Errorf("%d rows, want %d", out.Rows, want)
			}
			b.like(t)
		})
	}
}

// happens lets something happen to one of the windows, of what a store may do between two passes.
func happens(r *rand.Rand, store *fakeStore) {
	f := store.sessions[r.Intn(len(store.sessions))]
	other := store.sessions[r.Intn(len(store.sessions))]
	switch n := r.Intn(20); {
	case n < 9:
		for range 1 + r.Intn(3) {
			f.append(f.tells(fmt.Sprint("apple secret ", r.Intn(1000))))
		}
	case n < 11:
		if len(f.messages) > 0 {
			f.append(event{back: true, keep: r.Intn(len(f.messages))})
		}
	case n < 14: // what another window holds is copied, all of it or the next few
		for i := range min(len(other.messages), 1+r.Intn(20)) {
			f.append(event{message: other.messages[i]})
		}
	case n < 15:
		f.Superseded = !f.Superseded
	case n < 16:
		f.StartedAt = start.Add(time.Duration(r.Intn(6)) * time.Hour)
	case n < 17:
		f.Key = data.SessionKey(fmt.Sprint("agent:alpha:", r.Intn(2)))
	case n < 18:
		f.log.lineage++
		f.log.events = f.log.events[:r.Intn(len(f.log.events)+1)]
		for i := range f.log.events { // what is left may step back to what is there no more
			f.log.events[i].keep = 0
		}
		f.logged()
	case n < 19:
		f.Archived = !f.Archived
	default:
		if len(store.sessions) > 2 {
			store.sessions = slices.DeleteFunc(store.sessions, func(s *fakeSession) bool { return s == f })
		}
	}
	f.touch()
}

func TestWhateverIsFollowedTheLibraryIsAsIfMadeAnew(t *testing.T) {
	followed := 0
	for seed := range 12 {
		r := rand.New(rand.NewSource(int64(seed)))
		w := newWorld(t)
		store := w.add("alpha")
		b := newBench(t, w)
		for round := range 8 {
			for len(store.sessions) < 4 {
				s := store.session(fmt.Sprint("w", seed, round, len(store.sessions))).keepsLog()
				s.Key = data.SessionKey(fmt.Sprint("agent:alpha:", r.Intn(2)))
				s.StartedAt = start.Add(time.Duration(r.Intn(6)) * time.Hour)
			}
			for range 1 + r.Intn(4) {
				happens(r, store)
			}
			store.stamp++
			if out := b.pass(t, Options{}); out.Pending != 0 {
				t.Errorf("%d pending", out.Pending)
			}
			if b.like(t); t.Failed() {
				t.Fatalf("seed %d, round %d", seed, round)
			}
			b.agree(t)
		}
		followed += w.followed
	}
	if followed < 30 {
		t.Errorf("only %d readings followed a trail", followed)
	}
}
