// Package engine answers: it joins what the person typed, what may be seen, the library and the excerpts, and so implements
// data.Searcher and data.Historian. Each answer comes from one state of the library. It never writes, never reads a source,
// and holds no text that is not redacted.
package engine
