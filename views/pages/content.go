package pages

import (
	"slices"

	"fyne.io/fyne/v2"
)

// Act is what a button of a page asks for.
type Act uint8

// The acts.
const (
	MakeIndex Act = iota + 1
	ChooseFolder
	TrySample
	WhatIsRead
	ClearFilters
	SearchTips
	Retry
	ShowFile
	CopyDetails
	// SearchAll looks with the owner's eyes again.
	SearchAll
)

// Button is a button of a page. At most one of a page is Primary.
type Button struct {
	Label   string
	Act     Act
	Primary bool
}

// Content is what a page shows, from top to bottom. Empty parts are left out.
type Content struct {
	Icon    fyne.ThemeIconName
	Title   string
	Lines   []string
	Points  []string
	Notes   []string
	Buttons []Button
}

// Equal tells whether two pages look the same.
func (c Content) Equal(d Content) bool {
	return c.Icon == d.Icon && c.Title == d.Title && slices.Equal(c.Lines, d.Lines) && slices.Equal(c.Points, d.Points) &&
		slices.Equal(c.Notes, d.Notes) && slices.Equal(c.Buttons, d.Buttons)
}
