package views

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/pages"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

const ctrlShift = ctrl | fyne.KeyModifierShift

// secretive is opened with something hidden in its message.
func secretive() state.State {
	s := opened()
	s.Drawer.Messages[0].Text = "the key is ***"
	s.Drawer.Messages[0].Hidden = []data.Hidden{{Span: data.Span{Start: 11, End: 14}, Kind: "key"}}
	return s
}

// revealed is secretive with what is hidden in its message.
func revealed() state.State {
	s := secretive()
	s.Drawer.Shown = state.Shown{Number: 1, Message: state.MessageRef{Session: "s1", ID: "m1"}, Text: "the key is zebra"}
	return s
}

func TestHiddenTextIsShownAfterAQuestionThatIsAskedOnce(t *testing.T) {
	b := newBench(t)
	b.Render(secretive())
	b.shortcut(fyne.KeyH, ctrlShift)
	if b.dialog == nil {
		t.Fatal("nobody is asked")
	}
	b.want()
	b.key(fyne.KeyReturn) // the keyboard starts on Cancel
	b.want()
	b.shortcut(fyne.KeyH, ctrlShift)
	if b.dialog == nil {
		t.Fatal("a person who said no is not asked again")
	}
	b.key(fyne.KeyTab)
	b.win.Canvas().FocusNext()
	b.key(fyne.KeyReturn)
	b.want("show hidden m1")
	b.shortcut(fyne.KeyH, ctrlShift)
	b.want("show hidden m1")
	b.Render(revealed())
	b.shortcut(fyne.KeyH, ctrlShift)
	b.want("hide again")
	failed := revealed()
	failed.Drawer.Shown = state.Shown{Number: 2, Message: failed.Drawer.Shown.Message, Failure: &state.Failure{}}
	b.Render(failed)
	if b.menu.reveal.Label != words.ShowHidden {
		t.Errorf("the menu offers %q where nothing could be read", b.menu.reveal.Label)
	}
	b.shortcut(fyne.KeyH, ctrlShift)
	b.want("show hidden m1")
}

func TestOnlyTheShownTextItselfIsCopiedWithItsSecret(t *testing.T) {
	b := newBench(t)
	b.Render(revealed())
	b.shortcut(fyne.KeyC, ctrlShift)
	if got := b.app.Clipboard().Content(); got != "the key is ***" {
		t.Errorf("the message is copied as %q", got)
	}
	b.shortcut(fyne.KeyX, ctrlShift)
	if got := b.app.Clipboard().Content(); got != "the key is zebra" {
		t.Errorf("the shown text is copied as %q", got)
	}
	b.want(words.MessageCopied, words.ShownCopied)
	b.Render(secretive())
	b.app.Clipboard().SetContent("")
	b.shortcut(fyne.KeyX, ctrlShift)
	if got := b.app.Clipboard().Content(); got != "" {
		t.Errorf("hidden again, it is copied as %q", got)
	}
}

func TestHiddenTextThatACoveredConversationShowsIsForgotten(t *testing.T) {
	b := newBench(t)
	b.win.Resize(fyne.NewSize(minWidth, minHeight))
	b.asked = true
	b.Render(revealed())
	b.want()
	b.typeText("x")
	b.log = nil
	b.Render(revealed())
	b.want("hide again")
}

func TestTheMenuOffersWhatCanBeDoneWithHiddenText(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	m := b.menu
	if !m.reveal.Disabled || !m.copyShown.Disabled || m.secrets.Disabled || m.onlyHidden.Checked {
		t.Error("without a conversation")
	}
	s := revealed()
	s.Filters.Hidden = true
	b.Render(s)
	if m.reveal.Label != words.HideAgain || m.reveal.Disabled || m.copyShown.Disabled || !m.onlyHidden.Checked {
		t.Error("while hidden text is shown")
	}
	b.Render(state.State{Phase: state.PhaseNothingFound})
	if !m.secrets.Disabled {
		t.Error("without a history")
	}
	b.perform(keys.Secrets)
	b.perform(keys.Sight)
	b.perform(keys.OnlyHidden)
	if b.dialog != nil || len(b.filters) > 0 {
		t.Error("a page lets dialogs and filters through")
	}
}

