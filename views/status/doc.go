// Package status is the bar at the lower edge of the window: how the index fares, how far it has come, and what is
// searched. It only shows.
package status
