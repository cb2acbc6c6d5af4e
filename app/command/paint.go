package command

import (
	"strings"

	"github.com/wordwake/wordwake/data"
)

// paint holds the control sequences of the terminal that is written to; all empty for none.
type paint struct{ strong, mark, faint, off string }

var colours = paint{strong: "\x1b[1m", mark: "\x1b[1;31m", faint: "\x1b[2m", off: "\x1b[0m"}

// paint gives the sequences for stdout: none when it is piped, when NO_COLOR is set, or for a terminal that has none.
func (w world) paint() paint {
	if !w.outTerminal || w.getenv("NO_COLOR") != "" || w.getenv("TERM") == "dumb" {
		return paint{}
	}
	return colours
}

func (p paint) title(text string) string { return p.strong + line(text) + p.off }

func (p paint) aside(text string) string { return p.faint + line(text) + p.off }

// marked is text on one line with the spans marked. Spans that do not fit the text are left out.
func (p paint) marked(text string, spans []data.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End < s.Start || s.End > len(text) {
			continue
		}
		b.WriteString(line(text[at:s.Start]))
		b.WriteString(p.mark + line(text[s.Start:s.End]) + p.off)
		at = s.End
	}
	b.WriteString(line(text[at:]))
	return b.String()
}
