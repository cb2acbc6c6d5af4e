// Package marked draws text in which searched words are bold and coloured and hidden secrets are bullets. A Text draws one
// line, elided where its room ends, or a block that is wrapped at word boundaries and whose height is exact for its width.
// A block draws only the lines in sight, so it may be very long; it never cuts its text to a bound of its own.
package marked
