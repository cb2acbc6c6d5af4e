// Package state holds everything that the window shows, as plain values, and the one function that changes it: Reduce. It
// knows neither the window nor the disk, so each behaviour of the window is a table test.
package state
