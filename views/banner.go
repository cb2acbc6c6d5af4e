package views

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// tone is how grave a banner is. Each has an icon of its own beside its colour.
type tone uint8

const (
	toneInfo tone = iota
	toneWarning
	toneError
)

// notice is what a banner shows. Name is what Dismiss is called with.
type notice struct {
	name   string
	tone   tone
	text   words.Banner
	action string
	act    bannerAct
	path   string
}

// bannerAct is what the button of a banner asks for.
type bannerAct uint8

const (
	bannerNone bannerAct = iota
	bannerLeaveSample
	bannerRetry
	bannerContinue
	bannerDetails
	bannerAllDetails
	bannerRules
)

// banners stack notices over the list.
type banners struct {
	root  *fyne.Container
	sink  keys.Sink
	act   func(notice)
	hide  func(name string)
	shown []notice
	drawn int
}

func newBanners(sink keys.Sink, act func(notice), hide func(string)) *banners {
	b := &banners{root: &fyne.Container{Layout: bannerStack{}}, sink: sink, act: act, hide: hide}
	b.root.Hide()
	return b
}

// set shows notices and tells whether anything changed. A text that changes in place keeps its buttons, so that a click
// or the keyboard on one of them is not lost to the progress of the index.
func (b *banners) set(list []notice) bool {
	if slices.Equal(list, b.shown) {
		return false
	}
	keep := len(list) == len(b.shown)
	for i := 0; keep && i < len(list); i++ {
		old := b.shown[i]
		old.text = list[i].text
		keep = old == list[i]
	}
	b.shown = list
	b.drawn++
	if keep {
		for i, n := range list {
			b.root.Objects[i].(*fyne.Container).Layout.(*bannerLayout).say(n.text)
		}
	} else {
		b.root.Objects = nil
		for _, n := range list {
			b.root.Objects = append(b.root.Objects, b.build(n))
		}
	}
	show(b.root, len(list) > 0)
	b.root.Refresh()
	return true
}

func (b *banners) build(n notice) fyne.CanvasObject {
	l := &bannerLayout{
		tone:   n.tone,
		ground: canvas.NewRectangle(color.Transparent),
		icon:   widget.NewIcon(nil),
		text:   widget.NewRichText(),
	}
	l.text.Wrapping = fyne.TextWrapWord
	l.say(n.text)
	objects := []fyne.CanvasObject{l.ground, l.icon, l.text}
	if n.action != "" {
		l.buttons = append(l.buttons, keys.NewButton(n.action, nil, b.sink, func() { b.act(n) }))
	}
	hide := keys.NewButton(words.HideBanner, nil, b.sink, func() { b.hide(n.name) })
	hide.Importance = widget.LowImportance
	l.buttons = append(l.buttons, hide)
	for _, k := range l.buttons {
		objects = append(objects, k)
	}
	return &fyne.Container{Layout: l, Objects: objects}
}

// bannerStack puts banners under each other; each is as high as its text needs at the given width.
type bannerStack struct{}

const bannerGap = 4

func (bannerStack) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneMin, 0)
}

func (s bannerStack) height(objects []fyne.CanvasObject, width float32) float32 {
	total := float32(0)
	for _, o := range objects {
		total += o.(*fyne.Container).Layout.(*bannerLayout).height(width) + bannerGap
	}
	return total
}

func (s bannerStack) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		h := o.(*fyne.Container).Layout.(*bannerLayout).height(size.Width)
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, h))
		y += h + bannerGap
	}
}

// bannerLayout draws one banner: icon, text, buttons.
type bannerLayout struct {
	tone    tone
	ground  *canvas.Rectangle
	icon    *widget.Icon
	text    *widget.RichText
	buttons []*keys.Button
}

func (l *bannerLayout) say(b words.Banner) {
	title := widget.RichTextStyleInline
	if b.Text != "" {
		title.TextStyle.Bold = true // it heads what follows; alone it is a plain sentence
	}
	l.text.Segments = []widget.RichTextSegment{&widget.TextSegment{Text: b.Title, Style: title}}
	if b.Text != "" {
		l.text.Segments = append(l.text.Segments, &widget.TextSegment{Text: " " + b.Text, Style: widget.RichTextStyleInline})
	}
	l.text.Refresh()
}

func (l *bannerLayout) right() float32 {
	w := float32(0)
	for _, b := range l.buttons {
		w += b.MinSize().Width + bannerGap
	}
	return w
}

// left is where the text begins: after the icon.
func (l *bannerLayout) left() float32 {
	return theme.Size(theme.SizeEdge) + theme.Size(fynetheme.SizeNameInlineIcon)
}

func (l *bannerLayout) height(width float32) float32 {
	room := max(width-l.left()-l.right(), 1)
	// The text answers for the width that it has, so it gets its width first.
	l.text.Resize(fyne.NewSize(room, l.text.Size().Height))
	return max(l.text.MinSize().Height, theme.Size(theme.SizePill))
}

func (l *bannerLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneMin, theme.Size(theme.SizePill))
}

func (l *bannerLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.paint()
	l.ground.Resize(size)
	icon := theme.Size(fynetheme.SizeNameInlineIcon)
	l.icon.Move(fyne.NewPos(theme.Size(theme.SizeEdge)-4, (theme.Size(theme.SizePill)-icon)/2))
	l.icon.Resize(fyne.NewSize(icon, icon))
	text := l.height(size.Width)
	l.text.Move(fyne.NewPos(l.left(), max((size.Height-l.text.MinSize().Height)/2, 0)))
	l.text.Resize(fyne.NewSize(max(size.Width-l.left()-l.right(), 1), text))
	x := size.Width - l.right()
	for _, b := range l.buttons {
		min := b.MinSize()
		b.Move(fyne.NewPos(x, (size.Height-min.Height)/2))
		b.Resize(min)
		x += min.Width + bannerGap
	}
}

func (l *bannerLayout) paint() {
	l.ground.FillColor = theme.Color(theme.ColorHeader)
	l.ground.CornerRadius = theme.Size(fynetheme.SizeNameInputRadius)
	switch l.tone {
	case toneError:
		l.icon.SetResource(fynetheme.NewErrorThemedResource(fynetheme.Icon(fynetheme.IconNameError)))
	case toneWarning:
		l.icon.SetResource(fynetheme.NewWarningThemedResource(fynetheme.Icon(fynetheme.IconNameWarning)))
	default:
		l.icon.SetResource(fynetheme.NewPrimaryThemedResource(fynetheme.Icon(fynetheme.IconNameInfo)))
	}
}
