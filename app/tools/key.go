package tools

import (
	"regexp"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// The parts of keys that mean something by themselves.
const (
	mainKey    = "main"
	globalKey  = "global"
	unknownKey = "unknown"
	currentKey = "current"
	cronRun    = ":run:"
)

var (
	sessionID = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	cronBase  = regexp.MustCompile(`(?i)^agent:[^:]+:cron:[^:]+$`)
)

// clients are the names under which programs of a person talk to OpenClaw. As a key, each means the current session.
var clients = map[string]bool{
	"cli": true, "openclaw-tui": true, "webchat": true, "webchat-ui": true, "openclaw-control-ui": true,
	"openclaw-macos": true, "openclaw-ios": true, "openclaw-android": true,
}

// restOf is what a key says behind its agent; all of it where it names none.
func restOf(key data.SessionKey) string {
	if agent, rest := visibility.Split(key); agent != "" {
		return rest
	}
	return string(key)
}

// jobOf is the key of the cron job that a run belongs to: OpenClaw lists the job, and its transcripts have the keys of runs.
func jobOf(key data.SessionKey) (job data.SessionKey, isRun bool) {
	base, _, found := strings.Cut(string(key), cronRun)
	if found && cronBase.MatchString(base) {
		return data.SessionKey(base), true
	}
	return key, false
}
