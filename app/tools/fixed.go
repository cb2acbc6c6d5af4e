package tools

// fixedNames are the names that the format of messages fixes. They tell nothing of anybody, and a message without them cannot be read.
var fixedNames = namesOf(
	"role", "content", "type", "text", "thinking", "timestamp", "id", "name", "arguments", "input", "partialJson", "toolCallId", "toolName",
	"isError", "stopReason", "errorMessage", "model", "provider", "api", "responseId", "summary", "display", "customType", "senderName",
	"idempotencyKey", "tool_use_id", "source", "image_url", "url", "mimeType", "media_type", "fileName", "omitted", "bytes",
	"__openclaw", "seq", "recordTimestampMs", "kind", "truncated", "reason", "openclawStreamFallback", "replacementText", "itemId",
)

// fixedValues are what stands under the names role and type, by which a reader tells messages and blocks apart.
var fixedValues = namesOf(
	"user", "assistant", "system", "tool", "toolResult", "custom", "text", "thinking", "redacted_thinking", "toolCall", "tool_call",
	"tool_use", "tool_result", "image", "image_url", "audio", "video", "file",
)

func namesOf(list ...string) map[string]bool {
	names := make(map[string]bool, len(list))
	for _, name := range list {
		names[name] = true
	}
	return names
}

// isFixed tells whether a text is one of those that the format fixes under a name.
func isFixed(name, text string) bool {
	return (name == "role" || name == "type") && fixedValues[text]
}
