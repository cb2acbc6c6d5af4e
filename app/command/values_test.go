package command

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		text string
		end  bool
		want string
	}{
		"a day begins at midnight":         {"2026-07-14", false, "2026-07-13T22:00:00.000Z"},
		"a day ends before the next":       {"2026-07-14", true, "2026-07-14T21:59:59.999Z"},
		"a short day in spring":            {"2026-03-29", true, "2026-03-29T21:59:59.999Z"},
		"a long day in autumn":             {"2026-10-25", true, "2026-10-25T22:59:59.999Z"},
		"a moment in UTC":                  {"2026-07-14T21:04:00Z", true, "2026-07-14T21:04:00.000Z"},
		"a moment with an offset":          {"2026-07-14T21:04:00.5+02:00", false, "2026-07-14T19:04:00.500Z"},
		"the last day of a year":           {"2026-12-31", true, "2026-12-31T22:59:59.999Z"},
		"the leap day":                     {"2028-02-29", false, "2028-02-28T23:00:00.000Z"},
		"not a day":                        {"14.07.2026", false, ""},
		"a day that does not exist":        {"2027-02-29", false, ""},
		"a time of day alone":              {"21:04", false, ""},
		"nothing":                          {"", false, ""},
		"a moment that ends in other text": {"2026-07-14T21:04:00Zx", false, ""},
	}
	for name, c := range cases {
		var at time.Time
		err := (&dateValue{at: &at, local: berlin, end: c.end}).Set(c.text)
		got := ""
		if err == nil {
			got = at.UTC().Format(milliseconds)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}
