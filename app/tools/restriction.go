package tools

import "fmt"

// listVisibility tells that a list is not of all sessions.
type listVisibility struct {
	Mode       string `json:"mode"`
	Restricted bool   `json:"restricted"`
	Warning    string `json:"warning"`
}

const restrictionWarning = "Session visibility is restricted (effective tools.sessions.visibility=%s: %s). " +
	"Sessions outside that scope are omitted from results and count."

// seesOf says in words what each mode lets see.
var seesOf = map[string]string{
	"self":  "current session only",
	"tree":  "current session + own spawn subtree; the main session sees all sessions of its agent",
	"agent": "all sessions of this agent",
}

// restriction tells that a list is not of all sessions; nil if it is.
func (s sight) restriction() *listVisibility {
	mode := s.mode()
	sees, narrowed := seesOf[mode]
	if !narrowed {
		return nil
	}
	if s.restricted() {
		sees = "current session + own spawn subtree (sandbox: spawned sessions only)"
	}
	return &listVisibility{Mode: mode, Restricted: true, Warning: fmt.Sprintf(restrictionWarning, mode, sees)}
}
