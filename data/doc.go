// Package data is the domain of Wordwake: agents, their stores and sessions, the messages that people and agents
// exchanged, what can be asked of them, and what an answer looks like. It also holds the ports through which the layers
// meet. It knows no SQL, no window and no file format; the packages below it implement what it names.
package data
