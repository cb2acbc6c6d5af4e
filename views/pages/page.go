package pages

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// Page draws a Content in the middle of its room. Make one with New; use it on the UI goroutine only.
type Page struct {
	root  *fyne.Container
	sink  keys.Sink
	act   func(Act)
	shown Content
	drawn int
	first *keys.Button
}

// New makes an empty page. Act is called with what a pressed button asks for.
func New(sink keys.Sink, act func(Act)) *Page {
	return &Page{root: container.New(column{}), sink: sink, act: act}
}

// Object is what to lay out.
func (p *Page) Object() fyne.CanvasObject { return p.root }

// Set shows another page; the same again costs a comparison.
func (p *Page) Set(c Content) {
	if p.drawn > 0 && c.Equal(p.shown) {
		return
	}
	p.shown = c
	p.drawn++
	p.first = nil
	p.root.Objects = p.build(c)
	p.root.Refresh()
}

// Content is what the page shows.
func (p *Page) Content() Content { return p.shown }

// First is the button that the keyboard goes to; nil on a page without one.
func (p *Page) First() fyne.Focusable {
	if p.first == nil {
		return nil
	}
	return p.first
}

func (p *Page) build(c Content) []fyne.CanvasObject {
	var o []fyne.CanvasObject
	if c.Icon != "" {
		o = append(o, newPicture(c.Icon))
	}
	o = append(o, heading(c.Title))
	o = append(o, block(c.Lines, false)...)
	o = append(o, block(c.Points, true)...)
	o = append(o, block(c.Notes, false)...)
	if len(c.Buttons) > 0 {
		o = append(o, p.buttons(c.Buttons))
	}
	return o
}

func (p *Page) buttons(list []Button) fyne.CanvasObject {
	box := container.New(flow{})
	for _, b := range list {
		k := keys.NewButton(b.Label, nil, p.sink, func() { p.act(b.Act) })
		if b.Primary {
			k.Importance = widget.HighImportance
		}
		if p.first == nil {
			p.first = k
		}
		box.Add(k)
	}
	return box
}

// block is one label for several lines: labels of their own would stand too far apart.
func block(lines []string, bold bool) []fyne.CanvasObject {
	if len(lines) == 0 {
		return nil
	}
	return []fyne.CanvasObject{label(strings.Join(lines, "\n"), bold)}
}

func heading(title string) fyne.CanvasObject {
	l := label(title, true)
	l.SizeName = theme.SizePageTitle
	return l
}

func label(text string, bold bool) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignCenter, fyne.TextStyle{Bold: bold})
	l.Wrapping = fyne.TextWrapWord
	return l
}

// picture is the icon over a page.
type picture struct {
	widget.Icon
	name fyne.ThemeIconName
}

func newPicture(name fyne.ThemeIconName) *picture {
	i := &picture{name: name}
	i.Resource = fynetheme.Icon(name)
	if name == fynetheme.IconNameError {
		i.Resource = fynetheme.NewErrorThemedResource(i.Resource)
	}
	i.ExtendBaseWidget(i)
	return i
}

// MinSize is larger than that of icons in a row.
func (i *picture) MinSize() fyne.Size { return fyne.NewSize(40, 40) }
