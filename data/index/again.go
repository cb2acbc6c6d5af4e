package index

import (
	"context"

	"github.com/wordwake/wordwake/data"
)

// Redact has all texts and titles that this view gives from now on masked by r, if the library was made by other rules than the
// present ones. Until it is made anew it holds what newer rules hide.
func (v *View) Redact(ctx context.Context, r data.Redactor) error {
	values, err := meta(ctx, v.tx)
	if err != nil {
		return v.fail(ctx, err)
	}
	if !madeBy(values).by(*v.file.library.rules.Load()) {
		v.again = r
	}
	return nil
}

// mask masks a message that was read. What was hidden before stays marked where it still stands.
func (v *View) mask(m *data.Message) {
	if v.again == nil {
		return
	}
	text, hidden := v.again.Redact(m.Text)
	m.Text, m.Hidden = text, data.MergeHidden(m.Text, m.Hidden, text, hidden)
}

// title masks a title that was read.
func (v *View) title(title string) string {
	if v.again == nil {
		return title
	}
	masked, _ := v.again.Redact(title)
	return masked
}
