package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data/redact"
)

var errEmpty = errors.New("must not be empty")

// pathValue is a flag that holds one path.
type pathValue struct{ path *string }

func (v *pathValue) String() string {
	if v.path == nil {
		return ""
	}
	return *v.path
}
func (v *pathValue) Type() string { return "dir" }
func (v *pathValue) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errEmpty
	}
	*v.path = s
	return nil
}

// pathsValue is a repeatable flag that holds paths. They may contain commas.
type pathsValue struct{ paths *[]string }

func (v *pathsValue) String() string { return "" }
func (v *pathsValue) Type() string   { return "dir" }
func (v *pathsValue) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return errEmpty
	}
	*v.paths = append(*v.paths, s)
	return nil
}

// agentsValue is a repeatable flag that holds agent ids, which are lower case.
type agentsValue struct{ agents *[]string }

func (v *agentsValue) String() string { return "" }
func (v *agentsValue) Type() string   { return "id" }
func (v *agentsValue) Set(s string) error {
	if s = strings.ToLower(strings.TrimSpace(s)); s == "" {
		return errEmpty
	}
	*v.agents = append(*v.agents, s)
	return nil
}

// kindsValue is a repeatable flag that holds kinds of secrets.
type kindsValue struct{ kinds *[]string }

func (v *kindsValue) String() string { return "" }
func (v *kindsValue) Type() string   { return "kind" }
func (v *kindsValue) Set(s string) error {
	if s = strings.ToLower(strings.TrimSpace(s)); !slices.Contains(redact.Kinds(), s) {
		return fmt.Errorf("must be one of %s", strings.Join(redact.Kinds(), ", "))
	}
	*v.kinds = append(*v.kinds, s)
	return nil
}

// wordValue is a flag that takes one of a few words.
type wordValue struct {
	word    *string
	choices []string
}

func (v *wordValue) String() string {
	if v.word == nil {
		return ""
	}
	return *v.word
}
func (v *wordValue) Type() string { return strings.Join(v.choices, "|") }
func (v *wordValue) Set(s string) error {
	if !slices.Contains(v.choices, s) {
		return fmt.Errorf("must be one of %s", strings.Join(v.choices, ", "))
	}
	*v.word = s
	return nil
}

// numberValue is a flag that takes a number within bounds. max 0 means unbounded.
type numberValue struct {
	number   *int
	min, max int
}

func (v *numberValue) String() string {
	if v.number == nil {
		return ""
	}
	return strconv.Itoa(*v.number)
}
func (v *numberValue) Type() string { return "n" }
func (v *numberValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err == nil && n >= v.min && (v.max == 0 || n <= v.max):
		*v.number = n
		return nil
	case v.max == 0:
		return fmt.Errorf("must be a number from %d", v.min)
	default:
		return fmt.Errorf("must be a number from %d to %d", v.min, v.max)
	}
}

// dateValue is a flag that takes a day in local time or a moment. A day means its first moment, or with end its last.
type dateValue struct {
	at    *time.Time
	local *time.Location
	end   bool
}

func (v *dateValue) String() string { return "" }
func (v *dateValue) Type() string   { return "date" }
func (v *dateValue) Set(s string) error {
	if at, err := time.Parse(time.RFC3339, s); err == nil {
		*v.at = at
		return nil
	}
	day, err := time.ParseInLocation(time.DateOnly, s, v.local)
	if err != nil {
		return errors.New("must be a day such as 2026-07-14 or a time such as 2026-07-14T21:04:00Z")
	}
	if v.end {
		// The last millisecond: times are kept in milliseconds, and a day may have 23 or 25 hours.
		day = time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, v.local).Add(-time.Millisecond)
	}
	*v.at = day
	return nil
}
