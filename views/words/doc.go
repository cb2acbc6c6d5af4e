// Package words makes every sentence of the window, in English: counts with grouped numbers and real plurals, times as
// people say them, and what went wrong with the next step. It is handed values and gives strings; it never shows an
// internal text, a path excepted where a person needs it to act.
package words
