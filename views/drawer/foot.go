package drawer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// foot is the row under the messages: copying, and what lies beyond them.
type foot struct {
	root       *fyne.Container
	copy, keys *button
	hint       *marked.Text
}

func newFoot(d *Drawer) *foot {
	f := &foot{hint: marked.NewStyled(marked.Line, marked.Style{Size: fynetheme.SizeNameCaptionText, Color: theme.ColorMuted})}
	f.copy = newButton(d, words.CopyMessage, fynetheme.ContentCopyIcon(), "", d.copyMessage)
	f.keys = newButton(d, words.CopySessionKey, nil, "", d.copyKey)
	f.copy.fill, f.keys.fill = true, true
	row := container.New(&footLayout{}, f.copy, f.keys, f.hint)
	f.root = container.New(layout.NewCustomPaddedLayout(6, 6, 12, 12), row)
	return f
}

func (f *foot) set(s state.Drawer) {
	f.copy.able(len(s.Messages) > 0)
	f.keys.able(s.Session.Key != "")
	f.hint.SetText(hint(s), nil, nil)
	f.root.Refresh()
}

// hint tells what lies beyond the messages that are shown.
func hint(s state.Drawer) string {
	switch {
	case s.Loading || len(s.Messages) == 0:
		return ""
	case s.Failure != nil:
		return words.Failure(*s.Failure).Title
	case s.LoadingMore:
		return words.MoreComing
	case s.Before > 0:
		return words.EarlierLoad
	case s.After > 0:
		return words.LaterLoad
	default:
		return words.Messages(len(s.Messages))
	}
}

// footLayout puts the buttons at the left and the hint at the right, where it may be elided or left out.
type footLayout struct{}

// MinSize is that of the first button: in a narrow drawer the second one stands in the menus only.
func (*footLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout gives the hint what the buttons leave.
func (*footLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	showIf(o[1], o[0].MinSize().Width+8+o[1].MinSize().Width <= size.Width)
	for _, b := range o[:2] {
		b.Move(fyne.NewPos(x, 0))
		b.Resize(fyne.NewSize(b.MinSize().Width, size.Height))
		x += b.MinSize().Width + 8
	}
	text, ok := o[2].(*marked.Text)
	if !ok {
		return
	}
	room := max(size.Width-x-8, 0)
	width, height := min(text.Natural().Width, room), text.MinSize().Height
	text.Move(fyne.NewPos(size.Width-width, (size.Height-height)/2))
	text.Resize(fyne.NewSize(width, height))
}
