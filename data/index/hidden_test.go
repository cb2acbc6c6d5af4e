package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
)

func FuzzHiddenSpansComeBack(f *testing.F) {
	f.Add(3, 4, "bearer", uint64(7), 2, 100, "key", []byte{1, 2, 3})
	f.Add(0, 0, "", uint64(0), 0, 0, "", []byte{0, 0, 2, 5})
	f.Add(0, 3, "key", uint64(1)<<63, 0, 0, "", []byte{0, 0, 9, 1, 1, 0})
	f.Fuzz(func(t *testing.T, start, length int, kind string, hash uint64, gap, second int, other string, damaged []byte) {
		bound := func(n int) int { return int(uint(n) % 1000) }
		a := data.Hidden{Span: data.Span{Start: bound(start), End: bound(start) + bound(length)}, Kind: kind, Hash: hash}
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

func TestSpansOfLibrariesOfBeforeAreRead(t *testing.T) {
	// start, length, length of the kind, kind
	packed := []byte{0, 3, 3, 'k', 'e', 'y', 7, 2, 1, 'j'}
	want := []data.Hidden{
		{Span: data.Span{Start: 0, End: 3}, Kind: "key"},
		{Span: data.Span{Start: 7, End: 9}, Kind: "j"},
	}
	if diff := cmp.Diff(want, unpackHidden(packed, 20)); diff != "" {
		t.Error(diff)
	}
}
