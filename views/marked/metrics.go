package marked

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// metrics are the measures of the fonts at one text size. Breaking lines adds up the widths of single runes, because
// measuring each word with the shaper would be hundreds of times slower; what is drawn is placed by the shaper.
type metrics struct {
	size float32
	bold bool
	// height is that of a line by itself; pitch is the distance of the lines of a block.
	height, pitch float32
	base          float32
	faces         [4]*face
}

// leading is the distance of lines as a multiple of their height.
const leading = 1.2

// sample reaches as high and as low as text does.
const sample = "Äg"

// face is one of the fonts: plain, bold, code, bold code.
type face struct {
	style fyne.TextStyle
	base  float32
	ascii [utf8.RuneSelf]float32
	other map[rune]float32
}

type metricsKey struct {
	size float32
	bold bool
	font string
}

// known keeps the metrics of the few sizes in use. It is used on the UI goroutine only.
var known = map[metricsKey]*metrics{}

// metricsOf gives the measures for a text size; bold makes plain text bold too.
func metricsOf(th fyne.Theme, size float32, bold bool) *metrics {
	key := metricsKey{size, bold, th.Font(fyne.TextStyle{}).Name()}
	if m, ok := known[key]; ok {
		return m
	}
	if len(known) > 32 {
		clear(known)
	}
	m := &metrics{size: size, bold: bold}
	for _, l := range []look{0, lookMatch} {
		box, _ := fyne.CurrentApp().Driver().RenderedTextSize(sample, size, m.face(l).style, nil)
		m.height, m.base = max(m.height, box.Height), max(m.base, m.face(l).base)
	}
	m.pitch = float32(int(m.height*leading + 0.5))
	known[key] = m
	return m
}

// face gives the font of a look. It is measured when it is first asked for: most texts hold no code.
func (m *metrics) face(l look) *face {
	i := 0
	if l&lookMatch != 0 {
		i |= 1
	}
	if l&lookCode != 0 {
		i |= 2
	}
	if m.faces[i] == nil {
		m.faces[i] = m.newFace(fyne.TextStyle{Bold: m.bold || i&1 != 0, Monospace: i&2 != 0})
	}
	return m.faces[i]
}

func (m *metrics) newFace(style fyne.TextStyle) *face {
	f := &face{style: style, other: map[rune]float32{}}
	_, f.base = fyne.CurrentApp().Driver().RenderedTextSize(sample, m.size, style, nil)
	for r := rune(' '); r < utf8.RuneSelf-1; r++ {
		f.ascii[r] = fyne.MeasureText(string(r), m.size, style).Width
	}
	return f
}

// advance is the width of one rune by itself.
func (m *metrics) advance(r rune, l look) float32 {
	f := m.face(l)
	if r < utf8.RuneSelf {
		return f.ascii[r]
	}
	w, ok := f.other[r]
	if !ok {
		w = fyne.MeasureText(string(r), m.size, f.style).Width
		f.other[r] = w
	}
	return w
}

// width is the sum of the advances of a text.
func (m *metrics) width(s string, l look) float32 {
	var w float32
	for _, r := range s {
		w += m.advance(r, l)
	}
	return w
}

// drawn is the width that the shaper gives a text.
func (m *metrics) drawn(s string, l look) float32 {
	return fyne.MeasureText(s, m.size, m.face(l).style).Width
}

// colorOf names the colour of a look.
func colorOf(l look, plain fyne.ThemeColorName) fyne.ThemeColorName {
	switch {
	case l&lookMatch != 0:
		return colorMatch
	case l&lookHidden != 0:
		return colorHidden
	case l&lookMuted != 0:
		return colorMuted
	case plain != "":
		return plain
	default:
		return theme.ColorNameForeground
	}
}
