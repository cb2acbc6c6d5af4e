package openclaw_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

var filler = strings.Repeat("the river was low and the boats lay on the mud ", 12)

func fill(s, m int) string { return fmt.Sprintf("%d %d %s", s, m, filler) }

func BenchmarkListing(b *testing.B) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V19, datatest.V23} {
		store := datatest.NewState(b).Agent("main", g).Fill(10_000, 2, fill)
		b.Run(fmt.Sprintf("10000 sessions of version %d for the first time", g), func(b *testing.B) {
			for b.Loop() {
				listAll(b, openclaw.NewSource(store.Ref()), 10_000)
			}
		})
		b.Run(fmt.Sprintf("10000 sessions of version %d again", g), func(b *testing.B) {
			source := openclaw.NewSource(store.Ref())
			listAll(b, source, 10_000)
			listAll(b, source, 10_000)
			for b.Loop() {
				listAll(b, source, 10_000)
			}
		})
	}
}

// listAll opens a store, lists its sessions and closes it.
func listAll(b *testing.B, source data.Source, want int) {
	b.Helper()
	r, err := source.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if list, err := r.Sessions(b.Context()); err != nil || len(list) != want {
		b.Fatal(len(list), err)
	}
}

func BenchmarkListingWhatHasLargeEntries(b *testing.B) {
	store := datatest.NewState(b).Agent("main", datatest.V23).Fill(1000, 1, fill)
	store.Exec(`UPDATE session_nodes SET entry_json = json_set(entry_json, '$.skillsSnapshot.prompt', ?)`, strings.Repeat("what a skill is for ", 1000))
	r, err := openclaw.NewSource(store.Ref()).Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	for b.Loop() {
		if list, err := r.Sessions(b.Context()); err != nil || len(list) != 1000 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkReading(b *testing.B) {
	for _, c := range []struct {
		name               string
		g                  datatest.Generation
		sessions, messages int
		live               bool
	}{
		{"many small sessions at rest", datatest.V19, 5_000, 10, false},
		{"many small sessions, live", datatest.V19, 5_000, 10, true},
		{"few large sessions, live", datatest.V19, 5, 10_000, true},
		{"packed", datatest.V23, 500, 100, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			store := datatest.NewState(b).Agent("main", c.g).Fill(c.sessions, c.messages, func(s, m int) string {
				if c.g == datatest.V23 {
					return fill(s, m) + filler
				}
				return fill(s, m)
			})
			if c.live {
				store.Hold()
			}
			r, err := openclaw.NewSource(store.Ref()).Open(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			list, err := r.Sessions(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			events := int64(0)
			for b.Loop() {
				for _, s := range list {
					if _, err := r.Messages(b.Context(), s.ID, data.Reading{Message: func(data.Message) error { return nil }}); err != nil {
						b.Fatal(err)
					}
					events += s.Events
				}
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkFollowing reads one appended message of a transcript of 200,000 events, and all of it.
func BenchmarkFollowing(b *testing.B) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V23} {
		store := datatest.NewState(b).Agent("main", g).Session("agent:main:a", "a1", talkWithUUIDs(200_000))
		store.Hold()
		r, err := openclaw.NewSource(store.Ref()).Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		none := func(data.Message) error { return nil }
		all, err := r.Messages(b.Context(), "a1", data.Reading{Message: none})
		if err != nil {
			b.Fatal(err)
		}
		store.Append("a1", datatest.More("n", uuid(199_999), datatest.Start, "more")...)
		for name, from := range map[string]data.Trail{"an append": all.Trail, "all": {}} {
			b.Run(fmt.Sprintf("%s of version %d", name, g), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					report, err := r.Messages(b.Context(), "a1", data.Reading{From: from, Message: none})
					if err != nil || report.Followed != (from.Head != nil) {
						b.Fatal(report.Followed, err)
					}
				}
				b.ReportMetric(float64(len(all.Trail.Links))/200_000, "links-B/event")
			})
		}
		_ = r.Close()
	}
}

func uuid(n int) string { return fmt.Sprintf("%08x-1111-4222-8333-%012x", uint32(n)*2654435761, n) }

func talkWithUUIDs(events int) []datatest.Event {
	talk, parent := make([]datatest.Event, events), ""
	for n := range talk {
		role := []string{"user", "assistant"}[n%2]
		talk[n] = datatest.Say(uuid(n), parent, role, fmt.Sprint("text ", n, " the river was low and the boats lay on the mud"), datatest.Start)
		parent = uuid(n)
	}
	return talk
}
