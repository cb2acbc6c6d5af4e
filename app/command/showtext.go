package command

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// printPage prints a conversation for reading: who and when in a line, and the words below, set in.
func (w world) printPage(page data.Page, rest func() ([]data.Message, error)) error {
	out := bufio.NewWriter(w.stdout)
	p := w.paint()
	fmt.Fprintln(out, p.title(page.Session.Title))
	fmt.Fprintln(out, p.aside(w.aboutPage(page)))
	if page.Before > 0 {
		fmt.Fprintf(out, "\n%s\n", p.aside(count(page.Before, "earlier message")))
	}
	err := eachMessage(page, rest, func(m data.Message) error {
		fmt.Fprintf(out, "\n%s  %s\n", p.title(roleName(m.Role)), p.aside(w.clock(m.At)+rewoundLabel(m)))
		for _, l := range strings.Split(strings.TrimRight(lines(m.Text), "\n"), "\n") {
			if _, err := fmt.Fprintln(out, strings.TrimRight("  "+l, " ")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, out.Flush())
	}
	if page.After > 0 {
		fmt.Fprintf(out, "\n%s\n", p.aside(count(page.After, "later message")))
	}
	return out.Flush()
}

// printMarkdown prints a conversation as a document. What was said stays as it is, since agents write Markdown themselves.
func (w world) printMarkdown(page data.Page, rest func() ([]data.Message, error)) error {
	out := bufio.NewWriter(w.stdout)
	fmt.Fprintf(out, "# %s\n\n%s\n", escapeMarkdown(line(page.Session.Title)), escapeMarkdown(line(w.aboutPage(page))))
	if page.Before > 0 {
		fmt.Fprintf(out, "\n*%s*\n", count(page.Before, "earlier message"))
	}
	err := eachMessage(page, rest, func(m data.Message) error {
		_, err := fmt.Fprintf(out, "\n**%s** · %s\n\n%s\n", roleName(m.Role), w.clock(m.At)+rewoundLabel(m), strings.TrimSpace(lines(m.Text)))
		return err
	})
	if err != nil {
		return errors.Join(err, out.Flush())
	}
	if page.After > 0 {
		fmt.Fprintf(out, "\n*%s*\n", count(page.After, "later message"))
	}
	return out.Flush()
}

func (w world) aboutPage(page data.Page) string {
	s := page.Session
	about := []string{string(s.Key), "agent " + s.Agent, w.clock(s.StartedAt) + " to " + w.clock(s.UpdatedAt)}
	if len(page.Windows) > 1 {
		about = append(about, count(len(page.Windows), "session id"))
	}
	return strings.Join(about, " · ")
}

func rewoundLabel(m data.Message) string {
	if m.Rewound {
		return " (rewound)"
	}
	return ""
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "#", `\#`,
)

func escapeMarkdown(text string) string { return markdownEscapes.Replace(text) }
