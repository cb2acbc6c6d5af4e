package app

import (
	"context"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// listSecrets lists where secrets are hidden, for the page that asks; it gives up once the page is closed.
func (d *desk) listSecrets(page state.SecretsPage) {
	if !page.Loading {
		d.secrets.ask(nil)
		return
	}
	d.secrets.ask(func(ctx context.Context) {
		list, err := d.ports.secrets.Secrets(ctx, data.SecretsRequest{})
		d.answer(ctx, err, func(f *state.Failure) message {
			return state.SecretsListed{Number: page.Number, Secrets: list, Failure: f}
		})
	})
}

// reveal reads one message with what is hidden in it. The text goes to the window and nowhere else.
func (d *desk) reveal(shown state.Shown) {
	if !shown.Loading {
		d.reveals.ask(nil)
		return
	}
	d.reveals.ask(func(ctx context.Context) {
		text, err := d.ports.revealer.Reveal(ctx, shown.Request)
		d.answer(ctx, err, func(f *state.Failure) message {
			return state.HiddenRead{Number: shown.Number, Text: text, Failure: f}
		})
	})
}
