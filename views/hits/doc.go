// Package hits is the list on the left: sessions with their hits, or the recent sessions by day. It draws the rows that it
// is given and reports what the person does with them; which rows there are is decided elsewhere.
package hits
