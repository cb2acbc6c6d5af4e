package tools

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/wordwake/wordwake/data/visibility"
)

// Tool describes a tool to whoever may call it.
type Tool struct {
	Name, Description string
	// Schema is the JSON schema of the arguments.
	Schema json.RawMessage

	run func(t *Tools, ctx context.Context, s sight, a args) (any, error)
}

// toolOf names the tool of each action.
var toolOf = map[visibility.Action]string{
	visibility.ActionSearch: "sessions_search", visibility.ActionHistory: "sessions_history", visibility.ActionList: "sessions_list",
}

// All lists the tools.
func All() []Tool {
	return []Tool{
		{
			Name: toolOf[visibility.ActionSearch],
			Description: "Searches the exact words of what was said in the sessions that you may see, best match first. " +
				"All words must occur; words in double quotes are a phrase. " +
				"Read around a hit with sessions_history, handing on sessionKey, messageId and sessionId.",
			Schema: schema(`"query": {"type": "string", "maxLength": 4096, "description": "Words to find."},
				"limit": {"type": "integer", "minimum": 1, "maximum": 25, "description": "Most hits wanted; 10 if not given."},
				"sessionKey": {"type": "string", "description": "Search only this session: \"current\", \"main\" or a key from sessions_list."}`,
				`"query"`),
			run: (*Tools).search,
		},
		{
			Name: toolOf[visibility.ActionHistory],
			Description: "Reads the messages of a session that you may see, the newest unless an offset or a message is named. " +
				"Begin with offset 0 and go on with nextOffset as long as hasMore is true. Secrets are masked.",
			Schema: schema(`"sessionKey": {"type": "string", "description": "\"current\", \"main\", or a key from sessions_list."},
				"limit": {"type": "integer", "minimum": 1, "description": "Most messages wanted; 200 if not given."},
				"offset": {"type": "integer", "minimum": 0, "description": "How many of the newest messages to pass over."},
				"messageId": {"type": "string", "description": "Show the messages around this one."},
				"sessionId": {"type": "string", "description": "In which transcript of the session messageId is."},
				"includeTools": {"type": "boolean", "description": "Show the results of tools too."}`,
				`"sessionKey"`),
			run: (*Tools).history,
		},
		{
			Name:        toolOf[visibility.ActionList],
			Description: "Lists the sessions that you may see, those with the newest activity first.",
			Schema: schema(`"kinds": {"type": "array", "items": {"type": "string"}, "description": "main, group, cron, hook, node, other."},
				"label": {"type": "string", "description": "Exactly this name."},
				"agentId": {"type": "string", "description": "Only sessions of this agent."},
				"search": {"type": "string", "description": "A part of the key or the name."},
				"activeMinutes": {"type": "integer", "minimum": 1, "description": "Active within so many minutes."},
				"archived": {"type": ["boolean", "string"], "description": "true: archived sessions instead. \"all\": both, from OpenClaw 2026.9 on."},
				"limit": {"type": "integer", "minimum": 1, "description": "Most rows wanted; 100 if not given, at most 200."},
				"offset": {"type": "integer", "minimum": 0, "description": "How many rows to pass over."},
				"messageLimit": {"type": "integer", "minimum": 0, "maximum": 20, "description": "How many of the last messages to show."},
				"includeDerivedTitles": {"type": "boolean"}, "includeLastMessage": {"type": "boolean"}`, ``),
			run: (*Tools).list,
		},
	}
}

func schema(properties, required string) json.RawMessage {
	return json.RawMessage(`{"type": "object", "properties": {` + properties + `}, "required": [` + required + `]}`)
}

// Names lists the names of the tools.
func Names() (names []string) {
	for _, tool := range All() {
		names = append(names, tool.Name)
	}
	return names
}

func find(name string) (Tool, bool) {
	all := All()
	i := slices.IndexFunc(all, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return all[i], true
}
