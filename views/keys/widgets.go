package keys

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Button is a button that also takes Enter, and that lends every other key to its Sink first.
type Button struct {
	widget.Button
	// Name is read in place of a text; for buttons that are an icon alone.
	Name string
	// Tell, if set, is called when the pointer or the keyboard comes (true) or goes; for tooltips.
	Tell    func(on bool)
	sink    Sink
	zone    Zone
	focused bool
}

// NewButton makes a button with a text, an icon (may be nil) and what a tap does.
func NewButton(text string, icon fyne.Resource, sink Sink, tapped func()) *Button {
	b := &Button{sink: sink, zone: Anywhere}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// AccessibilityLabel is the text, or the name of a button without one.
func (b *Button) AccessibilityLabel() string {
	if b.Text == "" && b.Name != "" {
		return b.Name
	}
	return b.Button.AccessibilityLabel()
}

// MouseIn lights the button up.
func (b *Button) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	b.tell(true)
}

// MouseOut puts the light out.
func (b *Button) MouseOut() {
	b.Button.MouseOut()
	b.tell(false)
}

// Tapped takes the tip away, so that it does not stay under what the tap opens.
func (b *Button) Tapped(e *fyne.PointEvent) {
	b.tell(false)
	b.Button.Tapped(e)
}

func (b *Button) tell(on bool) {
	if b.Tell != nil {
		b.Tell(on)
	}
}

// TypedKey presses on Enter and Space and lends the rest. The keyboard stays on the button: a tap of Fyne's would take it away.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.press()
	default:
		b.sink.Key(b.zone, e.Name)
	}
}

func (b *Button) press() {
	b.tell(false)
	if !b.Disabled() && b.OnTapped != nil {
		b.OnTapped()
	}
}

// Check is a check box that lends every key but Space to its Sink.
type Check struct {
	widget.Check
	sink Sink
}

// NewCheck makes a check box with its first value and what a change does.
func NewCheck(text string, checked bool, sink Sink, changed func(bool)) *Check {
	c := &Check{sink: sink}
	c.Text, c.Checked, c.OnChanged = text, checked, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey lends what is not Space.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || !c.sink.Key(Anywhere, e.Name) {
		c.Check.TypedKey(e)
	}
}

// Entry is a text field that lends its keys and shortcuts to its Sink before it uses them.
type Entry struct {
	widget.Entry
	sink Sink
	zone Zone
}

// NewEntry makes a field of one line.
func NewEntry(zone Zone, sink Sink) *Entry {
	e := &Entry{sink: sink, zone: zone}
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey lends the key first.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if !e.sink.Key(e.zone, k.Name) {
		e.Entry.TypedKey(k)
	}
}

// TypedShortcut lends the shortcut first: the window's own shortcuts do not reach it while a field has the focus.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if !e.sink.Shortcut(s) {
		e.Entry.TypedShortcut(s)
	}
}

// SelectAll selects the whole text.
func (e *Entry) SelectAll() { e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{}) }
