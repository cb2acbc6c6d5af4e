package searchbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// Bar is the search field. Make one with New; use it on the UI goroutine only.
type Bar struct {
	root  *fyne.Container
	field *keys.Entry
	clear *clearer
	line  *line
	quiet bool
}

// New makes an empty field. Changed gets the text after each edit by the person, never after SetText.
func New(changed func(text string), sink keys.Sink) *Bar {
	b := &Bar{field: keys.NewEntry(keys.Field, sink), line: newLine()}
	b.field.SetPlaceHolder(words.SearchPlaceholder)
	b.field.Icon = fynetheme.Icon(fynetheme.IconNameSearch)
	b.clear = newClearer(b.Clear)
	b.field.ActionItem = b.clear
	b.field.OnChanged = func(text string) {
		b.clear.show(text != "")
		if !b.quiet {
			changed(text)
		}
	}
	b.root = container.New(stacked{}, b.field, b.line)
	return b
}

// Object is what to lay out.
func (b *Bar) Object() fyne.CanvasObject { return b.root }

// Field is what takes the keyboard.
func (b *Bar) Field() fyne.Focusable { return b.field }

// Text is what stands in the field.
func (b *Bar) Text() string { return b.field.Text }

// SetText replaces the text without reporting an edit; the cursor goes to the end.
func (b *Bar) SetText(text string) {
	if text == b.field.Text {
		return
	}
	b.quiet = true
	b.field.SetText(text)
	b.field.CursorColumn = len([]rune(text))
	b.field.Refresh()
	b.quiet = false
}

// Clear empties the field as the person's edit.
func (b *Bar) Clear() { b.field.SetText("") }

// Type adds a character as if it was typed into the field.
func (b *Bar) Type(r rune) { b.field.TypedRune(r) }

// SelectAll selects the whole text.
func (b *Bar) SelectAll() { b.field.SelectAll() }

// SetBusy shows or hides the moving line. Without animations in the settings of the desktop there is none.
func (b *Bar) SetBusy(busy bool) { b.line.run(busy) }

// Busy tells whether the line is seen.
func (b *Bar) Busy() bool { return b.line.Visible() }

// leastHeight is the height of the field at the usual text size, in units. A field that is much higher than its text needs
// shows the text too high up.
const leastHeight = 36

// stacked puts the line at the lower edge of the field, where it takes no room of its own.
type stacked struct{}

func (stacked) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width, max(o[0].MinSize().Height, leastHeight)+lineHeight)
}

func (stacked) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(size.Width, size.Height-lineHeight))
	o[1].Move(fyne.NewPos(inset, size.Height-lineHeight))
	o[1].Resize(fyne.NewSize(max(size.Width-2*inset, 0), lineHeight))
}