func TestOnlyHiddenTextIsListedByAKey(t *testing.T) {
	b := newBench(t)
	s := found()
	b.Render(s)
	b.shortcut(fyne.Key5, ctrl)
	s.Filters.Hidden = true
	b.Render(s)
	b.shortcut(fyne.Key5, ctrl)
	if diff := cmp.Diff([]state.Filters{{Hidden: true}, {}}, b.filters); diff != "" {
		t.Error(diff)
	}
}

func TestASightIsChosenForTheSessionInQuestion(t *testing.T) {
	scoped := found()
	scoped.Filters.Sight = state.Sight{Mode: state.SightTree, Of: "agent:work:main", Title: "Talk", Store: data.Store{Agent: "work"}}
	for name, c := range map[string]struct {
		s    state.State
		keys []fyne.KeyName
		want []state.Filters
	}{
		"the open one": {opened(), []fyne.KeyName{fyne.KeyReturn}, []state.Filters{
			{Sight: state.Sight{Mode: state.SightConfigured, Of: "agent:main:main", Title: "Fix the nightly backup"}},
		}},
		"that of the present sight": {scoped, []fyne.KeyName{fyne.KeyReturn}, []state.Filters{{Sight: scoped.Filters.Sight}}},
		"none":                      {found(), []fyne.KeyName{fyne.KeyReturn}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.Render(c.s)
			b.shortcut(fyne.Key6, ctrl)
			if b.dialog == nil {
				t.Fatal("nothing is asked or said")
			}
			b.key(c.keys...)
			if diff := cmp.Diff(c.want, b.filters); diff != "" || b.dialog != nil {
				t.Errorf("dialog %v, filters (-want +got):\n%s", b.dialog, diff)
			}
		})
	}
}

func TestTheHighlightedSessionIsInQuestionWhileNoneIsOpen(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Highlight = "h1"
	b.Render(s)
	b.lookAs(state.Sight{})
	if got, there := b.sessionInQuestion(); !there || got.Key != "agent:main:main" {
		t.Errorf("got %v, %v", got.Key, there)
	}
}

func TestTheListExplainsWhatIsHidden(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Results.Groups[0].Hits[0].Excerpt = data.Excerpt{Text: "***", Hidden: []data.Hidden{{Span: data.Span{Start: 0, End: 3}, Kind: "cookie"}}}
	b.Render(s)
	row := theme.Size(theme.SizeRow)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.list).AddXY(60, row)
	var seen []string
	for y := float32(1); y < row; y++ {
		test.MoveMouse(b.win.Canvas(), at.AddXY(0, y))
		if tip := b.tips.Text(); tip != "" {
			seen = append(seen, tip)
		}
	}
	if len(seen) < 10 || seen[0] != "Looks like a sign-in cookie. Hidden here." {
		t.Errorf("under the pointer: %d times %q", len(seen), seen)
	}
	test.MoveMouse(b.win.Canvas(), at.AddXY(0, 5*row))
	if got := b.tips.Text(); got != "" {
		t.Errorf("elsewhere: got %q", got)
	}
}

func TestThePageOfSecretsOpensASession(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.shortcut(fyne.KeyS, ctrlShift)
	b.want("list secrets")
	p := b.secrets
	if p == nil || p.note.Text != words.SecretsReading || p.why.Visible() || !p.open.Disabled() || !p.save.Disabled() {
		t.Fatal("nothing says that the list is on its way")
	}
	b.Render(listed())
	if b.secrets.note.Visible() || !b.secrets.why.Visible() || b.secrets.open.Disabled() || b.win.Canvas().Focused() != b.secrets.list {
		t.Fatal("the list is not there, or has not the keyboard")
	}
	b.key(fyne.KeyReturn)
	b.want("close secrets", "open secret m1")
	if b.dialog != nil || b.secrets != nil || !b.follow {
		t.Error("the page stays, or the keyboard does not go to the conversation")
	}
}

