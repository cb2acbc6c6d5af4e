package views

import (
	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/views/keys"
)

// sink gives the window the keys that a widget does not use.
type sink struct{ w *Window }

// Key carries out what a key means in its zone.
func (s sink) Key(zone keys.Zone, key fyne.KeyName) bool {
	cmd := keys.Handle(zone, key, keys.Modifiers())
	if cmd == keys.None {
		return false
	}
	if cmd == keys.Back {
		s.w.back(zone)
		return true
	}
	s.w.perform(cmd)
	return true
}

// Rune brings a letter to the search field, wherever it was typed.
func (s sink) Rune(zone keys.Zone, r rune) bool {
	if zone == keys.Field || s.w.dialog != nil || s.w.frame.paged() || r == ' ' && zone == keys.List {
		return false
	}
	s.w.focus(s.w.bar.Field())
	s.w.bar.Type(r)
	return true
}

// Shortcut carries out a shortcut that a text field would swallow.
func (s sink) Shortcut(sc fyne.Shortcut) bool {
	cmd := keys.Of(sc)
	if cmd == keys.None {
		return false
	}
	s.w.perform(cmd)
	return true
}
