package words

import "github.com/wordwake/wordwake/app/state"

// HiddenNote stands beside the bullets of what is hidden.
const HiddenNote = "(hidden)"

// secret is how a kind of what is hidden is told of: one of them, and many as the heading of a list.
type secret struct{ one, many string }

// secrets are the kinds that the rules know by name. A kind that is not among them is told of in general words.
var secrets = map[string]secret{
	"key":         {"an access key", "Access keys"},
	"token":       {"an access token", "Access tokens"},
	"password":    {"a password", "Passwords"},
	"private-key": {"a private key", "Private keys"},
	"jwt":         {"a sign-in token (JWT)", "Sign-in tokens (JWT)"},
	"url":         {"a password or key in a web address", "Passwords and keys in web addresses"},
	"header":      {"the sign-in line of a web request", "Sign-in lines of web requests"},
	"cookie":      {"a sign-in cookie", "Sign-in cookies"},
	"card":        {"a payment card number", "Payment card numbers"},
	"phrase":      {"the recovery phrase of a wallet", "Recovery phrases of wallets"},
}

// kindMasked is a mask that was there when the message was written. Nothing tells what it stands for.
const kindMasked = "masked"

// HiddenTip is the tooltip of what stands for a secret of a kind.
func HiddenTip(kind string) string {
	if kind == kindMasked {
		return "Was hidden already in the history."
	}
	s, known := secrets[kind]
	if !known {
		s.one = "a password or key"
	}
	return "Looks like " + s.one + ". Hidden here."
}

// HiddenKind is the heading over a kind of what is hidden.
func HiddenKind(kind string) string {
	s, known := secrets[kind]
	switch {
	case known:
		return s.many
	case kind == kindMasked:
		return "Hidden already in the history"
	default:
		return "Other passwords and keys"
	}
}

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
	ShowHiddenTitle = "Show hidden text?"
	ShowHiddenText  = "Anyone who can see your screen can read it. It is read from the agent’s own history, shown in this message alone, " +
		"and not kept. This is asked once, until the program ends."
	OnlyHidden = "Contains hidden text"
)
