package index

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
)

func TestTimesAreClamped(t *testing.T) {
	for name, test := range map[string]struct {
		at   time.Time
		want int64
	}{
		"the zero time":      {time.Time{}, 0},
		"before 1970":        {time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC), 0},
		"a usual time":       {time.UnixMilli(1_700_000_000_123), 1_700_000_000_123},
		"beyond all reason":  {time.Date(250_000, 1, 1, 0, 0, 0, 0, time.UTC), maxMilli},
		"the last day there": {time.UnixMilli(maxMilli), maxMilli},
	} {
		t.Run(name, func(t *testing.T) {
			got := milli(test.at)
			if got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
			if id := lastOf(dayOf(got)); id>>dayBits != dayOf(got) || id < 0 {
				t.Errorf("row number %d", id)
			}
		})
	}
}

func TestTokensHaveLettersAndDigitsOnly(t *testing.T) {
	if got := kindTag("Odd kind-é_9"); got != "koddkind9" {
		t.Errorf("got %q", got)
	}
}

func FuzzHiddenSpansComeBack(f *testing.F) {
	f.Add(3, 4, "bearer", 2, 100, "key", []byte{1, 2, 3})
	f.Add(0, 0, "", 0, 0, "", []byte{})
	f.Fuzz(func(t *testing.T, start, length int, kind string, gap, second int, other string, damaged []byte) {
		bound := func(n int) int { return int(uint(n) % 1000) }
		a := data.Hidden{Span: data.Span{Start: bound(start), End: bound(start) + bound(length)}, Kind: kind}
		b := data.Hidden{Span: data.Span{Start: a.End + bound(gap), End: a.End + bound(gap) + bound(second)}, Kind: other}
		want := []data.Hidden{a, b}
		if diff := cmp.Diff(want, unpackHidden(packHidden(want), b.End)); diff != "" {
			t.Error(diff)
		}
		end := 0
		for _, h := range unpackHidden(damaged, 50) {
			if h.Start < end || h.End < h.Start || h.End > 50 {
				t.Errorf("span %v after %d", h, end)
			}
			end = h.End
		}
	})
}

func TestNoSpansAreNothing(t *testing.T) {
	if packHidden(nil) != nil || unpackHidden(nil, 10) != nil {
		t.Error("not nil")
	}
	if diff := cmp.Diff([]data.Hidden{}, unpackHidden([]byte{0xff}, 3), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestADayThatIsFullIsAnError(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	day := dayOf(milli(start))
	if err := w.exec(t.Context(), insertMessage, lastOf(day), 1, 1, "m", 1, milli(start), 0, nil, "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.take(t.Context(), day); err == nil {
		t.Error("no error")
	}
	if id, err := w.take(t.Context(), day+1); err != nil || id != firstOf(day+1) {
		t.Errorf("next day: %d %v", id, err)
	}
}
