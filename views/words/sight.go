package words

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// Looking with the eyes of a session.
const (
	// Everything is the choice of the owner, who sees all.
	Everything  = "Everything (all agents)"
	SearchAll   = "Search everything"
	SightEntry  = "As this session sees it…"
	SightTitle  = "As this session sees it"
	SightText   = "An agent may look only at some of the sessions when it searches by itself. Choose what to search as if this session did:"
	SightNobody = "Highlight a session in the list, or open one, to see what it could find when it searches by itself."
)

// sight names a mode for a button, and says in a sentence what it lets a session see.
type sight struct{ name, text string }

var sights = map[state.SightMode]sight{
	state.SightConfigured: {"As OpenClaw’s settings say", "What it finds today."},
	state.SightSelf:       {"Only itself", "Its own messages and nothing else."},
	state.SightTree:       {"Its family", "Itself and the sessions that it started. A main session sees all of its agent."},
	state.SightAgent:      {"Its agent", "All sessions of the same agent."},
	state.SightAll:        {"Other agents too", "Also other agents’ sessions, as far as OpenClaw’s settings allow it."},
	state.SightSandboxed:  {"In a sandbox", "What is left to a session that runs shut off: as a rule what it started itself."},
}

// SessionQuoted names a session by its title and agent, as the subject of a question.
func SessionQuoted(s data.Session) string {
	return Dotted(Quoted(short(s.Title, 60)), AgentNamed(s.Agent))
}

// SightName names a mode in a word or two.
func SightName(m state.SightMode) string { return sights[m].name }

// SightExplained says in a sentence what a mode lets a session see.
func SightExplained(m state.SightMode) string { return sights[m].text }

// SightChosen is the chip of a search with the eyes of a session.
func SightChosen(s state.Sight) string {
	return "As " + Quoted(short(s.Title, 32)) + " sees it: " + lower(SightName(s.Mode))
}
