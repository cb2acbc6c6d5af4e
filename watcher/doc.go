// Package watcher turns changes in directories into hints that something may have changed. A hint says no more than that:
// whoever gets it compares. It knows directories and the file system's events, and nothing of what the files are.
package watcher
