package tools

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/wordwake/wordwake/data/transcript"
)

// args are the arguments of a call, by name, each as it stands in JSON.
type args map[string]json.RawMessage

// maxArgs is how long the arguments of a call may be: far longer than any that a tool can use.
const maxArgs = 1 << 20

// readArgs reads the arguments of a call. None at all are as good as {}.
func readArgs(raw []byte) (args, error) {
	if strings.TrimSpace(string(raw)) == "" {
		return args{}, nil
	}
	if len(raw) > maxArgs || !transcript.Valid(raw) {
		return nil, badInput("arguments must be a JSON object")
	}
	a := args{}
	transcript.Members(raw, func(name string, value []byte) { a[name] = value })
	return a, nil
}

// get finds an argument, also under its name in snake case.
func (a args) get(name string) (value json.RawMessage, given bool) {
	if value, given = a[name]; given {
		return value, true
	}
	value, given = a[snake(name)]
	return value, given
}

// snake writes sessionKey as session_key.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// text is a trimmed string; empty if there is none.
func (a args) text(name string) string {
	value, _ := a.get(name)
	s, _ := transcript.String(value)
	return trim(s)
}

// texts is a list of trimmed strings, in lower case. A single string is a list of one.
func (a args) texts(name string) []string {
	value, _ := a.get(name)
	var list []string
	add := func(value []byte) {
		if s, ok := transcript.String(value); ok && trim(s) != "" {
			list = append(list, strings.ToLower(trim(s)))
		}
	}
	add(value)
	transcript.Elements(value, add)
	return list
}

// whole is a whole number, also one in a string; absent, null and blank are not given. ok is false for everything else.
func (a args) whole(name string) (n int, given, ok bool) {
	value, _ := a.get(name)
	text := string(value)
	if s, isText := transcript.String(value); isText {
		text = trim(s)
	}
	if text == "" || text == "null" {
		return 0, false, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, true, false
	}
	return int(f), true, true
}

// atMost is a number from 1 to most, or usual if none is given.
func (a args) atMost(name string, usual, most int) (int, error) {
	n, given, ok := a.whole(name)
	switch {
	case !ok, given && (n < 1 || n > most):
		return 0, badInput(name + " must be a positive integer")
	case !given:
		return usual, nil
	default:
		return n, nil
	}
}

// clamped is a positive number of which no more than most is taken, or usual if none is given.
func (a args) clamped(name string, usual, most int) (int, error) {
	n, err := a.atMost(name, usual, math.MaxInt)
	return min(n, most), err
}

// notNegative is a number from 0 on.
func (a args) notNegative(name string) (n int, given bool, err error) {
	n, given, ok := a.whole(name)
	if !ok || n < 0 {
		return 0, false, badInput(name + " must be a non-negative integer")
	}
	return n, given, nil
}

// isNull tells whether an argument is given as null, which some do not let pass for none.
func (a args) isNull(name string) bool {
	value, _ := a.get(name)
	return string(value) == "null"
}

// truth tells whether a value counts as true in JavaScript. It has no name in snake case.
func (a args) truth(name string) bool {
	value, given := a[name]
	if !given {
		return false
	}
	if s, ok := transcript.String(value); ok {
		return s != ""
	}
	if f, err := strconv.ParseFloat(string(value), 64); err == nil {
		return f != 0
	}
	return string(value) != "false" && string(value) != "null"
}

// flag is true for true, also under its name in snake case.
func (a args) flag(name string) bool {
	value, _ := a.get(name)
	return string(value) == "true"
}

// trim takes off white space as JavaScript's trim does.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r) })
}
