//go:build !linux && !darwin && !windows

package openclaw

// whereabout cannot tell on whose disk a path lies: it counts as this computer's.
func whereabout(string) (where whereabouts, there bool) { return hereOnly, true }
