package drawer

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/icons"
	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// head is the bar over the messages: title, what the session is, and the steps between its matches.
type head struct {
	root           *fyne.Container
	title, caption *marked.Text
	position       *marked.Text
	place          *fyne.Container
	previous, next *button
	close          *button
}

func newHead(d *Drawer) *head {
	h := &head{
		title:    marked.NewStyled(marked.Line, marked.Style{Size: theme.SizeTitle, Bold: true}),
		caption:  marked.NewStyled(marked.Line, marked.Style{Size: fynetheme.SizeNameCaptionText, Color: theme.ColorMuted}),
		position: marked.NewStyled(marked.Line, marked.Style{Size: fynetheme.SizeNameCaptionText, Color: theme.ColorMuted}),
	}
	h.previous = newButton(d, "", icons.ChevronUp, words.PreviousMatch, func() { d.act.NextInSession(-1) })
	h.next = newButton(d, "", icons.ChevronDown, words.NextMatch, func() { d.act.NextInSession(1) })
	h.close = newButton(d, "", fynetheme.CancelIcon(), words.CloseSession, func() { d.act.Close() })
	h.place = container.New(natural{}, h.position)
	text := container.New(&lines{gap: 3}, h.title, h.caption)
	steps := container.NewHBox(h.place, h.previous, h.next, h.close)
	row := container.NewBorder(nil, nil, nil, container.NewCenter(steps), text)
	h.root = container.NewStack(newGround(theme.ColorHeader), container.New(layout.NewCustomPaddedLayout(7, 7, 12, 6), row))
	return h
}

func (h *head) set(s state.Drawer, now time.Time) {
	h.title.SetText(s.Session.Title, nil, nil)
	h.caption.SetText(words.TalkCaption(s.Session, now), nil, nil)
	many := len(s.Hits) > 0
	text := ""
	if many {
		text = words.Position(s.Current, s.Unlisted, len(s.Hits))
	}
	h.position.SetText(text, nil, nil)
	showIf(h.previous, many)
	showIf(h.next, many)
	h.previous.able(s.Current > 0)
	h.next.able(s.Current+1 < len(s.Hits))
	h.place.Refresh()
	h.root.Refresh()
}

func showIf(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
