package redact

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// armour breaks the secrets of the test data, so that no scanner takes them for real ones.
const armour = "¦"

func plain(s string) string { return strings.ReplaceAll(s, armour, "") }

type vector struct {
	Name, Kind, Input, Expected string
	Changed                     bool
}

type credential struct{ Kind, Input, Secret string }

func load[T any](t testing.TB, file string) []T {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

var secretRun = regexp.MustCompile(`^[A-Za-z0-9+/=_.\-]{8}$`)

// takenOut gives each run of eight characters of input that OpenClaw takes out.
func takenOut(input, expected string) (parts []string) {
	r := []rune(input)
	for i := 0; i+8 <= len(r); i++ {
		if part := string(r[i : i+8]); secretRun.MatchString(part) && !strings.Contains(expected, part) {
			parts = append(parts, part)
		}
	}
	return parts
}

// leaks gives the first eight characters of input that OpenClaw takes out and out still has.
func leaks(input, expected, out string) string {
	for _, part := range takenOut(input, expected) {
		if strings.Contains(out, part) {
			return part
		}
	}
	return ""
}

func TestVectorsOfOpenClawHold(t *testing.T) {
	var failed []string
	count := 0
	for _, v := range load[vector](t, "redaction.json") {
		input, expected := plain(v.Input), plain(v.Expected)
		out, _ := Redactor{}.Redact(input)
		switch {
		case v.Kind == "negative" || strings.Contains(v.Name, "prose"):
			if count++; out != input {
				failed = append(failed, v.Name)
				t.Logf("changed: %s -> %s", input, out)
			}
		case v.Changed:
			if count++; leaks(input, expected, out) != "" {
				failed = append(failed, v.Name)
				t.Logf("%s lets %q through: %s -> %s", v.Name, leaks(input, expected, out), input, out)
			}
		}
	}
	for _, k := range load[credential](t, "credential-kinds.json") {
		input, secret := plain(k.Input), plain(k.Secret)
		if out, _ := (Redactor{}).Redact(input); strings.Contains(out, secret) {
			failed = append(failed, k.Kind)
			t.Logf("%s is let through: %s -> %s", k.Kind, input, out)
		}
		count++
	}
	t.Logf("%d of %d hold", count-len(failed), count)
	if d := cmp.Diff(failed, []string(nil)); d != "" {
		t.Errorf("rows that do not hold (-got +want):\n%s", d)
	}
}
