// Package excerpt makes bounded, marked pieces of messages. A piece is never longer than asked, never ends inside what a
// reader sees as one character, and holds a mask whole or not at all; marks never lie in a mask. The work depends on the
// length of the piece and, at most once, on that of the message. It hides nothing: it is given redacted text.
package excerpt
