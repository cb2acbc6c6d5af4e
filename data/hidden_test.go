package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
)

// spansOf tells spans in short; in brackets stands what they cover.
func spansOf(text string, hidden []data.Hidden) string {
	var parts []string
	for _, h := range hidden {
		parts = append(parts, fmt.Sprintf("%s/%d[%s]", h.Kind, h.Hash, text[h.Start:h.End]))
	}
	return strings.Join(parts, " ")
}

func TestSpansOutliveAnotherRedaction(t *testing.T) {
	span := func(start, end int, kind string, hash uint64) data.Hidden {
		return data.Hidden{Span: data.Span{Start: start, End: end}, Kind: kind, Hash: hash}
	}
	for _, c := range []struct {
		name, before string
		old          []data.Hidden
		after        string
		fresh        []data.Hidden
		want         string
	}{
		{"nothing was hidden, and is", "a bird", nil, "a ***", []data.Hidden{span(2, 5, "own", 0)}, "own/0[***]"},
		{"what was hidden is not seen any more", "a *** b", []data.Hidden{span(2, 5, "key", 0)}, "a *** b", nil, "key/0[***]"},
		{
			"a mask that is seen as one keeps its kind and its hash", "a sk…9 b",
			[]data.Hidden{span(2, 7, "token", 7)},
			"a sk…9 b",
			[]data.Hidden{span(2, 7, "masked", 0)},
			"token/7[sk…]",
		},
		{
			"a new mask before an old one moves it", "bird and ***",
			[]data.Hidden{span(9, 12, "key", 7)},
			"*** and ***",
			[]data.Hidden{span(0, 3, "own", 0)},
			"own/0[***] key/7[***]",
		},
		{
			"a new mask behind an old one leaves it", "*** and bird",
			[]data.Hidden{span(0, 3, "key", 7)},
			"*** and ***",
			[]data.Hidden{span(8, 11, "own", 0)},
			"key/7[***] own/0[***]",
		},
		{
			"a new mask over an old one takes its place", "bird *** bird",
			[]data.Hidden{span(5, 8, "key", 7)},
			"***",
			[]data.Hidden{span(0, 3, "own", 0)},
			"own/0[***]",
		},
		{
			"a hash that was made anew counts", "a sk…9",
			[]data.Hidden{span(2, 8, "token", 7)},
			"a sk…9",
			[]data.Hidden{span(2, 8, "token", 8)},
			"token/8[sk…9]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := spansOf(c.after, data.MergeHidden(c.before, c.old, c.after, c.fresh)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
