package words

import "github.com/wordwake/wordwake/app/state"

// The page of a first start, when agents were found.
const (
	FirstRunTitle = "Search what you and your agents said"
	FirstRunFound = "Found on this computer:"
	MakeIndex     = "Make the index"
	ChooseFolder  = "Choose a folder…"
	OnlyRead      = "Files of your agents are only read."
	StaysHere     = "Nothing leaves this computer."
)

// The page when no agent was found, and the page before anything is known.
const (
	NothingFoundTitle = "No OpenClaw history found"
	NothingFoundLooks = "Looked in"
	WhatIsRead        = "What is read?"
	TrySample         = "Try it with a sample history"
	Starting          = "Looking for your agents…"
)

// WhatIsReadText answers the question of the page.
const WhatIsReadText = "Wordwake reads the databases in which OpenClaw keeps the conversations of each agent. " +
	"It opens them for reading only and keeps an index of its own beside your other app data. " +
	"Passwords and keys are left out of the index."

// IndexKept tells where the index is.
func IndexKept(path string) string { return "A search index is kept in " + path + "." }

// FoundAgent is a line of the list of found agents: its name and how much it holds.
func FoundAgent(a state.Agent) string {
	if a.Unreadable {
		return a.ID + "   cannot be read now"
	}
	if a.Sessions == 0 {
		return a.ID
	}
	return a.ID + "   " + Sessions(a.Sessions)
}

// Tips are the search tips, a line each.
var Tips = []string{
	"All words must be in the message: backup photos",
	"Words in quotation marks stand together, in this order: \"old laptop\"",
	"Capital letters and accents make no difference: cafe finds Café",
	"Joined words are searched as they stand: node_modules",
	"Newest first is the order; Best match ranks by how well the words fit",
}
