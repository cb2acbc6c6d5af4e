package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sized are messages m0, m1, ... of these sizes.
func sized(sizes ...int) []shown {
	var list []shown
	for n, size := range sizes {
		list = append(list, shown{id: fmt.Sprintf("m%d", n), seq: n + 1, json: []byte(strings.Repeat("x", size))})
	}
	return list
}

func TestWhatFitsIntoAnAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		anchor string
		sizes  []int
		want   []string
		size   int
	}{
		"all":                                   {"", []int{30, 30, 30}, []string{"m0", "m1", "m2"}, 94},
		"as much as there is room for":          {"", []int{32, 32, 32}, []string{"m0", "m1", "m2"}, 100},
		"the newest":                            {"", []int{33, 32, 32}, []string{"m1", "m2"}, 67},
		"nothing behind one that is too large":  {"", []int{10, 90, 10}, []string{"m2"}, 12},
		"none":                                  {"", nil, nil, 2},
		"around an anchor, the older first":     {"m2", []int{30, 30, 30, 30, 30}, []string{"m1", "m2", "m3"}, 94},
		"up to what does not fit, on each side": {"m2", []int{5, 90, 10, 90, 5}, []string{"m2"}, 12},
		"the one side goes on":                  {"m1", []int{90, 10, 10, 10, 10}, []string{"m1", "m2", "m3", "m4"}, 45},
		"an anchor that is not there":           {"m9", []int{50, 50, 30}, []string{"m1", "m2"}, 83},
		"an anchor at the end":                  {"m2", []int{40, 40, 40}, []string{"m1", "m2"}, 83},
		"an anchor at the start":                {"m0", []int{10, 10}, []string{"m0", "m1"}, 23},
	} {
		b := &budget{room: 100, anchor: c.anchor}
		for _, m := range sized(c.sizes...) {
			b.add(m)
		}
		k, err := b.take()
		var got []string
		for _, m := range k.messages {
			got = append(got, m.id)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil || k.size != c.size || k.hard || b.seen != len(c.sizes) {
			t.Errorf("%s: %d bytes, %v\n%s", name, k.size, err, diff)
		}
	}
}

func TestNoMoreIsHeldThanAnAnswerHasRoomFor(t *testing.T) {
	for _, anchor := range []string{"", "m1", "m500", "m998"} {
		b := &budget{room: 1000, anchor: anchor}
		for n := range 1000 {
			b.add(shown{id: fmt.Sprintf("m%d", n), json: make([]byte, 99)})
			if held := len(b.before) + len(b.after); held > 22 {
				t.Fatalf("anchor %q: %d messages are held", anchor, held)
			}
		}
	}
}
