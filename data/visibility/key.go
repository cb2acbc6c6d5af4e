package visibility

import (
	"regexp"
	"strings"

	"github.com/wordwake/wordwake/data"
)

const (
	// current stands for the session that looks, whatever its key is.
	current data.SessionKey = "current"
	// global is the key of the session that all channels share where the settings say so.
	global data.SessionKey = "global"
	// unknown is the key under which OpenClaw keeps what belongs to no session.
	unknown data.SessionKey = "unknown"
)

var incognito = regexp.MustCompile(`^agent:[^:]+:(dashboard|subagent|internal-session-effects):incognito-[^:]+$`)

// hidden is true for the folded keys of sessions that nobody may see, not even they themselves.
func hidden(key data.SessionKey) bool {
	return strings.Contains(string(key), ":incognito-") && incognito.MatchString(string(key))
}

// caseKept are the parts of a key behind which an id of the provider keeps its case: to the next colon, or to the end.
var caseKept = []struct {
	marker string
	toEnd  bool
}{
	{"signal:group:", false},
	{"matrix:channel:", true},
	{"matrix:group:", true},
}

// fold writes a key so that equal keys have equal texts: in lower case, but for ids that providers tell apart by their case.
func fold(key data.SessionKey) data.SessionKey {
	lower := strings.ToLower(string(key))
	if lower == string(key) || len(lower) != len(key) {
		return data.SessionKey(lower)
	}
	for _, kept := range caseKept {
		at := strings.Index(lower, kept.marker)
		if at < 0 {
			continue
		}
		from, to := at+len(kept.marker), len(lower)
		if end := strings.IndexByte(lower[from:], ':'); end >= 0 && !kept.toEnd {
			to = from + end
		}
		lower = lower[:from] + string(key[from:to]) + lower[to:]
	}
	return data.SessionKey(lower)
}

// Same tells whether two keys mean one session: in any case, but for ids that providers tell apart by their case.
func Same(a, b data.SessionKey) bool { return a == b || fold(a) == fold(b) }

// IsIncognito is true for the keys of sessions that nobody may see, not even they themselves.
func IsIncognito(key data.SessionKey) bool { return hidden(fold(key)) }

// Split takes a key "agent:<id>:<rest>" in any case apart: the agent in lower case, the rest as it is. Both are empty for any
// other key.
func Split(key data.SessionKey) (agent, rest string) {
	if !Scoped(key) {
		return "", ""
	}
	agent, rest, ok := strings.Cut(string(key[len(agentPrefix):]), ":")
	if !ok || agent == "" || rest == "" {
		return "", ""
	}
	return strings.ToLower(agent), rest
}

// AgentOf is the agent that a key names; empty if it names none.
func AgentOf(key data.SessionKey) string {
	agent, _ := Split(key)
	return agent
}

const agentPrefix = "agent:"

// Scoped is true for keys that begin like those of an agent in any case, well formed or not.
func Scoped(key data.SessionKey) bool {
	return len(key) >= len(agentPrefix) && strings.EqualFold(string(key[:len(agentPrefix)]), agentPrefix)
}

// ownerOf names the agent that a folded key belongs to, or else the one that is named beside it. A key that claims an agent
// and names none belongs to nobody.
func ownerOf(key data.SessionKey, beside string) string {
	if Scoped(key) {
		agent, _ := Split(key)
		return agent
	}
	return strings.ToLower(beside)
}

// ofChild is true for keys under which sub-agents and ACP runs are kept: the only ones that may belong to the session of
// another agent.
func ofChild(key data.SessionKey) bool {
	_, rest := Split(key)
	return strings.HasPrefix(rest, subagentPrefix) || strings.HasPrefix(rest, "acp:")
}

const subagentPrefix = "subagent:"

// ofSubagent is true for keys of sub-agents.
func ofSubagent(key data.SessionKey) bool {
	_, rest := Split(key)
	return strings.HasPrefix(rest, subagentPrefix)
}
