package words

// Shortcut is a line of the list of shortcuts.
type Shortcut struct{ Keys, Does string }

// Shortcuts lists all shortcuts in the order of the help page. Ctrl stands for Cmd on macOS.
func Shortcuts() []Shortcut {
	return []Shortcut{
		{"Ctrl+F, Ctrl+K", "Go to the search field"},
		{"Any letter", "In the list or the session: goes to the search field"},
		{"Up, Down, Page Up, Page Down", "Move through the list"},
		{"Right, Left", "Open or fold a session in the list"},
		{"Enter", "Open the match and go there"},
		{"F4, Ctrl+G", "Next match"},
		{"Shift+F4, Ctrl+Shift+G", "Previous match"},
		{"Alt+Down, Alt+Up", "Next or previous match in this session"},
		{"Esc", "Back: close the session, go to the field, clear the text"},
		{"Ctrl+1, 2, 3, 4", "Open the agent, time, who or order menu"},
		{"Ctrl+5", "Only messages that contain hidden text"},
		{"Ctrl+6", "Search as this session sees it"},
		{"Ctrl+Shift+H", "Show the hidden text of the message, or hide it again"},
		{"Ctrl+Shift+X", "Copy the shown text"},
		{"Ctrl+Shift+S", "Secrets in your history"},
		{"Ctrl+Shift+C", "Copy the message"},
		{"Ctrl+R, F5", "Check for changes"},
		{"Ctrl+P", "Pause the indexing, or continue it"},
		{"Ctrl+period", "Cancel the indexing"},
		{"Ctrl+plus, Ctrl+minus, Ctrl+0", "Text size"},
		{"Ctrl+comma", "Settings"},
		{"F1", "Help"},
		{"Ctrl+/", "Shortcuts"},
		{"Ctrl+Q", "Quit"},
	}
}
