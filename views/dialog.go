package views

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// dialog is a question or a text over the window. Esc closes it, Fyne's own do not; the keyboard then goes back to where
// it was, because a dialog lies in a layer with a focus of its own.
type dialog struct {
	w      *Window
	layer  *veil
	accept func()
	// first is where the keyboard starts, and where it goes when a click took it away.
	first fyne.Focusable
	// under is the dialog that this one lies over, or nil.
	under *dialog
	// closed is told when the dialog is gone, in whatever way; nil tells nobody.
	closed func()
}

// dialogSink closes the dialog on Esc and accepts it on Enter in a field; every other key stays in the dialog.
type dialogSink struct{ w *Window }

// Key closes or accepts.
func (s dialogSink) Key(_ keys.Zone, key fyne.KeyName) bool {
	d := s.w.dialog
	switch {
	case d == nil:
		return false
	case key == fyne.KeyEscape:
		d.close()
		return true
	case (key == fyne.KeyReturn || key == fyne.KeyEnter) && d.accept != nil:
		d.accept()
		return true
	default:
		return false
	}
}

// Rune uses nothing up.
func (s dialogSink) Rune(keys.Zone, rune) bool { return false }

// Shortcut quits; the others do not reach under a dialog.
func (s dialogSink) Shortcut(sc fyne.Shortcut) bool {
	if keys.Of(sc) != keys.Quit {
		return false
	}
	s.w.perform(keys.Quit)
	return true
}

// button makes a button for a dialog. A click on it takes the keyboard away, so the dialog that stays gets it back.
func (w *Window) button(label string, primary bool, tapped func()) *keys.Button {
	b := keys.NewButton(label, nil, dialogSink{w}, func() {
		tapped()
		if w.dialog != nil {
			w.dialog.refocus()
		}
	})
	if primary {
		b.Importance = widget.HighImportance
	}
	return b
}

// ask opens a dialog. The keyboard starts on first, or on the last button. Buttons stand at the right in their order.
func (w *Window) ask(title string, body fyne.CanvasObject, first fyne.Focusable, buttons ...*keys.Button) *dialog {
	head := widget.NewLabelWithStyle(title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	head.SizeName = theme.SizeTitle
	row := container.NewHBox(layout.NewSpacer())
	for _, b := range buttons {
		row.Add(b)
	}
	// The order of the objects is that of the Tab key.
	d := &dialog{w: w, layer: newVeil(container.NewVBox(head, w.bounded(body), spacer(), row)), under: w.dialog}
	w.dialog = d
	w.win.Canvas().Overlays().Add(d.layer)
	if first == nil && len(buttons) > 0 {
		first = buttons[len(buttons)-1]
	}
	d.first = first
	d.layer.tapped = d.refocus
	d.refocus()
	return d
}

// dialogFrame is the height of what stands around the body of a dialog at the usual text size, in units.
const dialogFrame = 130

// bounded lets a body scroll that is higher than the window.
func (w *Window) bounded(body fyne.CanvasObject) fyne.CanvasObject {
	room := w.win.Canvas().Size().Height - dialogFrame*theme.Size(fynetheme.SizeNameText)/13
	need := body.MinSize()
	if need.Height <= room {
		return body
	}
	scroll := container.NewVScroll(body)
	scroll.SetMinSize(fyne.NewSize(need.Width, max(room, 0)))
	return scroll
}

// refocus gives the keyboard to a dialog that has it nowhere.
func (d *dialog) refocus() {
	if d.first != nil && d.w.win.Canvas().Focused() == nil {
		d.w.focus(d.first)
	}
}

// close takes the dialog away, and brings back the one that it lies over.
func (d *dialog) close() {
	d.w.win.Canvas().Overlays().Remove(d.layer)
	if d.w.dialog = d.under; d.under != nil {
		d.under.refocus()
	}
	if d.closed != nil {
		d.closed()
	}
}

// done closes the dialog and then does something, so that what follows may open another one.
func (d *dialog) done(do func()) {
	d.close()
	do()
}

func spacer() fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(1, 8))
	return r
}

// textWidth is the width of running text in dialogs, in units.
const textWidth = 460

// paragraph is wrapped text of the width of running text.
func paragraph(text string) fyne.CanvasObject { return wrapped(text, textWidth) }

// wrapped is wrapped text of a fixed width; it gets the width before it is asked for its height.
func wrapped(text string, width float32) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return container.New(fixedWidth{width}, l)
}

type fixedWidth struct{ width float32 }

func (f fixedWidth) MinSize(o []fyne.CanvasObject) fyne.Size {
	if o[0].Size().Width != f.width {
		o[0].Resize(fyne.NewSize(f.width, o[0].MinSize().Height))
	}
	return fyne.NewSize(f.width, o[0].MinSize().Height)
}

func (f fixedWidth) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
}
