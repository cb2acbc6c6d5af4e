package theme

import (
	_ "embed"
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/icons"
)

// The text fonts. Fyne's own lacks arrows and check marks, which agents write all the time, and draws a replacement
// character after some of them.
var (
	//go:embed font/DejaVuSans.ttf
	regularTTF []byte
	//go:embed font/DejaVuSans-Bold.ttf
	boldTTF []byte
	//go:embed font/DejaVuSans-Oblique.ttf
	italicTTF []byte
	//go:embed font/DejaVuSans-BoldOblique.ttf
	boldItalicTTF []byte
	//go:embed font/DejaVuSansMono-Bold.ttf
	codeBoldTTF []byte

	regular    = fyne.NewStaticResource("DejaVuSans.ttf", regularTTF)
	bold       = fyne.NewStaticResource("DejaVuSans-Bold.ttf", boldTTF)
	italic     = fyne.NewStaticResource("DejaVuSans-Oblique.ttf", italicTTF)
	boldItalic = fyne.NewStaticResource("DejaVuSans-BoldOblique.ttf", boldItalicTTF)
	codeBold   = fyne.NewStaticResource("DejaVuSansMono-Bold.ttf", codeBoldTTF)
)

// wordwake is the theme; it is a value that never changes, so a change of the settings makes a new one.
type wordwake struct {
	appearance state.Appearance
	factor     float32
	base       fyne.Theme
}

// New makes the theme for the person's settings. A changed setting needs a new theme.
func New(s state.Settings) fyne.Theme {
	return wordwake{appearance: s.Appearance, factor: factor(s.TextPercent), base: fynetheme.DefaultTheme()}
}

// Color gives the colour of a name. A forced appearance wins over the variant of the system.
func (t wordwake) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := t.palette(v)
	if pick, ok := colors[n]; ok {
		return pick(p)
	}
	return t.base.Color(n, v)
}

func (t wordwake) palette(v fyne.ThemeVariant) *palette {
	switch {
	case t.appearance == state.AppearanceDark:
		return &dark
	case t.appearance == state.AppearanceLight:
		return &light
	case v == fynetheme.VariantDark:
		return &dark
	default:
		return &light
	}
}

// Font gives DejaVu Sans for text, and Fyne's monospace and symbol fonts for the rest. Fyne has no bold monospace, which
// matches in code need.
func (t wordwake) Font(s fyne.TextStyle) fyne.Resource {
	switch {
	case s.Monospace && s.Bold:
		return codeBold
	case s.Monospace, s.Symbol:
		return t.base.Font(s)
	case s.Bold && s.Italic:
		return boldItalic
	case s.Bold:
		return bold
	case s.Italic:
		return italic
	default:
		return regular
	}
}

// Icon gives chevrons for folding rows and for stepping; every other icon is Fyne's.
func (t wordwake) Icon(n fyne.ThemeIconName) fyne.Resource {
	switch n {
	case fynetheme.IconNameMoveDown:
		return icons.ChevronDown
	case fynetheme.IconNameMoveUp:
		return icons.ChevronUp
	case fynetheme.IconNameNavigateNext:
		return icons.ChevronRight
	case fynetheme.IconNameNavigateBack:
		return icons.ChevronLeft
	default:
		return t.base.Icon(n)
	}
}

// Size gives a size in units; those of text and rows follow the chosen text size, in whole units so that rows stay sharp.
func (t wordwake) Size(n fyne.ThemeSizeName) float32 {
	if v, ok := scaled[n]; ok {
		return float32(int(v*t.factor + 0.5))
	}
	if v, ok := fixed[n]; ok {
		return v
	}
	return t.base.Size(n)
}
