package drawer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// chosen is the card that the keyboard is on, else the one of the current hit, else none.
func (c *column) chosen() *card {
	if c.at != nil {
		return c.at
	}
	for _, card := range c.cards {
		if card.entry.hit {
			return card
		}
	}
	return nil
}

// choose moves the keyboard to a card.
func (c *column) choose(card *card) {
	c.move(card)
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(c); canvas != nil && !c.focused {
		canvas.Focus(c)
	}
}

func (c *column) move(card *card) {
	if c.at != nil {
		c.at.focus(false)
	}
	c.at = card
	if card != nil {
		card.focus(c.focused)
	}
}

// FocusGained shows the ring; without a message chosen before, it goes to the hit, else to the first one in sight.
func (c *column) FocusGained() {
	c.focused = true
	if c.at == nil {
		c.at = c.chosen()
	}
	if c.at == nil && len(c.visible) > 0 {
		c.at, _ = c.visible[0].(*card)
	}
	c.move(c.at)
}

// FocusLost takes the ring away; the message stays chosen.
func (c *column) FocusLost() {
	c.focused = false
	if c.at != nil {
		c.at.focus(false)
	}
}

// TypedRune sends letters to the search field.
func (c *column) TypedRune(r rune) { c.drawer.act.Typed(r) }

// TypedKey moves through the messages.
func (c *column) TypedKey(e *fyne.KeyEvent) { c.drawer.typedKey(e) }

// TypedShortcut steps between matches and copies.
func (c *column) TypedShortcut(s fyne.Shortcut) { c.drawer.typedShortcut(s) }

// typedKey is what keys do anywhere in the drawer.
func (d *Drawer) typedKey(e *fyne.KeyEvent) {
	page := d.talk.scroll.Size().Height * 0.85
	switch e.Name {
	case fyne.KeyUp:
		d.talk.step(-1)
	case fyne.KeyDown:
		d.talk.step(1)
	case fyne.KeyPageUp:
		d.talk.page(-page)
	case fyne.KeyPageDown:
		d.talk.page(page)
	case fyne.KeyHome:
		d.talk.end(false)
	case fyne.KeyEnd:
		d.talk.end(true)
	case fyne.KeyReturn, fyne.KeyEnter:
		if at := d.talk.column.chosen(); at != nil && at.entry.left > 0 {
			at.showAll()
		}
	case fyne.KeyEscape:
		d.act.Close()
	default:
		d.act.Key(e)
	}
}

// typedShortcut is what shortcuts do anywhere in the drawer; those of the menu never come here.
func (d *Drawer) typedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		d.copyMessage()
	case *desktop.CustomShortcut:
		switch {
		case s.KeyName == fyne.KeyDown && s.Modifier == fyne.KeyModifierAlt:
			d.act.NextInSession(1)
		case s.KeyName == fyne.KeyUp && s.Modifier == fyne.KeyModifierAlt:
			d.act.NextInSession(-1)
		case s.KeyName == fyne.KeyC && s.Modifier == fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift:
			d.copyMessage()
		default:
			d.act.Shortcut(s)
		}
	}
}
