// Package library puts the parts together that answer questions: where histories are, our library of them, what brings it up
// to date, and what searches it. The window and the command line both stand on it. It prints nothing and owns no goroutine.
package library
