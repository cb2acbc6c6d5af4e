// Package transcript turns the raw events of one session into its messages: it decodes events, walks their tree to the
// active branch, and takes the text that counts as said by a person or by an agent. It reads bytes and returns values; it
// never touches a file, and no input makes it panic.
package transcript
