// Package search runs the search of the moment: it waits for a pause in the typing, cancels what is older, and delivers only
// the newest outcome. It knows nothing of how an answer is found.
package search
