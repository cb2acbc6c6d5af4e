package words

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/wordwake/wordwake/data"
)

var english = message.NewPrinter(language.English)

// Number writes a whole number with grouped digits: 18,204.
func Number(n int) string { return english.Sprintf("%d", n) }

// counted joins a number with the fitting form of its noun. Counts stop at data.MaxCount, so that one says "or more".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Matches counts matches. A count that reached its bound says so.
func Matches(n int) string {
	if n >= data.MaxCount {
		return Number(data.MaxCount) + " or more matches"
	}
	return counted(n, "match", "matches")
}

// Sessions counts sessions.
func Sessions(n int) string { return counted(n, "session", "sessions") }

// Messages counts messages.
func Messages(n int) string { return counted(n, "message", "messages") }

// Agents counts agents.
func Agents(n int) string { return counted(n, "agent", "agents") }

// Position tells which of how many matches is shown, counted from 1: "1 of 3". Before counts matches that stand before the n
// listed ones. An index of -1 gives the number of matches alone.
func Position(index, before, n int) string {
	if index < 0 {
		return Matches(before + n)
	}
	return Number(before+index+1) + " of " + Number(before+n)
}
