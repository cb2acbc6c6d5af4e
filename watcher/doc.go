// Package watcher turns changes in directories into hints that something may have changed. A hint says no more than that:
// whoever gets it compares. It knows directories and the file system's events, and nothing of what the files are.
//
// Where the system tells of no changes, hints come at intervals instead, and in any case now and then, so that nothing that
// is missed stays missed. What is watched is told by Watch, which is to be called again after each comparison: a hint may
// mean that a directory came, went, or is another one under the same name.
package watcher
