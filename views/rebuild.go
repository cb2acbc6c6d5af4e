package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// askRebuild asks whether the index is to be made again, of all agents or of one. The keyboard starts on the button that changes
// nothing.
func (w *Window) askRebuild() {
	if s := w.shown; s.Phase != state.PhaseReady || s.Sample {
		return
	}
	body := container.NewVBox(paragraph(words.MakeAgainText))
	time := widget.NewLabel("")
	var which *keys.Select
	agents := w.shown.Agents // as the choices list them: others may appear meanwhile
	chosen := func() []string { return chosenAgents(agents, which) }
	tell := func() { time.SetText(words.Takes(w.shown.LastMade.Estimate(messagesOf(w.shown, chosen())))) }
	if len(agents) > 1 {
		which = keys.NewSelect(agentChoices(agents), dialogSink{w})
		which.OnChanged = func(string) { tell() }
		body.Add(container.NewHBox(widget.NewLabel(words.MakeAgainOf), which))
	}
	tell()
	if time.Text != "" {
		body.Add(time)
	}
	var d *dialog
	keep := w.button(words.MakeAgainKeep, false, func() { d.close() })
	again := w.button(words.MakeAgainConfirm, true, func() {
		only := chosen()
		d.done(func() { w.act.RebuildIndex(only) })
	})
	d = w.ask(words.MakeAgainTitle, body, fyne.Focusable(keep), keep, again)
}

// agentChoices lists all agents as one choice, and then each.
func agentChoices(agents []state.Agent) []string {
	choices := []string{words.AllAgents}
	for _, a := range agents {
		choices = append(choices, words.AgentNamed(a.ID))
	}
	return choices
}

// chosenAgents is the one agent that was chosen, or none for all.
func chosenAgents(agents []state.Agent, which *keys.Select) []string {
	if which == nil {
		return nil
	}
	i := which.SelectedIndex() - 1
	if i < 0 || i >= len(agents) {
		return nil
	}
	return []string{agents[i].ID}
}

// messagesOf counts the messages of one agent, or all.
func messagesOf(s state.State, agents []string) int {
	if len(agents) == 0 {
		return s.Status.Library.Messages
	}
	n := 0
	for _, store := range s.Status.Stores {
		if store.Store.Agent == agents[0] {
			n += store.Messages
		}
	}
	return n
}
