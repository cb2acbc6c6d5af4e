package index

import (
	"testing"
	"time"
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
