package openclaw

import "strings"

// whereabouts say who may change what lies in a directory.
type whereabouts uint8

const (
	// hereOnly is a disk of this computer: the system knows of every change.
	hereOnly whereabouts = iota
	// elsewhere is another computer's disk, or that of a virtual one: what is changed there goes unnoticed here.
	elsewhere
	// eitherWay is what a program puts into the place of a disk: of another computer's or of an encrypted one of this.
	eitherWay
)

// remote reports whether a path lies on another machine's disk.
func remote(path string) bool {
	where, _ := whereabout(path)
	return where == elsewhere
}

// sharePath reports whether the name that Windows has for a path leads to another computer, or into its Linux (WSL).
func sharePath(path string) bool {
	path = strings.ToUpper(strings.ReplaceAll(path, "/", `\`))
	if long, is := strings.CutPrefix(path, `\\?\`); is {
		return strings.HasPrefix(long, `UNC\`)
	}
	return strings.HasPrefix(path, `\\`) && !strings.HasPrefix(path, `\\.\`)
}
