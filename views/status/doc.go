// Package status is the bar at the lower edge of the window: how the index fares, how far it has come, the buttons that hold
// its making up, and what is searched.
package status
