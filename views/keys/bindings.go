package keys

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// binding ties a key to a command in some zones.
type binding struct {
	command Command
	key     fyne.KeyName
	mod     fyne.KeyModifier
	zones   set
}

const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	alt       = fyne.KeyModifierAlt
	shift     = fyne.KeyModifierShift
)

// shortcuts hold Ctrl or Alt. The first one of a command is shown in the menu.
var shortcuts = []binding{
	{CheckNow, fyne.KeyR, ctrl, everywhere},
	{PauseIndex, fyne.KeyP, ctrl, everywhere},
	{CancelIndex, fyne.KeyPeriod, ctrl, everywhere},
	{Quit, fyne.KeyQ, ctrl, everywhere},
	{Find, fyne.KeyF, ctrl, everywhere},
	{Find, fyne.KeyK, ctrl, everywhere},
	{CopyMessage, fyne.KeyC, ctrlShift, everywhere},
	{CopyShown, fyne.KeyX, ctrlShift, everywhere},
	{ShowHidden, fyne.KeyH, ctrlShift, everywhere},
	{Secrets, fyne.KeyS, ctrlShift, everywhere},
	{Settings, fyne.KeyComma, ctrl, everywhere},
	{AgentMenu, fyne.Key1, ctrl, everywhere},
	{TimeMenu, fyne.Key2, ctrl, everywhere},
	{WhoMenu, fyne.Key3, ctrl, everywhere},
	{OrderMenu, fyne.Key4, ctrl, everywhere},
	{OnlyHidden, fyne.Key5, ctrl, everywhere},
	{Sight, fyne.Key6, ctrl, everywhere},
	{NextMatch, fyne.KeyG, ctrl, everywhere},
	{PreviousMatch, fyne.KeyG, ctrlShift, everywhere},
	{NextInSession, fyne.KeyDown, alt, everywhere},
	{PreviousInSession, fyne.KeyUp, alt, everywhere},
	{Larger, fyne.KeyPlus, ctrl, everywhere},
	{Larger, fyne.KeyEqual, ctrl, everywhere},
	// On many keyboards the plus sign is the shifted equal sign.
	{Larger, fyne.KeyEqual, ctrlShift, everywhere},
	{Larger, fyne.KeyPlus, ctrlShift, everywhere},
	{Smaller, fyne.KeyMinus, ctrl, everywhere},
	{NormalSize, fyne.Key0, ctrl, everywhere},
	{Shortcuts, fyne.KeySlash, ctrl, everywhere},
	{Shortcuts, fyne.KeySlash, ctrlShift, everywhere},
}

// plain keys hold neither Ctrl nor Alt, so no menu can carry them.
var plain = []binding{
	{Help, fyne.KeyF1, 0, everywhere},
	{NextMatch, fyne.KeyF4, 0, everywhere},
	{PreviousMatch, fyne.KeyF4, shift, everywhere},
	{CheckNow, fyne.KeyF5, 0, everywhere},
	{Back, fyne.KeyEscape, 0, everywhere},
	{Up, fyne.KeyUp, 0, in(Field, List, Anywhere)},
	{Down, fyne.KeyDown, 0, in(Field, List, Anywhere)},
	{PageUp, fyne.KeyPageUp, 0, in(Field, List, Anywhere)},
	{PageDown, fyne.KeyPageDown, 0, in(Field, List, Anywhere)},
	{First, fyne.KeyHome, 0, in(List)},
	{Last, fyne.KeyEnd, 0, in(List)},
	{Fold, fyne.KeyLeft, 0, in(List)},
	{Unfold, fyne.KeyRight, 0, in(List)},
	{Open, fyne.KeyReturn, 0, in(Field, List)},
	{Open, fyne.KeyEnter, 0, in(Field, List)},
	{Open, fyne.KeySpace, 0, in(List)},
}

// Handle tells what a key without Ctrl or Alt means in a zone; None means that the widget may have it.
func Handle(zone Zone, key fyne.KeyName, mod fyne.KeyModifier) Command {
	mod &= shift
	for _, b := range plain {
		if b.key == key && b.mod == mod && b.zones.has(zone) {
			return b.command
		}
	}
	return None
}

// Of tells which command a shortcut stands for, or None.
func Of(s fyne.Shortcut) Command {
	for _, b := range shortcuts {
		if custom(b).ShortcutName() == s.ShortcutName() {
			return b.command
		}
	}
	return None
}

// Shortcut is what the menu shows for a command; nil where it has none with Ctrl or Alt.
func Shortcut(c Command) fyne.Shortcut {
	for _, b := range shortcuts {
		if b.command == c {
			return custom(b)
		}
	}
	return nil
}

// EachShortcut calls f with every shortcut, also with those that the menu does not show.
func EachShortcut(f func(fyne.Shortcut, Command)) {
	for _, b := range shortcuts {
		f(custom(b), b.command)
	}
}

func custom(b binding) *desktop.CustomShortcut {
	return &desktop.CustomShortcut{KeyName: b.key, Modifier: b.mod}
}

// Modifiers are the modifier keys that are held down now; none where the driver cannot tell.
func Modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}
