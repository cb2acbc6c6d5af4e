// Package searchbar is the search field with its clear button and the moving line that shows a search at work. It reports
// each edit; it never searches and never waits.
package searchbar
