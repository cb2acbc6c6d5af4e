package transcript

import (
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
)

func TestTextAndTimeOfAnEvent(t *testing.T) {
	const created = 5000
	for _, c := range []struct {
		name, event  string
		text, id, at string
	}{
		{"a content string is trimmed", `{"type":"message","id":" u1 ","timestamp":"2026-07-01T10:00:01.250+02:00","message":{"role":"user","content":"\ufeff hi\n"}}`, "hi", "u1", "2026-07-01T08:00:01.25Z"},
		{"blocks keep their space and are joined", `{"type":"message","id":"u","timestamp":1782900001000,"message":{"role":"assistant","content":[{"type":"text","text":" a"},{"type":"thinking","thinking":"no"},{"type":"input_text","text":" "},{"type":"output_text","text":"b "},{"type":"toolCall","text":"no"}]}}`, " a\nb ", "u", "2026-07-01T10:00:01Z"},
		{"old rows keep text beside content", `{"type":"message","id":"u","message":{"role":"user","text":" old "}}`, "old", "u", "1970-01-01T00:00:05Z"},
		{"text goes before blocks", `{"type":"message","id":"u","message":{"role":"user","text":"old","content":[{"type":"text","text":"new"}]}}`, "old", "u", "1970-01-01T00:00:05Z"},
		{"a blank content string hides the rest", `{"type":"message","id":"u","message":{"role":"user","content":" ","text":"old"}}`, "", "", ""},
		{"the last of repeated names counts", `{"type":"custom","type":"message","id":"u","message":{"role":"user","content":"a","content":"b"}}`, "b", "u", "1970-01-01T00:00:05Z"},
		{"names are compared as written", `{"Type":"custom","type":"message","ID":"x","id":"u","message":{"role":"user","Content":"a","content":"b"}}`, "b", "u", "1970-01-01T00:00:05Z"},
		{"an odd time is a missing time", `{"type":"message","id":"u","timestamp":"yesterday","message":{"role":"user","content":"a"}}`, "a", "u", "1970-01-01T00:00:05Z"},
		{"a huge number is a missing time", `{"type":"message","id":"u","timestamp":1e300,"message":{"role":"user","content":"a"}}`, "a", "u", "1970-01-01T00:00:05Z"},
		{"without an id the place makes one", `{"type":"message","id":" ","message":{"role":"user","content":"a"}}`, "a", "seq-3", "1970-01-01T00:00:05Z"},
		{"half a surrogate becomes a replacement", `{"type":"message","id":"u","message":{"role":"user","content":"a\ud83d"}}`, "a\uFFFD", "u", "1970-01-01T00:00:05Z"},
		{"a tool result is nobody's word", `{"type":"message","id":"u","message":{"role":"toolResult","content":"a"}}`, "", "", ""},
		{"a message of another type is not one", `{"type":"custom_message","id":"u","message":{"role":"user","content":"a"}}`, "", "", ""},
		{"an array is no message", `{"type":"message","id":"u","message":["user"]}`, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			event, err := Decode(3, []byte(c.event))
			if err != nil {
				t.Fatal(err)
			}
			m, ok := event.Message("S", created)
			if ok != (c.text != "") {
				t.Fatalf("message: %v, want %v", ok, c.text != "")
			}
			if !ok {
				return
			}
			if at := m.At.Format(time.RFC3339Nano); m.Text != c.text || m.ID != c.id || at != c.at || m.Session != "S" {
				t.Errorf("got %q %q %q, want %q %q %q", m.Text, m.ID, at, c.text, c.id, c.at)
			}
		})
	}
}

func TestAnEventOf25MegabytesIsRead(t *testing.T) {
	image := strings.Repeat("QUJD", 25<<20/4)
	event, err := Decode(1, []byte(`{"type":"message","id":"u","message":{"role":"user","content":[{"type":"image","data":"`+image+`"},{"type":"text","text":"look"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := event.Message("S", 0); !ok || m.Text != "look" {
		t.Errorf("message: %v %q", ok, m.Text)
	}
}

func TestABuilderGivesTheSameWhetherItHoldsTheTextsOrNot(t *testing.T) {
	for name := range vectors(t) {
		raw := lines(t, name)
		held, reread := NewBuilder("S", DefaultHold), NewBuilder("S", -1)
		for i, line := range raw {
			row := Row{Seq: int64(i), Created: createdAt(int64(i)), JSON: line}
			held.Add(row)
			reread.Add(row)
		}
		held.Resolve()
		reread.Resolve()
		if !held.Complete() {
			t.Fatalf("%s: the texts were dropped", name)
		}
		var want, got []data.Message
		_ = held.Messages(func(m data.Message) error { want = append(want, m); return nil })
		if len(raw) > 0 && reread.Complete() {
			t.Fatalf("%s: the texts were held", name)
		}
		for _, w := range reread.Wanted() {
			if m, ok := reread.Again(w, Row{Created: createdAt(w.Seq), JSON: raw[w.Seq]}); ok {
				got = append(got, m)
			}
		}
		if len(want) != len(got) {
			t.Fatalf("%s: %d messages held, %d read again", name, len(want), len(got))
		}
		for i := range want {
			if want[i].ID != got[i].ID || want[i].Text != got[i].Text || want[i].Seq != got[i].Seq || !want[i].At.Equal(got[i].At) {
				t.Errorf("%s: held %+v, read again %+v", name, want[i], got[i])
			}
		}
	}
}

func TestOneUnreadableEventCostsOnlyItself(t *testing.T) {
	b := NewBuilder("S", DefaultHold)
	for i, line := range []string{
		`{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"one"}}`,
		`{"type":"message","id":"x","parentId":"u1","message":{`,
		`{"type":"session_info","id":"i1","parentId":"u1","name":" My boat "}`,
		`{"type":"message","id":"a1","parentId":"i1","message":{"role":"assistant","content":"two"}}`,
	} {
		b.Add(Row{Seq: int64(i), JSON: []byte(line)})
	}
	b.Resolve()
	var texts []string
	_ = b.Messages(func(m data.Message) error { texts = append(texts, m.Text); return nil })
	report := b.Report()
	if strings.Join(texts, ",") != "one,two" || report.Unreadable != 1 || report.Title != "My boat" {
		t.Errorf("texts %v, report %+v", texts, report)
	}
}
