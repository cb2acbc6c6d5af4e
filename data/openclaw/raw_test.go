package openclaw_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/transcript"
)

func rawOf(t *testing.T, r data.Reader, id data.SessionID) data.RawTranscript {
	t.Helper()
	raw, err := r.(data.RawReader).Raw(t.Context(), id)
	if err != nil {
		t.Fatalf("raw %s: %v", id, err)
	}
	return raw
}

// readRaw reads events of a transcript and makes messages of them.
func readRaw(t *testing.T, raw data.RawTranscript, id data.SessionID, events []data.RawEvent) []data.Message {
	t.Helper()
	var got []data.Message
	err := raw.Read(t.Context(), events, func(e data.RawEvent) error {
		event, err := transcript.Decode(e.Seq, e.JSON)
		if err != nil {
			return err
		}
		if m, ok := event.Message(id, e.Stored.UnixMilli()); ok {
			m.Seq = e.Position
			got = append(got, m)
		}
		return nil
	})
	if err != nil {
		t.Fatalf("read %s: %v", id, err)
	}
	return got
}

func TestWhatIsReadRawIsWhatMessagesAreMadeOf(t *testing.T) {
	dirs := map[string]string{
		"live": datatest.Real(t, "2026.8.2/live"), "cold": datatest.Real(t, "2026.9.6/cold/1-cold"),
		"made 19": datatest.Made(t, "v19"), "made 23": datatest.Made(t, "v23"),
	}
	for name, dir := range dirs {
		compared := 0
		for _, store := range find(t, dir) {
			for _, reader := range []data.Reader{open(t, store), openSmall(t, store)} {
				for _, s := range sessions(t, reader) {
					want, _ := messages(t, reader, s.ID)
					raw := rawOf(t, reader, s.ID)
					if diff := cmp.Diff(want, readRaw(t, raw, s.ID, raw.Branch())); diff != "" {
						t.Errorf("%s, %s (-messages +raw):\n%s", name, s.Key, diff)
					}
					compared += len(want)
				}
			}
		}
		if compared < 20 {
			t.Errorf("%s: only %d messages were compared", name, compared)
		}
	}
}

func TestEveryGenerationIsReadRaw(t *testing.T) {
	long := strings.Repeat("a long answer about boats ", 400)
	for _, g := range datatest.Generations {
		store := datatest.NewState(t).Agent("main", g).Session("agent:main:a", "a1", datatest.Rewind(datatest.Talk("one", long, "three"), "m1", "four"))
		r := open(t, store.Ref())
		want, _ := messages(t, r, "a1")
		raw := rawOf(t, r, "a1")
		if diff := cmp.Diff(want, readRaw(t, raw, "a1", raw.Branch())); diff != "" || len(want) != 3 {
			t.Errorf("version %d (-messages +raw):\n%s", g, diff)
		}
	}
}

func TestAnyEventsAreReadInTheOrderInWhichTheyAreGiven(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V21).
		Session("agent:main:a", "a1", datatest.Talk("one", "two", "three")).
		Session("agent:main:b", "b1", datatest.Talk("one", "two", "three"))
	store.Cold("b1", true)
	r := open(t, store.Ref())
	for _, id := range []data.SessionID{"a1", "b1"} {
		raw := rawOf(t, r, id)
		branch := raw.Branch()
		got := readRaw(t, raw, id, []data.RawEvent{branch[2], branch[0]})
		if len(got) != 2 || got[0].Text != "three" || got[1].Text != "one" {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

func TestTheKindsOfEventsAreKnownFromTheBranch(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", []datatest.Event{
		datatest.Header("a1"), datatest.Say("u", "", "user", strings.Repeat("long ", 2000), datatest.Start),
		datatest.Make(datatest.Fields{"type": "compaction", "id": "c", "parentId": "u", "summary": strings.Repeat("short ", 2000)}),
		datatest.Make(datatest.Fields{"type": "custom_message", "id": "x", "parentId": "c"}),
		datatest.Make(datatest.Fields{"type": "model_change", "id": "o", "parentId": "x"}),
		datatest.Make(datatest.Fields{"type": "reset", "id": "r", "parentId": "o"}),
	})
	var kinds []data.RawKind
	for _, e := range rawOf(t, open(t, store.Ref()), "a1").Branch() {
		kinds = append(kinds, e.Kind)
	}
	want := []data.RawKind{data.RawMessage, data.RawCompaction, data.RawCustom, data.RawOther, data.RawReset}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestArchivesOfResetsAreReadRaw(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19).
		Session("agent:main:a", "a2", datatest.Talk("now")).
		Archive("agent:main:a", "a1", "reset", datatest.Talk("before the reset", "yes"))
	r := open(t, store.Ref())
	raw := rawOf(t, r, "a1")
	if got := readRaw(t, raw, "a1", raw.Branch()); len(got) != 2 || got[0].Text != "before the reset" {
		t.Errorf("%+v", got)
	}
	if _, err := r.(data.RawReader).Raw(t.Context(), "nobody"); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a session that is not there gives %v", err)
	}
}

