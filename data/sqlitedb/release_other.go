//go:build !linux || !cgo

package sqlitedb

// ReleaseMemory does nothing: the memory of these systems goes back by itself.
func ReleaseMemory() {}
