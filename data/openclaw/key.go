package openclaw

import (
	"regexp"
	"strings"

	"github.com/wordwake/wordwake/data"
)

var (
	agentID   = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)
	notAgent  = regexp.MustCompile(`[^a-z0-9_-]+`)
	incognito = regexp.MustCompile(`(?i)^agent:[^:]+:(dashboard|subagent|internal-session-effects):incognito-[^:]+$`)
)

// normalAgent writes an agent id as OpenClaw does.
func normalAgent(id string) string {
	id = strings.ToLower(strings.TrimSpace(id))
	if agentID.MatchString(id) {
		return id
	}
	id = strings.Trim(notAgent.ReplaceAllString(id, "-"), "-")
	if len(id) > 64 {
		id = id[:64]
	}
	if id == "" {
		return "main"
	}
	return id
}

// splitKey takes a session key apart: the agent, empty for keys of old stores that name none, and the rest.
func splitKey(key data.SessionKey) (agent, rest string) {
	parts := strings.SplitN(string(key), ":", 3)
	if len(parts) == 3 && strings.EqualFold(parts[0], "agent") && parts[1] != "" && parts[2] != "" {
		return strings.ToLower(parts[1]), parts[2]
	}
	return "", string(key)
}

// prefixes tell a kind by how the rest of a key begins, tried last, in this order.
var prefixes = []struct {
	prefix string
	kind   data.Kind
}{
	{"dashboard:", data.KindDashboard},
	{"tui-", data.KindTUI},
	{"tui:", data.KindTUI},
	{"explicit:", data.KindExplicit},
	{"hook:", data.KindHook},
	{"node-", data.KindNode},
	{"node:", data.KindNode},
	{"harness:", data.KindHarness},
	{"voice:", data.KindVoice},
	{"dreaming-narrative-", data.KindDreaming},
	{"boot:", data.KindSystem},
	{"boot-", data.KindSystem},
	{"internal-session-effects:", data.KindSystem},
}

// kindOf classifies a session as OpenClaw 2026.9.6 does: the first rule that fits.
func kindOf(key data.SessionKey, mainKey, chatType string, e entry) data.Kind {
	_, rest := splitKey(key)
	rest = strings.ToLower(rest)
	switch {
	case rest == "global":
		return data.KindGlobal
	case rest == "unknown":
		return data.KindUnknown
	case strings.HasSuffix(rest, ":heartbeat") && e.heartbeatBase != "":
		return data.KindHeartbeat
	case rest == "main" || (mainKey != "" && rest == strings.ToLower(mainKey)):
		return data.KindMain
	case strings.HasPrefix(rest, "subagent:"):
		return data.KindSubagent
	case strings.HasPrefix(rest, "acp:"):
		return data.KindACP
	case strings.HasPrefix(rest, "cron:"):
		return data.KindCron
	case strings.Contains(rest, ":thread:"):
		return data.KindThread
	}
	if kind := peerKind(rest); kind != "" {
		return kind
	}
	return restKind(rest, chatType)
}

// peerKind tells groups, channels and direct talks by the word in the key.
func peerKind(rest string) data.Kind {
	marked := ":" + rest
	switch {
	case strings.Contains(marked, ":group:"):
		return data.KindGroup
	case strings.Contains(marked, ":channel:"), strings.Contains(marked, ":room:"):
		return data.KindChannel
	case strings.Contains(marked, ":direct:"), strings.Contains(marked, ":dm:"):
		return data.KindDirect
	default:
		return ""
	}
}

func restKind(rest, chatType string) data.Kind {
	switch strings.ToLower(chatType) {
	case "group":
		return data.KindGroup
	case "channel":
		return data.KindChannel
	case "direct":
		return data.KindDirect
	}
	if rest == "boot" {
		return data.KindSystem
	}
	for _, p := range prefixes {
		if strings.HasPrefix(rest, p.prefix) {
			return p.kind
		}
	}
	return data.KindCustom
}
