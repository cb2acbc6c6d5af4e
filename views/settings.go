package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// textSizes are the sizes that the settings offer, in percent.
var textSizes = []int{theme.MinTextPercent, 100, 115, 130, theme.MaxTextPercent}

// showSettings opens the settings. What is chosen applies at once, so there is nothing to save.
func (w *Window) showSettings() {
	body := container.NewVBox()
	add := func(title string, row fyne.CanvasObject) {
		body.Add(widget.NewLabelWithStyle(title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		body.Add(container.New(layout.NewCustomPaddedLayout(0, 0, fynetheme.InnerPadding(), 0), row))
	}
	add(words.Appearance, w.appearanceChoice())
	add(words.TextSize, w.sizeChoice())
	add(words.AlsoList, w.includeChoice())
	if path := w.shown.Status.Library.Path; path != "" {
		body.Add(paragraph(words.IndexKept(path)))
	}
	w.tell(words.Settings, body)
}

// choice is a row of buttons of which one is pressed.
func (w *Window) choice(labels []string, now int, chosen func(int)) fyne.CanvasObject {
	row := container.NewHBox()
	all := make([]*keys.Button, len(labels))
	press := func(at int) {
		for i, b := range all {
			b.Importance = widget.MediumImportance
			b.Icon = nil
			if i == at {
				b.Icon = fynetheme.ConfirmIcon()
			}
			b.Refresh()
		}
	}
	for i, label := range labels {
		all[i] = w.button(label, false, func() {
			press(i)
			chosen(i)
		})
		row.Add(all[i])
	}
	press(now)
	return row
}

func (w *Window) appearanceChoice() fyne.CanvasObject {
	labels, now := make([]string, len(appearances)), 0
	for i, a := range appearances {
		labels[i] = appearanceName(a)
		if a == w.shown.Settings.Appearance {
			now = i
		}
	}
	return w.choice(labels, now, func(i int) { w.setAppearance(appearances[i]) })
}

func (w *Window) sizeChoice() fyne.CanvasObject {
	labels, now := make([]string, len(textSizes)), -1
	for i, p := range textSizes {
		labels[i] = words.Percent(p)
		if p == w.textPercent() {
			now = i
		}
	}
	return w.choice(labels, now, func(i int) { w.setText(textSizes[i]) })
}

func (w *Window) includeChoice() fyne.CanvasObject {
	box := container.NewVBox()
	in := w.shown.Filters.Include
	for _, k := range leftOuts {
		box.Add(keys.NewCheck(words.LeftOutShown(k), *included(&in, k), dialogSink{w}, func(on bool) {
			w.include(func(in *data.Include) { *included(in, k) = on })
		}))
	}
	return box
}