func TestWhatCannotBeReadIsLeftOutOfARawReading(t *testing.T) {
	long := strings.Repeat("a long answer about boats ", 400)
	packed := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", datatest.Talk("one", long, "three"))
	packed.Exec(`UPDATE transcript_events SET event_zstd = substr(event_zstd, 1, 30) WHERE seq = 2`)
	r := open(t, packed.Ref())
	raw := rawOf(t, r, "a1")
	if got := readRaw(t, raw, "a1", raw.Branch()); len(got) != 2 || got[1].Text != "three" {
		t.Errorf("%+v", got)
	}
	cold := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", datatest.Talk("one", "two"))
	archive := cold.Cold("a1", true)
	r = open(t, cold.Ref())
	raw = rawOf(t, r, "a1")
	if err := os.Truncate(archive, 40); err != nil {
		t.Fatal(err)
	}
	err := raw.Read(t.Context(), raw.Branch(), func(data.RawEvent) error { return nil })
	if !errors.Is(err, data.ErrStoreChanged) {
		t.Errorf("an archive that is damaged meanwhile gives %v", err)
	}
	damaged := rawOf(t, r, "a1")
	if err := damaged.Read(t.Context(), damaged.Branch(), nil); err != nil || len(damaged.Branch()) != 0 {
		t.Errorf("a damaged archive has %d events, %v", len(damaged.Branch()), err)
	}
}

func TestATranscriptThatIsRewrittenMeanwhileIsNotReadFurther(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V19, datatest.V23} {
		store := hugeStore(t, g)
		store.Hold()
		raw := rawOf(t, openSmall(t, store.Ref()), "a1")
		store.Append("a1", datatest.More("n", "m37", datatest.Start, "more")...)
		if got := readRaw(t, raw, "a1", raw.Branch()); len(got) != 38 {
			t.Errorf("version %d: %d messages after something was appended", g, len(got))
		}
		store.Rewrite("a1", datatest.Talk("short")...)
		err := raw.Read(t.Context(), raw.Branch(), func(data.RawEvent) error { return nil })
		if !errors.Is(err, data.ErrStoreChanged) {
			t.Errorf("version %d: %v", g, err)
		}
	}
}

func TestARowThatChangesInItsPlaceEndsARawReading(t *testing.T) {
	store := hugeStore(t, datatest.V8)
	store.Hold()
	raw := rawOf(t, openSmall(t, store.Ref()), "a1")
	store.Exec(`UPDATE transcript_events SET event_json = event_json || ' ' WHERE seq = 20`)
	err := raw.Read(t.Context(), raw.Branch(), func(data.RawEvent) error { return nil })
	if !errors.Is(err, data.ErrStoreChanged) {
		t.Errorf("%v", err)
	}
}

func TestARawReadingStopsWhereItIsToldTo(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", datatest.Talk("one", "two"))
	raw := rawOf(t, open(t, store.Ref()), "a1")
	enough, seen := errors.New("enough"), 0
	err := raw.Read(t.Context(), raw.Branch(), func(data.RawEvent) error { seen++; return enough })
	if !errors.Is(err, enough) || seen != 1 {
		t.Errorf("%d events, %v", seen, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := raw.Read(ctx, raw.Branch(), func(data.RawEvent) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a reading that was given up gives %v", err)
	}
}
