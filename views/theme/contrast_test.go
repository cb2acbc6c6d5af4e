package theme

import (
	"image/color"
	"math"
)

// contrast is the contrast ratio of two opaque colours after WCAG 2.2, from 1 to 21. Text needs 4.5, edges need 3.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v uint32) float64 {
	c := float64(v) / 0xFFFF
	if c <= 0.03928 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// over lays a colour with transparency over an opaque one.
func over(under, top color.Color) color.Color {
	ur, ug, ub, _ := under.RGBA()
	tr, tg, tb, ta := top.RGBA()
	mix := func(u, t uint32) uint16 { return uint16(t + u*(0xFFFF-ta)/0xFFFF) }
	return color.RGBA64{R: mix(ur, tr), G: mix(ug, tg), B: mix(ub, tb), A: 0xFFFF}
}
