package secrets

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

var now = time.Date(2026, 7, 15, 21, 31, 0, 0, time.UTC)

// place is what of a kind is hidden in the nth session.
func place(kind string, n int) data.SecretPlace {
	return data.SecretPlace{
		Kind: kind, Parts: 3, Messages: 2, Masks: []string{"ab…yz", "***"}, Last: now.AddDate(0, 0, -n),
		Session: data.Session{
			Store: data.Store{Path: "/store"}, ID: data.SessionID(fmt.Sprint("w", n)), Agent: "main", Title: fmt.Sprint("Talk ", n),
		},
		Newest: data.Message{ID: fmt.Sprint("m", n)},
	}
}

func some() data.Secrets {
	return data.Secrets{
		Kinds:  []data.SecretKind{{Kind: "key", Parts: 6, Messages: 4, Sessions: 2}, {Kind: "token", Parts: 3, Messages: 2, Sessions: 1}},
		Places: []data.SecretPlace{place("key", 0), place("token", 1), place("key", 2)},
	}
}

type bench struct {
	list *List
	win  fyne.Window
	log  []string
}

func opened(t *testing.T) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	b := &bench{}
	b.list = New(func(p data.SecretPlace) { b.log = append(b.log, p.Kind+" "+p.Newest.ID) }, keys.Nowhere{})
	b.win = test.NewTempWindow(t, b.list)
	b.win.Resize(fyne.NewSize(600, 400))
	b.list.Set(some(), now)
	return b
}

func (b *bench) key(names ...fyne.KeyName) {
	for _, name := range names {
		b.list.TypedKey(&fyne.KeyEvent{Name: name})
	}
}

func (b *bench) want(t *testing.T, log ...string) {
	t.Helper()
	if diff := cmp.Diff(log, b.log); diff != "" {
		t.Error(diff)
	}
	b.log = nil
}

func TestPlacesStandUnderTheirKinds(t *testing.T) {
	var lines [][3]string
	for _, r := range rowsOf(some()) {
		head, side, caption := r.texts(now)
		lines = append(lines, [3]string{head, side, caption})
	}
	want := [][3]string{
		{"Access keys · 6 hidden in 4 messages of 2 sessions", "", ""},
		{"Talk 0", "ab…yz   ***", "main · 3 hidden in 2 messages · last today 21:31"},
		{"Talk 2", "ab…yz   ***", "main · 3 hidden in 2 messages · last Mon 13 Jul"},
		{"Access tokens · 3 hidden in 2 messages of 1 session", "", ""},
		{"Talk 1", "ab…yz   ***", "main · 3 hidden in 2 messages · last yesterday 21:31"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

func TestTheKeyboardWalksOverPlacesOnly(t *testing.T) {
	b := opened(t)
	b.key(fyne.KeyReturn, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDown, fyne.KeySpace, fyne.KeyDown, fyne.KeyReturn)
	b.want(t, "key m0", "key m2", "token m1", "token m1")
	b.key(fyne.KeyHome, fyne.KeyReturn, fyne.KeyEnd, fyne.KeyReturn, fyne.KeyUp, fyne.KeyReturn, fyne.KeyPageUp, fyne.KeyReturn, fyne.KeyUp, fyne.KeyReturn)
	b.want(t, "key m0", "token m1", "key m2", "key m0", "key m0")
	b.key(fyne.KeyPageDown, fyne.KeyReturn)
	b.want(t, "token m1")
}

func TestAClickOpensAPlaceAndNoHeading(t *testing.T) {
	b := opened(t)
	b.list.tap(0)
	b.want(t)
	b.list.tap(2)
	b.want(t, "key m2")
}

func TestTheChosenPlaceStaysInANewerList(t *testing.T) {
	b := opened(t)
	b.key(fyne.KeyDown)
	s := some()
	s.Places = append([]data.SecretPlace{place("key", 9)}, s.Places...)
	b.list.Set(s, now)
	b.key(fyne.KeyReturn)
	b.want(t, "key m2")
	b.list.Set(data.Secrets{}, now)
	b.key(fyne.KeyReturn, fyne.KeyDown, fyne.KeyEnd)
	b.want(t)
	b.list.Set(some(), now)
	b.key(fyne.KeyReturn)
	b.want(t, "key m0")
}

func TestALongListDrawsWhatIsInSight(t *testing.T) {
	b := opened(t)
	s := data.Secrets{Kinds: []data.SecretKind{{Kind: "key"}}}
	for n := range data.MaxSecretPlaces {
		s.Places = append(s.Places, place("key", n))
	}
	b.list.Set(s, now)
	b.key(fyne.KeyEnd, fyne.KeyReturn)
	b.want(t, fmt.Sprint("key m", data.MaxSecretPlaces-1))
	drawn := 0
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if _, ok := o.(*item); ok {
			drawn++
			return
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		}
	}
	walk(b.list)
	if drawn == 0 || drawn > 20 {
		t.Errorf("%d rows are drawn", drawn)
	}
}
