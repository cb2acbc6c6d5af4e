package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
)

// secretColumns are the headings of a table of secrets.
var secretColumns = []string{
	"kind", "last", "first", "messages", "parts", "masks", "agent", "session key", "session id", "title", "newest message", "history",
}

// SecretsTable writes where secrets are hidden as comma-separated values, one line of headings and one for each place. Times are
// RFC 3339 UTC, and empty where they are not known. clean makes text of others fit for where the table goes; nil leaves it as it is.
func SecretsTable(to io.Writer, s data.Secrets, clean func(string) string) error {
	table := csv.NewWriter(to)
	if err := table.Write(secretColumns); err != nil {
		return err
	}
	for _, p := range s.Places {
		row := []string{
			p.Kind, moment(p.Last), moment(p.First), strconv.Itoa(p.Messages), strconv.Itoa(p.Parts), strings.Join(p.Masks, " "),
			p.Session.Agent, string(p.Session.Key), string(p.Session.ID), p.Session.Title, p.Newest.ID, p.Session.Store.Path,
		}
		for i := range row {
			if clean != nil {
				row[i] = clean(row[i])
			}
			row[i] = cell(row[i])
		}
		if err := table.Write(row); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// cell keeps a program for tables from taking a text of others for a formula.
func cell(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

func moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
