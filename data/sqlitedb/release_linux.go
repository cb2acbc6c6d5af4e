//go:build cgo

package sqlitedb

// #include <stdlib.h>
// #ifdef __GLIBC__
// #include <malloc.h>
// static void release(void) { malloc_trim(0); }
// #else
// static void release(void) {}
// #endif
import "C"

// ReleaseMemory gives back to the system what SQLite has freed. The C library of most Linux systems keeps it else, for ever: in
// pieces between what is still in use, one lot for each thread that ever worked for SQLite.
func ReleaseMemory() { C.release() }
