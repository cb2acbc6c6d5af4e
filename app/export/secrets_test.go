package export_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/export"
	"github.com/wordwake/wordwake/data"
)

// TestNoCellIsAFormula keeps a spreadsheet from computing what somebody wrote.
func TestNoCellIsAFormula(t *testing.T) {
	var out bytes.Buffer
	for _, title := range []string{"=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1", ""} {
		out.Reset()
		s := data.Secrets{Places: []data.SecretPlace{{Kind: title, Session: data.Session{Title: title}, Last: time.Time{}}}}
		if err := export.SecretsTable(&out, s, nil); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		for _, cell := range rows[1] {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("%q becomes %q", title, cell)
			}
		}
	}
}
