// Package token cuts text into the words of the full-text index: exactly those that FTS5 makes of Spaced text with the tokenizer
// "unicode61 remove_diacritics 2", folded the same, with their place in the text. These are the words of FTS5 itself, but that each
// letter of a script without spaces between words is one. It never changes a text and never fails: bytes that are no UTF-8 are
// read as SQLite reads them.
package token

//go:generate go run gen.go
