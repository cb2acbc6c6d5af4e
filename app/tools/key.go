package tools

import (
	"regexp"
	"strings"

	"github.com/wordwake/wordwake/data"
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
	incognito = regexp.MustCompile(`(?i)^agent:[^:]+:(dashboard|subagent|internal-session-effects):incognito-[^:]+$`)
	sessionID = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	cronBase  = regexp.MustCompile(`(?i)^agent:[^:]+:cron:[^:]+$`)
)

// clients are the names under which programs of a person talk to OpenClaw. As a key, each means the current session.
var clients = map[string]bool{
	"cli": true, "openclaw-tui": true, "webchat": true, "webchat-ui": true, "openclaw-control-ui": true,
	"openclaw-macos": true, "openclaw-ios": true, "openclaw-android": true,
}

// splitKey takes "agent:<id>:<rest>" apart. The agent is empty for every other key, and in lower case.
func splitKey(key data.SessionKey) (agent, rest string) {
	parts := strings.SplitN(string(key), ":", 3)
	if len(parts) == 3 && strings.EqualFold(parts[0], "agent") && strings.TrimSpace(parts[1]) != "" && parts[2] != "" {
		return strings.ToLower(parts[1]), parts[2]
	}
	return "", string(key)
}

// isScoped is true for keys that begin as those of an agent's sessions do.
func isScoped(key string) bool { return len(key) >= 6 && strings.EqualFold(key[:6], "agent:") }

// jobOf is the key of the cron job that a run belongs to: OpenClaw lists the job, and its transcripts have the keys of runs.
func jobOf(key data.SessionKey) (job data.SessionKey, isRun bool) {
	base, _, found := strings.Cut(string(key), cronRun)
	if found && cronBase.MatchString(base) {
		return data.SessionKey(base), true
	}
	return key, false
}
