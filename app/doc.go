// Package app builds the window's program from its parts and owns every goroutine. One loop holds the state: acts of the
// person and answers of the workers reach it as messages, state.Reduce decides, and the window is drawn from the result.
package app
