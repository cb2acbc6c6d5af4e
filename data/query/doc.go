// Package query reads what a person typed. Every word is required, a quoted phrase is words in order, and everything else is
// plain text: no character is an operator, and nothing that can be typed makes an error. It knows neither the filters of a
// search nor the library.
package query
