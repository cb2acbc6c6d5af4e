// Package icons holds the app's icon and its own glyphs, built into the program. Glyphs are filled paths only, because
// strokes are not scaled by the renderer; they take the colour of the text around them.
package icons

import (
	"embed"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

//go:embed icon.svg icon-small.svg icon-*.png glyph/*.svg
var files embed.FS

// The app's icon. App is for windows, About and packages; AppSmall lacks the strokes that blur below 24 pixels.
var (
	App      = load("icon.svg")
	AppSmall = load("icon-small.svg")
)

// The glyphs, each on a grid of 24 units.
var (
	ChevronDown  = glyph("chevron-down")
	ChevronUp    = glyph("chevron-up")
	ChevronRight = glyph("chevron-right")
	ChevronLeft  = glyph("chevron-left")
	Session      = glyph("session")
	Agent        = glyph("agent")
	Hidden       = glyph("hidden")
	// Lens is the app's icon in one colour, for trays.
	Lens = glyph("lens")
)

// Sizes are the edges, in pixels, of the PNG renderings of the app's icon.
var Sizes = []int{16, 24, 32, 48, 64, 128, 256, 512}

func load(name string) *fyne.StaticResource {
	content, err := files.ReadFile(name)
	if err != nil {
		// The name is a constant of this file: the build would lack an icon.
		panic("icons: " + err.Error())
	}
	return fyne.NewStaticResource(name, content)
}

func glyph(name string) fyne.ThemedResource {
	r := load("glyph/" + name + ".svg")
	r.StaticName = name + ".svg"
	return theme.NewThemedResource(r)
}
