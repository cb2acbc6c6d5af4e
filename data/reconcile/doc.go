// Package reconcile brings the library in line with the stores: it finds out cheaply which stores changed, compares their
// sessions with those of the library, and writes what differs, redacted, a bounded number of messages at a time. One store
// that cannot be read never keeps the others from being read. It never writes to a store or beside it, and never touches
// the sessions of a store that it was not told to look for.
package reconcile
