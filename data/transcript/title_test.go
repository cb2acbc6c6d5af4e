package transcript

import (
	"strings"
	"testing"
)

var titleCases = []struct{ name, text, want string }{
	{"short text stays", "Where is the boat?", "Where is the boat?"},
	{"lines become one", "  Where\n\tis  the\u00a0boat? ", "Where is the boat?"},
	{"a slash command makes none", "/new", ""},
	{"nothing makes none", " \n ", ""},
	{"an envelope with a time goes", "[Telegram Ann id:5 2026-07-01 10:00 UTC] hello", "hello"},
	{"brackets without a time stay", "[todo] paint the boat", "[todo] paint the boat"},
	{"a context block goes", "Sender ⟦openclaw:ctx⟧\n```json\n{\"a\": 1}\n```\n\nhello", "hello"},
	{"two context blocks go", "A ⟦openclaw:ctx⟧\n```json\n{}\n```\nB ⟦openclaw:ctx⟧\n```json\n{}\n```\nhello", "hello"},
	{"a memory block goes", "<active_memory_plugin>\nlikes tea\n</active_memory_plugin>\nhello", "hello"},
	{"a message id goes", "hello\n[message_id: 77]", "hello"},
	{"a word between agents goes", "[Inter-session message] sourceSession=agent:main:main\nhello", "hello"},
	{"sixty runes stay", strings.Repeat("ä", 60), strings.Repeat("ä", 60)},
	{"more end in an ellipsis", strings.Repeat("ä", 61), strings.Repeat("ä", 59) + "…"},
	{"a family is not cut apart", strings.Repeat("a", 56) + "👩‍👩‍👧 goes out", strings.Repeat("a", 56) + "…"},
	{"no space before the ellipsis", strings.Repeat("word ", 20), strings.TrimSpace(strings.Repeat("word ", 12))[:59] + "…"},
}

func TestTitleFromFirst(t *testing.T) {
	for _, c := range titleCases {
		t.Run(c.name, func(t *testing.T) {
			if got := TitleFromFirst(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
