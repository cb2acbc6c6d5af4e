//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package watcher

// costly is true where watching a directory opens every file in it. So only those directories are watched whose files'
// content matters; the others, among them the home directory with all that the person keeps in it, are asked for their time.
const costly = true
