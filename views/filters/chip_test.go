package filters

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/theme"
)

var looking = state.Filters{
	Hidden: true, Sight: state.Sight{Mode: state.SightSelf, Of: "agent:main:main", Title: "Fix the nightly backup"},
}

func TestAChipIsThereWhileItsFilterIs(t *testing.T) {
	b := newBench(t, state.Filters{})
	for _, c := range b.row.chips {
		if c.Visible() {
			t.Errorf("%q narrows nothing", c.text)
		}
	}
	b.row.Set(looking, nil, "")
	var shown []string
	for _, c := range b.row.chips {
		if c.Visible() {
			shown = append(shown, c.text)
		}
	}
	if diff := cmp.Diff([]string{"Contains hidden text", "As “Fix the nightly backup” sees it: only itself"}, shown); diff != "" {
		t.Error(diff)
	}
}

func TestAChipIsTakenAway(t *testing.T) {
	press := func(key fyne.KeyName) func(*pill) {
		return func(p *pill) { p.TypedKey(&fyne.KeyEvent{Name: key}) }
	}
	for name, remove := range map[string]func(*pill){
		"by a click": func(p *pill) { test.Tap(p) }, "by Space": press(fyne.KeySpace), "by Enter": press(fyne.KeyReturn),
		"by Delete": press(fyne.KeyDelete), "by Backspace": press(fyne.KeyBackspace),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, looking)
			c := b.win.Canvas()
			c.Focus(b.row.chips[hiddenChip])
			remove(b.row.chips[hiddenChip])
			remove(b.row.chips[sightChip])
			want := []state.Filters{{Sight: looking.Sight}, {Hidden: true}}
			if diff := cmp.Diff(want, b.got); diff != "" {
				t.Error(diff)
			}
			if name != "by a click" && c.Focused() != b.row.pills[Agents] {
				t.Errorf("the keyboard is on %T", c.Focused())
			}
		})
	}
}

func TestKeysThatAChipHasNoUseForAreLent(t *testing.T) {
	b := newBench(t, looking)
	b.row.chips[hiddenChip].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	b.row.pills[Who].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if len(b.got) > 0 || b.row.open != nil {
		t.Errorf("got %+v", b.got)
	}
}

func TestChipsAndCountHaveRoom(t *testing.T) {
	b := newBench(t, looking)
	pill := theme.Size(theme.SizePill)
	if got := b.row.HeightFor(1000); got != 2*pill+gap/2 {
		t.Errorf("height %v with room for the count beside the chips", got)
	}
	if got := b.row.HeightFor(b.row.chipsWidth() + 20); got <= 2*pill+gap/2 {
		t.Errorf("height %v: the count has no line of its own", got)
	}
}

func TestTheMenuOfAgentsAsksForASight(t *testing.T) {
	b := newBench(t, looking)
	items := b.row.menu(Agents).Items
	last := items[len(items)-1]
	if last.Label != "As this session sees it…" || !last.Checked || items[0].Checked {
		t.Errorf("got %q, checked %v, and everything %v", last.Label, last.Checked, items[0].Checked)
	}
	last.Action()
	if b.sights != 1 {
		t.Errorf("asked %d times", b.sights)
	}
}