// listed is found with the page of secrets, which lists one place.
func listed() state.State {
	s := found()
	s.Secrets = state.SecretsPage{Open: true, Number: 1, Listed: true, Secrets: data.Secrets{
		Kinds: []data.SecretKind{{Kind: "key", Parts: 1, Messages: 1, Sessions: 1}},
		Places: []data.SecretPlace{{
			Kind: "key", Session: s.Results.Groups[0].Session, Parts: 1, Messages: 1, Masks: []string{"sk…yz"}, Last: now, Newest: data.Message{ID: "m1"},
		}},
	}}
	return s
}

func TestThePageOfSecretsSays(t *testing.T) {
	busy, cut := &state.Failure{State: data.StoreBusy}, data.Secrets{Places: []data.SecretPlace{{}}, Limited: true}
	for name, c := range map[string]struct {
		page state.SecretsPage
		want string
		grow bool
	}{
		"that nothing was found":   {state.SecretsPage{Listed: true}, words.SecretsNone, false},
		"why there is no list":     {state.SecretsPage{Failure: busy}, words.Failure(*busy).String(), false},
		"that not all is listed":   {state.SecretsPage{Listed: true, Secrets: cut}, words.SecretsLimited, false},
		"nothing where all is":     {listed().Secrets, "", false},
		"that it looks":            {state.SecretsPage{Loading: true}, words.SecretsReading, false},
		"nothing while it renews":  {state.SecretsPage{Loading: true, Listed: true, Secrets: listed().Secrets.Secrets}, "", false},
		"that it may grow":         {listed().Secrets, words.SecretsGrow, true},
		"that nothing is yet":      {state.SecretsPage{Listed: true}, words.SecretsNoneYet + " " + words.SecretsGrow, true},
		"where it is saved":        {saved(state.ListSave{Ended: 1, Path: "/x"}), "List saved as /x.", false},
		"why it is not saved":      {saved(state.ListSave{Ended: 1, Fault: state.SaveExists}), words.SaveFault(state.SaveExists), false},
		"that nothing is still so": {state.SecretsPage{Loading: true, Listed: true}, words.SecretsNone, false},
	} {
		if got := secretsNote(c.page, c.grow); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestThePageOfSecretsIsRenewedAndClosed(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.showSecrets()
	b.Render(listed())
	b.log = nil
	b.win.Canvas().FocusNext()
	b.win.Canvas().FocusNext()
	b.key(fyne.KeyReturn)
	b.want("list secrets")
	b.key(fyne.KeyEscape)
	b.want("close secrets")
	b.Render(found())
	if b.secrets != nil || b.win.Canvas().Focused() != b.bar.Field() {
		t.Error("the page stays, or the keyboard is lost")
	}
}

// saved is the page of secrets after its list was saved, or not.
func saved(save state.ListSave) state.SecretsPage {
	page := listed().Secrets
	page.Save = save
	return page
}

func TestTheListOfSecretsIsSaved(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.showSecrets()
	b.Render(listed())
	page := b.dialog
	b.log = nil
	test.Tap(b.secrets.save)
	b.shortcutInField(fyne.KeyA)
	b.typeText(" /x/list.txt ")
	b.key(fyne.KeyReturn, fyne.KeyReturn)
	b.want("save 1 in /x/list.txt")
	s := listed()
	s.Secrets.Save = state.ListSave{Ended: 1, Fault: state.SaveExists}
	b.Render(s)
	if q := b.saving; q == nil || q.wrong.Text != words.SaveFault(state.SaveExists) || q.path.Text != " /x/list.txt " || q.save.Disabled() {
		t.Fatal("the question does not say what is wrong, or loses the path")
	}
	b.typeText("x")
	b.key(fyne.KeyReturn)
	b.want("save 1 in /x/list.txt x")
	b.Render(s)
	if b.saving == nil || b.saving.wrong.Text != "" {
		t.Fatal("an older answer counts")
	}
	s.Secrets.Save = state.ListSave{Ended: 2, Path: "/x/list.txt x"}
	b.Render(s)
	b.want()
	if b.saving != nil || b.dialog != page || b.secrets == nil || b.secrets.note.Text != "List saved as /x/list.txt x." {
		t.Error("the question stays, or the page goes, or does not say where the list is")
	}
	b.key(fyne.KeyEscape)
	b.want("close secrets")
}

func TestWhoDoesNotSaveComesBackToThePage(t *testing.T) {
	for name, leave := range map[string]func(*bench){
		"by Esc": func(b *bench) { b.key(fyne.KeyEscape) },
		"by the button": func(b *bench) {
			b.win.Canvas().FocusNext()
			b.win.Canvas().FocusNext()
			b.key(fyne.KeyReturn)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.Render(found())
			b.showSecrets()
			b.Render(listed())
			page := b.dialog
			b.log = nil
			b.focus(b.secrets.save)
			b.key(fyne.KeyReturn)
			leave(b)
			b.want()
			if b.secrets == nil || b.dialog != page || b.saving != nil {
				t.Error("the page is gone, or the question stays")
			}
			if got := b.win.Canvas().Focused(); got != b.secrets.save {
				t.Errorf("the keyboard is on %T", got)
			}
		})
	}
}

func TestTheKeyboardStaysInADialog(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.showSecrets()
	b.Render(listed())
	b.win.Canvas().Unfocus()
	b.dialog.layer.Tapped(nil)
	if b.win.Canvas().Focused() != b.secrets.list {
		t.Error("a click on nothing takes it away")
	}
	test.Tap(b.secrets.save)
	b.key(fyne.KeyEscape)
	if b.win.Canvas().Focused() != b.secrets.list {
		t.Error("a click on a button takes it away")
	}
	b.focus(b.secrets.save)
	empty := listed()
	empty.Secrets.Number, empty.Secrets.Secrets = 2, data.Secrets{}
	b.Render(empty)
	if b.win.Canvas().Focused() != b.secrets.list || b.secrets.why.Visible() {
		t.Error("it stays on a button that has no meaning, or an empty list is explained")
	}
}

// shortcutInField presses a key with Ctrl as the focused field gets it.
func (b *bench) shortcutInField(key fyne.KeyName) {
	b.t.Helper()
	field, ok := b.win.Canvas().Focused().(fyne.Shortcutable)
	if !ok {
		b.t.Fatal("no field has the keyboard")
	}
	if key == fyne.KeyA {
		field.TypedShortcut(&fyne.ShortcutSelectAll{})
		return
	}
	field.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: ctrl})
}

