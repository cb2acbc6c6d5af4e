package words

import "github.com/wordwake/wordwake/data"

// Role says who wrote a message.
func Role(r data.Role) string {
	switch r {
	case data.RoleUser:
		return "You"
	case data.RoleAssistant:
		return "Agent"
	default:
		return "You and agent"
	}
}

// AgentNamed names an agent in a line of its own: "Agent main".
func AgentNamed(id string) string {
	if id == "" {
		return "Agent"
	}
	return "Agent " + id
}

// kinds are the kinds of sessions in plain words. Plain talks with an agent have none.
var kinds = map[data.Kind]string{
	data.KindGlobal:    "Shared session",
	data.KindHeartbeat: "Heartbeat",
	data.KindMain:      "Main session",
	data.KindSubagent:  "Sub-agent",
	data.KindACP:       "Coding agent",
	data.KindCron:      "Scheduled job",
	data.KindThread:    "Thread",
	data.KindGroup:     "Group",
	data.KindChannel:   "Channel",
	data.KindDirect:    "Direct messages",
	data.KindDashboard: "Dashboard",
	data.KindTUI:       "Terminal",
	data.KindHook:      "Hook",
	data.KindNode:      "Device",
	data.KindHarness:   "Test run",
	data.KindVoice:     "Voice",
	data.KindDreaming:  "Dreaming",
	data.KindSystem:    "System",
}

// Kind says what a session is for, or nothing where there is nothing to tell.
func Kind(k data.Kind) string { return kinds[k] }
