package tools

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// counted is a transcript that remembers what was read of it.
type counted struct {
	branch []data.RawEvent
	bodies map[string]string
	read   []string
}

func (c *counted) Branch() []data.RawEvent { return c.branch }

func (c *counted) Read(_ context.Context, events []data.RawEvent, visit func(data.RawEvent) error) error {
	for _, e := range events {
		c.read = append(c.read, e.ID)
		e.JSON = []byte(c.bodies[e.ID])
		if err := visit(e); err != nil {
			return err
		}
	}
	return nil
}

func TestOnlyWhatIsShownIsLookedInto(t *testing.T) {
	const display, aside = `{"display": true}`, `{"display": false}`
	made := func() *counted {
		c := &counted{bodies: map[string]string{"x1": display, "x2": display, "x3": display, "x4": aside, "r1": `{}`, "r2": `{"firstKeptEntryId": "m2"}`}}
		for n, e := range []struct {
			id   string
			kind data.RawKind
		}{
			{"m1", data.RawMessage},
			{"x1", data.RawCustom},
			{"r1", data.RawReset},
			{"x2", data.RawCustom},
			{"m2", data.RawMessage},
			{"o", data.RawOther},
			{"r2", data.RawReset},
			{"x3", data.RawCustom},
			{"x4", data.RawCustom},
			{"m3", data.RawMessage},
		} {
			c.branch = append(c.branch, data.RawEvent{Seq: int64(n), Position: int64(n), ID: e.id, Kind: e.kind})
		}
		return c
	}
	for anchor, want := range map[string]struct{ rows, read []string }{
		"":       {[]string{"m2", "r2", "x3", "m3"}, []string{"x3", "x4", "r2"}},
		"m3":     {[]string{"m2", "r2", "x3", "m3"}, []string{"x3", "x4", "r2"}},
		"m2":     {[]string{"x2", "m2", "r2"}, []string{"x2"}},
		"m1":     {[]string{"m1", "x1", "r1"}, []string{"x1"}},
		"nobody": {[]string{"m2", "r2", "x3", "m3"}, []string{"x3", "x4", "r2"}},
	} {
		c := made()
		rows, err := visibleRows(t.Context(), c, anchor)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range rows {
			ids = append(ids, r.event.ID)
		}
		if diff := cmp.Diff(want.rows, ids); diff != "" {
			t.Errorf("around %q: %s", anchor, diff)
		}
		if diff := cmp.Diff(want.read, c.read); diff != "" {
			t.Errorf("around %q is read: %s", anchor, diff)
		}
	}
}
