// Package command is the command line of Wordwake: search, show, index, status, secrets, redact and version. What it prints with
// --json and its exit codes stay stable. It needs no display, never writes to a history, and lets no control sequence out of
// a message reach the terminal.
package command
