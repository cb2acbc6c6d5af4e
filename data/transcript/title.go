package transcript

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/wordwake/wordwake/data"
)

// titleSource is how many bytes of a first message are looked at for a title; envelopes in front of the words are shorter.
const titleSource = 16 << 10

// What OpenClaw puts around the words of a person before the agent reads them.
var (
	contextBlock = regexp.MustCompile("(?m)^[^\n]*⟦openclaw:ctx⟧[^\n]*\n(?:[ \t]*```[a-z]*\n(?s:.*?)\n[ \t]*```[ \t]*(?:\n|$))?")
	memoryBlock  = regexp.MustCompile(`(?s)<active_memory_plugin>.*?(?:</active_memory_plugin>|$)`)
	messageIDs   = regexp.MustCompile(`(?m)^[ \t]*\[message_id:[^\]\n]*\][ \t]*$`)
	envelope     = regexp.MustCompile(`^\[[^\]\n]*\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}[^\]\n]*\][ \t]*`)
	interSession = regexp.MustCompile(`^\[Inter-session message\][^\n]*\n?`)
)

// TitleFromFirst makes a title from the first message of a person: what OpenClaw put around it is taken off, white space
// becomes single spaces, and what is longer than data.TitleRunes ends in an ellipsis. It is empty for a slash command and
// where nothing is left.
func TitleFromFirst(text string) string {
	text = Head(text, titleSource)
	text = memoryBlock.ReplaceAllString(contextBlock.ReplaceAllString(text, ""), "")
	text = trim(messageIDs.ReplaceAllString(text, ""))
	text = trim(interSession.ReplaceAllString(text, ""))
	text = trim(envelope.ReplaceAllString(text, ""))
	if strings.HasPrefix(text, "/") {
		return ""
	}
	return Cut(text, data.TitleRunes)
}

// Cut makes one line of text that has at most limit runes. What is cut off is replaced by an ellipsis, never inside what a
// reader takes for one character.
func Cut(text string, limit int) string {
	line := strings.Join(strings.FieldsFunc(text, space), " ")
	if utf8.RuneCountInString(line) <= limit {
		return line
	}
	end, runes, state := 0, 0, -1
	for rest := line; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		runes += utf8.RuneCountInString(cluster)
		if runes > limit-1 {
			break
		}
		end += len(cluster)
	}
	return strings.TrimRightFunc(line[:end], space) + "…"
}

// Head is the beginning of text, at most limit bytes of it, cut between two runes.
func Head(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}
