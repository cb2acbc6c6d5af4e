package drawer

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// secretive is a conversation of which message 1 holds something hidden.
func secretive(n int) state.Drawer {
	s := anchored(talkOf(0, n), 1)
	s.Messages[1].Text = "the key is *** now"
	s.Messages[1].Hidden = []data.Hidden{{Span: data.Span{Start: 11, End: 14}, Kind: "key"}}
	return s
}

// revealed is secretive with the hidden text of message 1.
func revealed(n int) state.Drawer {
	s := secretive(n)
	s.Shown = state.Shown{Number: 1, Message: ref(1), Text: "the key is zebra now"}
	return s
}

func labels(items []*fyne.MenuItem) []string {
	var all []string
	for _, i := range items {
		if !i.IsSeparator {
			all = append(all, i.Label)
		}
	}
	return all
}

func TestHiddenTextIsOfferedWhereThereIsSome(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	d.Set(secretive(3), now)
	plain, card := d.talk.column.byRef[ref(0)], d.talk.column.byRef[ref(1)]
	if len(plain.veil.objects()) > 0 || plain.veil.heightFor(500) != 0 {
		t.Error("a message without hidden text offers to show it")
	}
	if !slices.Contains(test.WidgetRenderer(card).Objects(), fyne.CanvasObject(card.veil.show)) {
		t.Fatal("the button is not drawn")
	}
	test.Tap(card.veil.show)
	if diff := cmp.Diff([]string{"Copy message", "Copy session key", "Show hidden text"}, labels(card.menu())); diff != "" {
		t.Error(diff)
	}
	card.menu()[3].Action()
	if diff := cmp.Diff([]string{"show m1", "show m1"}, a.take()); diff != "" {
		t.Error(diff)
	}
}

func TestHiddenTextIsShownInItsCardAlone(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	d.Set(secretive(3), now)
	before := d.talk.column.height()
	s := revealed(3)
	d.Set(s, now)
	card := d.talk.column.byRef[ref(1)]
	if got := card.body.Shown(); got != "the key is zebra now" {
		t.Errorf("the card shows %q", got)
	}
	if d.talk.column.height() <= before || card.veil.note.Shown() == "" {
		t.Error("nothing says that it is shown")
	}
	d.copyMessage()
	test.Tap(card.copy)
	test.Tap(card.veil.copy)
	d.CopyShown()
	test.Tap(card.veil.hide)
	want := []string{
		"copy the key is *** now: Message copied", "copy the key is *** now: Message copied",
		"copy the key is zebra now: " + words.ShownCopied, "copy the key is zebra now: " + words.ShownCopied, "hide",
	}
	if diff := cmp.Diff(want, a.take()); diff != "" {
		t.Error(diff)
	}
	d.Set(secretive(3), now)
	if got := card.body.Shown(); got == "the key is zebra now" {
		t.Error("hidden again, it is still there")
	}
	d.CopyShown()
	if got := a.take(); len(got) > 0 {
		t.Errorf("hidden again, it is copied: %q", got)
	}
}

