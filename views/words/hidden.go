package words

import (
	"slices"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// HiddenNote stands beside the bullets of what is hidden.
const HiddenNote = "(hidden)"

// secret is how a kind of what is hidden is told of: what the tip says of one, and the heading over many.
type secret struct{ tip, many string }

// secrets are the kinds that the rules know by name.
var secrets = map[string]secret{
	"key":         {"Looks like an access key. Hidden here.", "Access keys"},
	"token":       {"Looks like an access token. Hidden here.", "Access tokens"},
	"password":    {"Looks like a password. Hidden here.", "Passwords"},
	"private-key": {"Looks like a private key. Hidden here.", "Private keys"},
	"jwt":         {"Looks like a sign-in token (JWT). Hidden here.", "Sign-in tokens (JWT)"},
	"url":         {"Looks like a password or key in a web address. Hidden here.", "Passwords and keys in web addresses"},
	"header":      {"Looks like the sign-in line of a web request. Hidden here.", "Sign-in lines of web requests"},
	"cookie":      {"Looks like a sign-in cookie. Hidden here.", "Sign-in cookies"},
	"card":        {"Looks like a payment card number. Hidden here.", "Payment card numbers"},
	"own-pattern": {"Fits a pattern in your OpenClaw settings. Hidden here.", "What your own patterns hide"},
	"own-secret":  {"Is a secret from your OpenClaw settings. Hidden here.", "Secrets from your OpenClaw settings"},
	"masked":      {"Was hidden already in the history.", "Hidden already in the history"},
}

// anySecret stands for a kind that is not among them.
var anySecret = secret{"Looks like a password or key. Hidden here.", "Other passwords and keys"}

// dangers are the kinds by what harm one does in the wrong hands; those that are not among them come before the last.
var dangers = []string{
	"private-key", "password", "own-secret", "key", "token", "jwt", "url", "header", "cookie", "card", "own-pattern", "", "masked",
}

func danger(kind string) int {
	if at := slices.Index(dangers, kind); at >= 0 {
		return at
	}
	return slices.Index(dangers, "")
}

// ByDanger puts kinds into the order in which they are to be looked after: the worst first, and what OpenClaw had hidden last.
func ByDanger(kinds []data.SecretKind) []data.SecretKind {
	sorted := slices.Clone(kinds)
	slices.SortStableFunc(sorted, func(a, b data.SecretKind) int { return danger(a.Kind) - danger(b.Kind) })
	return sorted
}

func secretOf(kind string) secret {
	if s, known := secrets[kind]; known {
		return s
	}
	return anySecret
}

// HiddenTip is the tooltip of what stands for a secret of a kind.
func HiddenTip(kind string) string { return secretOf(kind).tip }

// HiddenKind is the heading over a kind of what is hidden.
func HiddenKind(kind string) string { return secretOf(kind).many }

// HiddenUnread says why the hidden text of a message is not shown.
func HiddenUnread(f state.Failure) string {
	why := "The agent’s history cannot be read now."
	switch {
	case f.Gone:
		why = "The message is not in the agent’s history any more."
	case f.Agent != "":
		why = faultOf(f.State, f.Agent).Title
	}
	return "Hidden text cannot be shown. " + why
}

// Showing hidden text of one message.
const (
	ShowHidden      = "Show hidden text"
	HideAgain       = "Hide again"
	CopyShown       = "Copy shown text"
	ShownCopied     = "Shown text copied. It holds what is hidden elsewhere."
	ReadingHidden   = "Reading the message…"
	HiddenIsShown   = "Hidden text is shown here, until it is out of sight. It is not kept."
	HiddenBefore    = "OpenClaw had already hidden this; its history does not hold it."
	ShowHiddenTitle = "Show hidden text?"
	ShowHiddenText  = "Anyone who can see your screen can read it. It is read from the agent’s own history, shown in this message alone, " +
		"and not kept. This is asked once, until the program ends."
	OnlyHidden = "Contains hidden text"
)
