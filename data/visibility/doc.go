// Package visibility decides which sessions may be shown to whom, on plain values and before anything is searched, so that
// no limit is spent on what is not to be seen. It knows no database and reads nothing.
package visibility
