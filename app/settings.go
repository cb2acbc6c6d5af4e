package app

import (
	"context"
	"math"
	"time"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/state"
)

// appearances pairs the words of the file with those of the window.
var appearances = map[config.Appearance]state.Appearance{
	config.AppearanceSystem: state.AppearanceSystem,
	config.AppearanceLight:  state.AppearanceLight,
	config.AppearanceDark:   state.AppearanceDark,
}

func settingsOf(p config.Preferences) state.Settings {
	return state.Settings{Appearance: appearances[p.Appearance], TextPercent: p.TextPercent, Split: p.Split}
}

// keepSettings saves the person's choices.
func (a *app) keepSettings(s state.Settings) {
	for word, appearance := range appearances {
		if appearance == s.Appearance {
			a.preferences.Appearance = word
		}
	}
	if s.TextPercent != 0 {
		a.preferences.TextPercent = min(max(s.TextPercent, config.MinTextPercent), config.MaxTextPercent)
	}
	if s.Split != 0 {
		a.preferences.Split = min(max(s.Split, config.MinSplit), config.MaxSplit)
	}
	a.savePreferences()
}

// lastMade is how the index was made last, as the file remembers it.
func lastMade(p config.Preferences) state.Made {
	return state.Made{Took: time.Duration(p.MadeSeconds) * time.Second, Messages: p.MadeMessages}
}

// keepLastMade saves how the index was made.
func (a *app) keepLastMade(m state.Made) {
	a.preferences.MadeSeconds, a.preferences.MadeMessages = int(math.Ceil(m.Took.Seconds())), m.Messages
	a.savePreferences()
}

// savePreferences writes beside the loop. The newest choices win, and the last ones are written again at the end.
func (a *app) savePreferences() {
	preferences := a.preferences
	a.unsaved = true
	a.saver.ask(func(context.Context) { a.writePreferences(preferences) })
}

func (a *app) writePreferences(p config.Preferences) {
	if err := p.Save(a.paths.Preferences); err != nil {
		a.log.Warn("preferences not saved", kindOf(err))
	}
}
