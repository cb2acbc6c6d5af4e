package reconcile

import (
	"cmp"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// maxTitleRunes bounds a title that a store gives; one made from a first message is bounded by data.TitleRunes.
const maxTitleRunes = 200

// titler makes the title of a session while its messages go by.
type titler struct {
	redactor data.Redactor
	first    string
	// at is the place of the message that first was made of.
	at int64
}

// see takes a message; masked tells whether its text is redacted already.
func (t *titler) see(m data.Message, masked bool) {
	if t.first != "" || m.Role != data.RoleUser {
		return
	}
	text := m.Text
	if !masked {
		text, _ = t.redactor.Redact(text)
	}
	t.first, t.at = transcript.TitleFromFirst(text), m.Seq
}

// title chooses: what the store gives, what the transcript gives, the person's first words, the key, the id.
func (t *titler) title(s data.SourceSession, report data.ReadReport) string {
	given := cmp.Or(strings.TrimSpace(s.Title), strings.TrimSpace(report.Title))
	if given != "" {
		redacted, _ := t.redactor.Redact(given)
		if line := transcript.Cut(redacted, maxTitleRunes); line != "" {
			return line
		}
	}
	if t.first != "" {
		return t.first
	}
	name, _ := t.redactor.Redact(cmp.Or(string(s.Key), string(s.ID)))
	return cmp.Or(transcript.Cut(name, maxTitleRunes), "?")
}
