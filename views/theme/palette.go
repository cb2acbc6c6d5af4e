package theme

import "image/color"

// palette is one set of colours. All are opaque but focus, which Fyne lays over the ground of its buttons and menus: it has
// to be seen on a button and leave the text on it readable, so it darkens in the light set and lightens in the dark one.
type palette struct {
	background, surface, input, header color.NRGBA
	hover, pressed, selection, focus   color.NRGBA
	text, muted, match, hidden         color.NRGBA
	primary, onPrimary, link           color.NRGBA
	danger, onDanger                   color.NRGBA
	warning, onWarning                 color.NRGBA
	success, onSuccess                 color.NRGBA
	edge, ring, placeholder, disabled  color.NRGBA
	separator, divider, scrollBar      color.NRGBA
}

var light = palette{
	background: rgb(0xFBFAF7), surface: rgb(0xFFFFFF), input: rgb(0xFFFFFF), header: rgb(0xF1EEE7),
	hover: rgb(0xF3F0EA), pressed: rgb(0xE6E1D7), selection: rgb(0xD9ECEE), focus: color.NRGBA{R: 0x06, G: 0x2E, B: 0x36, A: 0x78},
	text: rgb(0x1D2125), muted: rgb(0x565E66), match: rgb(0x8A3B00), hidden: rgb(0x565E66),
	primary: rgb(0x0B6170), onPrimary: rgb(0xFFFFFF), link: rgb(0x0A5A8A),
	danger: rgb(0xB3261E), onDanger: rgb(0xFFFFFF),
	warning: rgb(0x8A5300), onWarning: rgb(0xFFFFFF),
	success: rgb(0x1F6B38), onSuccess: rgb(0xFFFFFF),
	edge: rgb(0x7C858D), ring: rgb(0x0B6170), placeholder: rgb(0x5F6770), disabled: rgb(0x6B737B),
	separator: rgb(0xE2DED5), divider: rgb(0xE2DED5), scrollBar: rgb(0x7C858D),
}

var dark = palette{
	background: rgb(0x14171A), surface: rgb(0x1A1E22), input: rgb(0x1F2429), header: rgb(0x20252A),
	hover: rgb(0x23292F), pressed: rgb(0x2E353C), selection: rgb(0x15414A), focus: color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0x4A},
	text: rgb(0xE9E6E0), muted: rgb(0xAAB2B9), match: rgb(0xFFC46B), hidden: rgb(0xAAB2B9),
	primary: rgb(0x58C4CF), onPrimary: rgb(0x06262B), link: rgb(0x7CC3F2),
	danger: rgb(0xFF8A80), onDanger: rgb(0x3A0A06),
	warning: rgb(0xFFB95C), onWarning: rgb(0x2E1C00),
	success: rgb(0x7FD693), onSuccess: rgb(0x06270F),
	edge: rgb(0x747D86), ring: rgb(0x8ADAE2), placeholder: rgb(0x9BA4AC), disabled: rgb(0x8A939B),
	separator: rgb(0x2C3238), divider: rgb(0x2C3238), scrollBar: rgb(0x747D86),
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}
