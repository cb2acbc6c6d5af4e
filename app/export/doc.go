// Package export writes what the library tells in forms that other programs read. It is the same for the window and the command
// line, and opens no files.
package export
