// Package pages says in the middle of the window why there is nothing to list, and what to do next. Which page belongs to
// a state is told by Whole and InList; the page itself only draws and reports which button was pressed.
package pages