func TestThePageFitsIntoTheSmallestWindow(t *testing.T) {
	b := newBench(t)
	b.win.Resize(fyne.NewSize(minWidth, minHeight))
	s := found()
	s.Settings.TextPercent = 100
	b.Render(s)
	b.showSecrets()
	b.Render(listed())
	if min := b.dialog.layer.MinSize(); min.Width > minWidth || min.Height > minHeight {
		t.Errorf("the page of secrets needs %v", min)
	}
	if b.secrets.list.Size().Height < 2*48 {
		t.Errorf("its list is %v high", b.secrets.list.Size().Height)
	}
	b.dialog.close()
	b.Render(opened())
	b.askSight()
	if min := b.dialog.layer.MinSize(); min.Width > minWidth || min.Height > minHeight {
		t.Errorf("the choice of a sight needs %v", min)
	}
}

func TestEverythingIsSearchedAgainWhereTheSettingsCannotBeRead(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Filters = state.Filters{Role: data.RoleUser, Sight: state.Sight{Mode: state.SightTree, Of: "agent:main:main"}}
	b.Render(s)
	b.pagePressed(pages.SearchAll)
	if diff := cmp.Diff([]state.Filters{{Role: data.RoleUser}}, b.filters); diff != "" {
		t.Error(diff)
	}
}

func TestTheChoicesOfASightAreEquallyHigh(t *testing.T) {
	b := newBench(t)
	b.Render(opened())
	b.askSight()
	heights := map[float32]int{}
	eachButton(b.dialog.layer.content, func(button *keys.Button) { heights[button.Size().Height]++ })
	if len(heights) != 1 {
		t.Errorf("heights and how often: %v", heights)
	}
}

// eachButton calls do for every button of a dialog.
func eachButton(o fyne.CanvasObject, do func(*keys.Button)) {
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			eachButton(child, do)
		}
	case *keys.Button:
		do(o)
	}
}
