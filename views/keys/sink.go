package keys

import "fyne.io/fyne/v2"

// Sink takes the keys that a focused widget lends. A true answer means that the key is used up.
type Sink interface {
	// Key takes a key without Ctrl or Alt.
	Key(zone Zone, key fyne.KeyName) bool
	// Rune takes a typed character.
	Rune(zone Zone, r rune) bool
	// Shortcut takes a key with Ctrl or Alt that a focused text field would swallow.
	Shortcut(s fyne.Shortcut) bool
}

// Nowhere is a Sink that uses nothing up.
type Nowhere struct{}

// Key uses nothing up.
func (Nowhere) Key(Zone, fyne.KeyName) bool { return false }

// Rune uses nothing up.
func (Nowhere) Rune(Zone, rune) bool { return false }

// Shortcut uses nothing up.
func (Nowhere) Shortcut(fyne.Shortcut) bool { return false }