func TestTheWayBackIsThereWhileHiddenTextIsReadAndWhenItCannotBe(t *testing.T) {
	busy, gone := &state.Failure{State: data.StoreBusy, Agent: "main"}, &state.Failure{Gone: true}
	for name, c := range map[string]struct {
		shown state.Shown
		want  string
	}{
		"read": {state.Shown{Loading: true}, words.ReadingHidden},
		"gone": {state.Shown{Failure: gone}, "Hidden text cannot be shown. The message is not in the agent’s history any more."},
		"busy": {state.Shown{Failure: busy}, "Hidden text cannot be shown. Agent “main” cannot be read now."},
		"odd":  {state.Shown{Failure: &state.Failure{}}, "Hidden text cannot be shown. The agent’s history cannot be read now."},
	} {
		t.Run(name, func(t *testing.T) {
			d, a, _ := opened(t, fyne.NewSize(600, 500))
			s := secretive(3)
			s.Shown = c.shown
			s.Shown.Message = ref(1)
			d.Set(s, now)
			card := d.talk.column.byRef[ref(1)]
			if got := card.entry.revealNote(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			d.CopyShown()
			way := []string{words.Close}
			if c.shown.Failure != nil {
				way = []string{words.TryAgain, words.Close}
			}
			if got := a.take(); !slices.Equal(pressed(card), way) || len(got) > 0 {
				t.Errorf("there is another way back than %q, or something to copy: %q", way, got)
			}
			for _, p := range card.veil.presses() {
				test.Tap(p)
			}
			if got := a.take(); got[len(got)-1] != "hide" || len(way) > 1 && got[0] != "show m1" {
				t.Errorf("the ways lead to %q", got)
			}
		})
	}
}

func TestHiddenTextOutOfSightIsForgotten(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 300))
	d.Set(revealed(60), now)
	a.take()
	end := d.talk.column.tops[2] - d.talk.scroll.Offset.Y
	scrollBy(d, end-1)
	if got := a.take(); len(got) > 0 {
		t.Errorf("its last line in sight: %q", got)
	}
	scrollBy(d, 1)
	scrollBy(d, 100000)
	scrollBy(d, -10)
	if diff := cmp.Diff([]string{"hide"}, a.take()); diff != "" {
		t.Error(diff)
	}
}

func TestALongHiddenTextIsCutAsAnyOther(t *testing.T) {
	s := revealed(3)
	s.Shown.Text = string(make([]rune, data.DrawerRunes)) + "and more"
	e := entries(s, now)[1]
	text, marks, hidden := e.visible()
	if len([]rune(text)) != data.DrawerRunes || e.left != 8 || marks != nil || hidden != nil {
		t.Errorf("%d runes shown, %d left, marks %v, hidden %v", len([]rune(text)), e.left, marks, hidden)
	}
}

func TestAShownMessageStaysInItsPlaceWhenItIsAMatchNoLonger(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	s := revealed(3)
	s.Hits, s.Current = []state.MessageRef{ref(1)}, 0
	d.Set(s, now)
	card := d.talk.column.byRef[ref(1)]
	before := card.body.Position()
	s.Hits, s.Current = nil, -1
	d.Set(s, now)
	if got := card.body.Position(); got != before || got.Y >= card.Size().Height {
		t.Errorf("its text went from %v to %v in a card of %v", before, got, card.Size())
	}
}

func TestAMessageThatIsShownOutOfSightIsScrolledTo(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 300))
	d.Set(secretive(60), now)
	scrollBy(d, -100000)
	scrollBy(d, 3000)
	a.take()
	s := revealed(60)
	d.Set(s, now)
	if got := a.take(); len(got) > 0 || !d.talk.inSight(1) {
		t.Errorf("in sight %v, and %q", d.talk.inSight(1), got)
	}
}

// pressed are the texts of the buttons of a card.
func pressed(c *card) []string {
	var texts []string
	for _, p := range c.veil.presses() {
		texts = append(texts, p.text)
	}
	return texts
}

func TestWhatTheHistoryDoesNotHoldEitherIsNotCalledShown(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := secretive(3)
	s.Shown = state.Shown{Number: 1, Message: ref(1), Text: s.Messages[1].Text}
	d.Set(s, now)
	card := d.talk.column.byRef[ref(1)]
	d.CopyShown()
	if got := a.take(); len(got) > 0 || !slices.Equal(pressed(card), []string{words.Close}) || card.entry.revealNote() != words.HiddenBefore {
		t.Errorf("buttons %q under %q, copied %q", pressed(card), card.entry.revealNote(), got)
	}
	if _, _, hidden := card.entry.visible(); len(hidden) != 1 {
		t.Errorf("%d parts are drawn as hidden", len(hidden))
	}
}
