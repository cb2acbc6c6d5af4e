package views

import (
	"strings"
	"time"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// askDays asks for two days, of which one may be left empty.
func (w *Window) askDays(since, until time.Time, done func(since, until time.Time)) {
	first, last := w.dayEntry(since), w.dayEntry(until)
	wrong := widget.NewLabel("")
	wrong.Importance = widget.DangerImportance
	var d *dialog
	apply := func() {
		a, b, problem := days(first.Text, last.Text, w.zone())
		if problem != "" {
			wrong.SetText(problem)
			return
		}
		d.done(func() { done(a, b) })
	}
	form := container.New(
		layout.NewFormLayout(),
		widget.NewLabel(words.FirstDay), first, widget.NewLabel(words.LastDay), last,
	)
	d = w.ask(
		words.BetweenTitle, container.New(fixedWidth{textWidth}, container.NewVBox(form, wrong)), first,
		w.button(words.Cancel, false, func() { d.close() }),
		w.button(words.Apply, true, apply),
	)
	d.accept = apply
}

func (w *Window) dayEntry(t time.Time) *keys.Entry {
	e := keys.NewEntry(keys.Anywhere, dialogSink{w})
	e.SetPlaceHolder(words.DayExample)
	if !t.IsZero() {
		e.SetText(t.Format(time.DateOnly))
	}
	return e
}

// zone is the zone in which the person counts days.
func (w *Window) zone() *time.Location { return w.now().Location() }

// days reads two days; an empty one is no bound. The problem is a sentence for the person, or empty.
func days(first, last string, zone *time.Location) (since, until time.Time, problem string) {
	since, ok := day(first, zone)
	if !ok {
		return since, until, words.DayWrong
	}
	until, ok = day(last, zone)
	switch {
	case !ok:
		return since, until, words.DayWrong
	case since.IsZero() && until.IsZero():
		return since, until, words.DayNeeded
	case !since.IsZero() && !until.IsZero() && until.Before(since):
		return since, until, words.DaysSwapped
	default:
		return since, until, ""
	}
}

func day(s string, zone *time.Location) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return time.Time{}, true
	}
	t, err := time.ParseInLocation(time.DateOnly, s, zone)
	return t, err == nil
}
