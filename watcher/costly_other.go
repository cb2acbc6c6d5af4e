//go:build !(darwin || dragonfly || freebsd || netbsd || openbsd)

package watcher

// costly is true where watching a directory opens every file in it.
const costly = false
