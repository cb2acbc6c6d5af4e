package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Colours that Fyne has no name for. Ask for them with Color, or with Fyne's own theme.Color.
const (
	// ColorMatch is the colour of searched words; they are bold too.
	ColorMatch fyne.ThemeColorName = "wordwakeMatch"
	// ColorMuted is the colour of times, agents and other second-rank text.
	ColorMuted fyne.ThemeColorName = "wordwakeMuted"
	// ColorHidden is the colour of what stands for a hidden secret.
	ColorHidden fyne.ThemeColorName = "wordwakeHidden"
	// ColorFocusBar is the colour of the bar beside a highlighted row and of focus rings.
	ColorFocusBar fyne.ThemeColorName = "wordwakeFocusBar"
	// ColorSurface is the ground of the conversation and of menus.
	ColorSurface fyne.ThemeColorName = "wordwakeSurface"
	// ColorHeader is the ground of the head of the conversation and of the status bar.
	ColorHeader fyne.ThemeColorName = "wordwakeHeader"
	// ColorEdge is the colour of the edges of controls; it passes 3:1 on every ground.
	ColorEdge fyne.ThemeColorName = "wordwakeEdge"
)

// colors maps each colour name to a field of a palette. Names that are not in it are Fyne's to answer.
var colors = map[fyne.ThemeColorName]func(*palette) color.NRGBA{
	ColorMatch:    func(p *palette) color.NRGBA { return p.match },
	ColorMuted:    func(p *palette) color.NRGBA { return p.muted },
	ColorHidden:   func(p *palette) color.NRGBA { return p.hidden },
	ColorFocusBar: func(p *palette) color.NRGBA { return p.ring },
	ColorSurface:  func(p *palette) color.NRGBA { return p.surface },
	ColorHeader:   func(p *palette) color.NRGBA { return p.header },
	ColorEdge:     func(p *palette) color.NRGBA { return p.edge },

	fynetheme.ColorNameBackground:                func(p *palette) color.NRGBA { return p.background },
	fynetheme.ColorNameButton:                    func(p *palette) color.NRGBA { return p.header },
	fynetheme.ColorNameDisabled:                  func(p *palette) color.NRGBA { return p.disabled },
	fynetheme.ColorNameDisabledButton:            func(p *palette) color.NRGBA { return p.background },
	fynetheme.ColorNameError:                     func(p *palette) color.NRGBA { return p.danger },
	fynetheme.ColorNameFocus:                     func(p *palette) color.NRGBA { return p.focus },
	fynetheme.ColorNameForeground:                func(p *palette) color.NRGBA { return p.text },
	fynetheme.ColorNameForegroundOnError:         func(p *palette) color.NRGBA { return p.onDanger },
	fynetheme.ColorNameForegroundOnPrimary:       func(p *palette) color.NRGBA { return p.onPrimary },
	fynetheme.ColorNameForegroundOnSuccess:       func(p *palette) color.NRGBA { return p.onSuccess },
	fynetheme.ColorNameForegroundOnWarning:       func(p *palette) color.NRGBA { return p.onWarning },
	fynetheme.ColorNameHeaderBackground:          func(p *palette) color.NRGBA { return p.header },
	fynetheme.ColorNameHover:                     func(p *palette) color.NRGBA { return p.hover },
	fynetheme.ColorNameHyperlink:                 func(p *palette) color.NRGBA { return p.link },
	fynetheme.ColorNameInnerWindowBorder:         func(p *palette) color.NRGBA { return p.header },
	fynetheme.ColorNameInnerWindowBorderInactive: func(p *palette) color.NRGBA { return p.header },
	fynetheme.ColorNameInputBackground:           func(p *palette) color.NRGBA { return p.input },
	fynetheme.ColorNameInputBorder:               func(p *palette) color.NRGBA { return p.edge },
	fynetheme.ColorNameMenuBackground:            func(p *palette) color.NRGBA { return p.surface },
	fynetheme.ColorNameOverlayBackground:         func(p *palette) color.NRGBA { return p.surface },
	fynetheme.ColorNamePlaceHolder:               func(p *palette) color.NRGBA { return p.placeholder },
	fynetheme.ColorNamePressed:                   func(p *palette) color.NRGBA { return p.pressed },
	fynetheme.ColorNamePrimary:                   func(p *palette) color.NRGBA { return p.primary },
	fynetheme.ColorNameScrollBar:                 func(p *palette) color.NRGBA { return p.scrollBar },
	fynetheme.ColorNameScrollBarBackground:       func(p *palette) color.NRGBA { return p.header },
	fynetheme.ColorNameSelection:                 func(p *palette) color.NRGBA { return p.selection },
	fynetheme.ColorNameSeparator:                 func(p *palette) color.NRGBA { return p.separator },
	// The divider of a split is drawn with the colour of shadows; there are no shadows in this window.
	fynetheme.ColorNameShadow:  func(p *palette) color.NRGBA { return p.divider },
	fynetheme.ColorNameSuccess: func(p *palette) color.NRGBA { return p.success },
	fynetheme.ColorNameWarning: func(p *palette) color.NRGBA { return p.warning },
}

// Color gives a colour of the theme in use, in the variant in use.
func Color(n fyne.ThemeColorName) color.Color { return fynetheme.Color(n) }

// Size gives a size of the theme in use, in units.
func Size(n fyne.ThemeSizeName) float32 { return fynetheme.Size(n) }
