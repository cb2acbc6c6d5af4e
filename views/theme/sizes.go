package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Sizes that Fyne has no name for. Heights of rows grow with the text.
const (
	// SizeTitle is the text size of the title of a conversation.
	SizeTitle = fynetheme.SizeNameSubHeadingText
	// SizePageTitle is the text size of the title of a page.
	SizePageTitle = fynetheme.SizeNameHeadingText
	// SizeRow is the height of every row of the list: a list of one height scrolls at the same cost however long it is.
	SizeRow fyne.ThemeSizeName = "wordwakeRow"
	// SizePill is the height of a filter and of an icon button.
	SizePill fyne.ThemeSizeName = "wordwakePill"
	// SizeStatusBar is the height of the status bar.
	SizeStatusBar fyne.ThemeSizeName = "wordwakeStatusBar"
	// SizeFocusBar is the width of the bar beside a highlighted row and of a focus ring's stroke.
	SizeFocusBar fyne.ThemeSizeName = "wordwakeFocusBar"
	// SizeEdge is the space at the edge of the window.
	SizeEdge fyne.ThemeSizeName = "wordwakeEdge"
	// SizePage is the space around the block of a page.
	SizePage fyne.ThemeSizeName = "wordwakePage"
	// SizeReading is the widest line of a conversation.
	SizeReading fyne.ThemeSizeName = "wordwakeReading"
)

// MinTextPercent and MaxTextPercent bound the text size that a person may choose.
const (
	MinTextPercent = 85
	MaxTextPercent = 150
)

// scaled sizes follow the chosen text size.
var scaled = map[fyne.ThemeSizeName]float32{
	fynetheme.SizeNameText:           13,
	fynetheme.SizeNameCaptionText:    11,
	fynetheme.SizeNameHeadingText:    20,
	fynetheme.SizeNameSubHeadingText: 15,
	fynetheme.SizeNameInlineIcon:     20,
	SizeRow:                          48,
	SizePill:                         36,
	SizeStatusBar:                    24,
	SizeReading:                      720,
}

// fixed sizes stay the same at every text size.
var fixed = map[fyne.ThemeSizeName]float32{
	fynetheme.SizeNamePadding:            4,
	fynetheme.SizeNameInnerPadding:       8,
	fynetheme.SizeNameLineSpacing:        4,
	fynetheme.SizeNameSeparatorThickness: 1,
	fynetheme.SizeNameSplitThickness:     5,
	fynetheme.SizeNameInputBorder:        1,
	fynetheme.SizeNameInputRadius:        6,
	fynetheme.SizeNameSelectionRadius:    4,
	fynetheme.SizeNameButtonRadius:       6,
	fynetheme.SizeNameCardRadius:         6,
	fynetheme.SizeNameDialogRadius:       6,
	fynetheme.SizeNamePopupRadius:        6,
	fynetheme.SizeNameMenuRadius:         6,
	SizeFocusBar:                         3,
	SizeEdge:                             12,
	SizePage:                             24,
}

// factor turns the percentage of the settings into a factor; odd values are brought into bounds.
func factor(percent int) float32 {
	if percent == 0 {
		return 1
	}
	return float32(min(max(percent, MinTextPercent), MaxTextPercent)) / 100
}
