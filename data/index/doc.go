// Package index is the library: a folder of ours that holds the sessions, their searchable messages and the full-text index
// next to them. A message and its index rows are written in one transaction, and a session vanishes with its index rows in
// one. It stores redacted text only, and answers from one state of the library at a time. It never reads a source.
package index
