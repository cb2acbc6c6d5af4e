// Package views is the window. It lays out the panes, turns a state into what they show, and turns what the person does
// into calls of Actions. It reads no file, starts no goroutine and waits for nothing.
package views
