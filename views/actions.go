package views

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// Actions are what the person does in the window. None but Resized may be nil; each is called on the UI goroutine and must return at
// once. What comes of it arrives with a later Render.
type Actions struct {
	// Query gets the text of the search field after each edit.
	Query func(text string)
	// Filter gets the filters as they shall be.
	Filter func(state.Filters)
	// ClearFilters asks for all agents, any time and both sides; the order stays.
	ClearFilters func()

	// Highlight gets the row that the person moved to.
	Highlight func(state.RowID)
	// Open is called for a hit or a session, and for rows that ask for more; focus tells that the keyboard goes along.
	Open func(row state.RowID, focus bool)
	// Fold asks to fold a session in the list, or to unfold it.
	Fold func(row state.RowID, folded bool)
	// NextMatch asks for the next match in the list, or the previous one for -1.
	NextMatch func(delta int)
	// NextInSession asks for the next match of the open session, or the previous one for -1.
	NextInSession func(delta int)

	// CloseDrawer asks to close the conversation.
	CloseDrawer func()
	// MoreMessages asks for a further page, before or after what is shown.
	MoreMessages func(before bool)
	// ShowWhole asks to show a long message whole.
	ShowWhole func(state.MessageRef)
	// ShowHidden asks to read a message with what is hidden in it; the person was asked. HideAgain ends that.
	ShowHidden func(state.MessageRef)
	HideAgain  func()
	// ListSecrets asks for the list of the page of secrets, or for a newer one, CloseSecrets ends the page.
	ListSecrets, CloseSecrets func()
	// OpenSecret opens a session at the newest message of a place.
	OpenSecret func(data.SecretPlace)
	// SaveSecrets asks to save a list in a new file.
	SaveSecrets func(path string, s data.Secrets)
	// Notice shows a short confirmation, as after the window put something on the clipboard.
	Notice func(text string)

	// CheckNow asks to look for changes of the stores; Retry to do again what failed.
	CheckNow, Retry func()
	// MakeIndex begins the first index.
	MakeIndex func()
	// RebuildIndex makes the index again, of these agents or of all if none is named; the person was asked.
	RebuildIndex func(agents []string)
	// Pause, Continue and CancelIndex are the buttons beside the progress; state.Controls tells which have a meaning.
	Pause, Continue, CancelIndex func()
	// TrySample shows the sample history, LeaveSample goes back to the person's own.
	TrySample, LeaveSample func()
	// ChooseFolder gets a folder as the person wrote or chose it; it may not exist.
	ChooseFolder func(path string)
	// ShowFile asks to show a file in the desktop's file manager.
	ShowFile func(path string)
	// Resized is called before the window is first seen, and when list and conversation begin or cease to have room beside each other.
	Resized func(wide bool)
	// Dismiss hides a banner; the names are those in state.State.Dismissed.
	Dismiss func(banner string)
	// Settings gets the person's settings as they shall be.
	Settings func(state.Settings)
	// Quit asks to end the program; closing the window does the same. The callee ends it.
	Quit func()
}
