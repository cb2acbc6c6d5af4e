package drawer

import (
	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/views/marked"
)

// lines stacks texts of one line and centres the block in the height.
type lines struct{ gap float32 }

// MinSize lets the texts be elided: it asks for a little width only.
func (l *lines) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(60, -l.gap)
	for _, o := range objects {
		size.Height += o.MinSize().Height + l.gap
	}
	return size
}

// Layout gives each text the whole width.
func (l *lines) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - l.MinSize(objects).Height) / 2
	for _, o := range objects {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, height))
		y += height + l.gap
	}
}

// natural gives a text the width of its words, so that it is not elided.
type natural struct{}

// MinSize is the natural size of the text.
func (natural) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		if t, ok := o.(*marked.Text); ok {
			size = size.Max(t.Natural())
		}
	}
	return size
}

// Layout centres the text in the height.
func (n natural) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(0, (size.Height-height)/2))
		o.Resize(fyne.NewSize(size.Width, height))
	}
}

// panes puts head, messages and foot one under the other, without gaps.
type panes struct{}

// MinSize is the room for all three.
func (panes) MinSize(o []fyne.CanvasObject) fyne.Size {
	head, talk, foot := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(max(head.Width, talk.Width, foot.Width), head.Height+talk.Height+foot.Height)
}

// Layout gives the messages what head and foot leave.
func (panes) Layout(o []fyne.CanvasObject, size fyne.Size) {
	head, foot := o[0].MinSize().Height, o[2].MinSize().Height
	y := float32(0)
	for i, height := range []float32{head, max(size.Height-head-foot, 0), foot} {
		o[i].Move(fyne.NewPos(0, y))
		o[i].Resize(fyne.NewSize(size.Width, height))
		y += height
	}
}
