package drawer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestMarksAreCarriedIntoTheShownText(t *testing.T) {
	const from = "the key *** opens the *** door"
	hidden := []data.Hidden{{Span: data.Span{Start: 8, End: 11}}, {Span: data.Span{Start: 22, End: 25}}}
	spanOf := func(word string) data.Span {
		at := strings.Index(from, word)
		return data.Span{Start: at, End: at + len(word)}
	}
	const shown = "the key zebra opens the old red door"
	every := []data.Span{spanOf("key"), spanOf("opens"), spanOf("door")}
	for name, c := range map[string]struct {
		marks []data.Span
		to    string
		want  []string
	}{
		"around longer parts":            {every, shown, []string{"key", "opens", "door"}},
		"but not those of a hidden part": {[]data.Span{{Start: 8, End: 11}}, shown, nil},
		"nor those that reach into one":  {[]data.Span{{Start: 4, End: 11}}, shown, nil},
		"nor into another text":          {[]data.Span{spanOf("key")}, "the key zebra shuts the old red door", nil},
		"nor into one that is shorter":   {[]data.Span{spanOf("key")}, "the key", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range carried(c.marks, hidden, from, c.to) {
				got = append(got, c.to[m.Start:m.End])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSpansThatDoNotFitCarryNothing(t *testing.T) {
	odd := []data.Hidden{{Span: data.Span{Start: 9, End: 4}}, {Span: data.Span{Start: 2, End: 90}}, {Span: data.Span{Start: 1, End: 2}}}
	for _, hidden := range [][]data.Hidden{odd, odd[1:], odd[:1]} {
		if got := carried([]data.Span{{Start: 0, End: 1}}, hidden, "short", "short and more"); got != nil {
			t.Errorf("%v: %v", hidden, got)
		}
	}
}
