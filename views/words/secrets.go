package words

import (
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// The page that lists where secrets are hidden.
const (
	SecretsTitle = "Secrets in your history"
	SecretsEntry = "Secrets in your history…"
	SecretsWhy   = "These were once written in a conversation, and still stand in your agents’ histories where OpenClaw had not " +
		"hidden them already. Change them where they were issued."
	SecretsReading = "Looking through the index…"
	SecretsNone    = "Nothing that looks like a password or key was found in your history."
	SecretsNoneYet = "Nothing that looks like a password or key was found so far."
	SecretsGrow    = "The index is not complete yet, so there may be more. The list grows along with it."
	SecretsLimited = "There are more places than are listed. The newest are shown."
	SecretsRefresh = "Refresh"
	SecretsOpen    = "Open session"
	SecretsSave    = "Save list…"
)

// The question where the list is to be saved, and what came of it.
const (
	SaveTitle = "Save list"
	SaveText  = "The list holds kinds, sessions, times and masked examples, no secret. " +
		"A name that ends with .txt makes a text, any other a table (CSV)."
	SaveConfirm = "Save"
)

var saveFaults = map[state.SaveFault]string{
	state.SaveExists:   "Not saved: there is a file of that name already. Choose another name.",
	state.SaveNoFolder: "Not saved: that folder does not exist. Choose one that does.",
	state.SaveNoAccess: "Not saved: no permission to write there. Choose another folder.",
	state.SaveNoRoom:   "Not saved: the disk is full. Free some space, or choose another folder.",
	state.SaveFailed:   "Not saved: nothing can be written there. Choose another folder.",
}

// SaveFault says why a list was not saved, and what to do; empty for a list that was.
func SaveFault(f state.SaveFault) string { return saveFaults[f] }

// Saved says what came of saving a list, in a sentence.
func Saved(s state.ListSave) string {
	if s.Fault != state.SaveFine {
		return SaveFault(s.Fault)
	}
	return ListSaved(s.Path) + "."
}

// SaveName is the name that is offered for a list of today.
func SaveName(now time.Time) string { return "wordwake-secrets-" + now.Format(time.DateOnly) + ".csv" }

// SavePath is the place that is offered for it, in the home folder.
func SavePath(now time.Time) string { return "~/" + SaveName(now) }

// ListSaved tells where the list is.
func ListSaved(path string) string { return "List saved as " + path }

// SecretKind is the heading over the sessions that hold secrets of a kind.
func SecretKind(k data.SecretKind) string {
	return Dotted(HiddenKind(k.Kind), HiddenParts(k.Parts)+" in "+Messages(k.Messages)+" of "+Sessions(k.Sessions))
}

// HiddenParts counts what is hidden.
func HiddenParts(n int) string { return Number(n) + " hidden" }

// SecretCaption is the line under the title of a session that holds secrets.
func SecretCaption(p data.SecretPlace, now time.Time) string {
	return Dotted(p.Session.Agent, HiddenParts(p.Parts)+" in "+Messages(p.Messages), lastSeen(p.Last, now), SessionMark(p.Session))
}

// SecretPlace is a session that holds secrets, in one line.
func SecretPlace(p data.SecretPlace, now time.Time) string {
	return Dotted(p.Session.Title, p.Session.Agent, HiddenParts(p.Parts)+" in "+Messages(p.Messages), WhenFull(p.Last, now))
}

func lastSeen(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	if day := Day(t, now); day == "Today" || day == "Yesterday" {
		return "last " + lower(When(t, now))
	}
	return "last " + When(t, now)
}
