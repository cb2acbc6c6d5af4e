// Package bench measures Wordwake beside what it is compared with, in one run on the same rows: the building of the index
// beside a bare loop of inserts, and searches beside OpenClaw's own statement; and what is promised in milliseconds: the
// listing of sessions, the check that nothing changed, finding out what a session may see, and redaction with its false alarms.
// It holds no code of the product.
package bench
