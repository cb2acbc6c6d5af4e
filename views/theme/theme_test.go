package theme

import (
	"bytes"
	"image/color"
	"os"
	"regexp"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
)

const (
	forText = 4.5
	forEdge = 3.0
)

// pair is something drawn on grounds, with the contrast that it needs.
type pair struct {
	ink     fyne.ThemeColorName
	need    float64
	grounds []fyne.ThemeColorName
}

// pairs are what the window draws: every text and every edge with the grounds it stands on.
func pairs() []pair {
	rows := []fyne.ThemeColorName{fynetheme.ColorNameBackground, ColorSurface, fynetheme.ColorNameSelection, fynetheme.ColorNameHover}
	bars := []fyne.ThemeColorName{ColorHeader, fynetheme.ColorNameButton, fynetheme.ColorNameHeaderBackground}
	overlays := []fyne.ThemeColorName{fynetheme.ColorNameMenuBackground, fynetheme.ColorNameOverlayBackground}
	input := []fyne.ThemeColorName{fynetheme.ColorNameInputBackground}
	pressed := []fyne.ThemeColorName{fynetheme.ColorNamePressed}
	join := func(lists ...[]fyne.ThemeColorName) (all []fyne.ThemeColorName) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	plain := rows[:2]
	return []pair{
		{fynetheme.ColorNameForeground, forText, join(rows, bars, overlays, input, pressed)},
		{ColorMuted, forText, join(rows, bars, overlays)},
		{ColorHidden, forText, join(rows, input)},
		{ColorMatch, forText, rows},
		{fynetheme.ColorNameHyperlink, forText, join(rows, bars, overlays)},
		{fynetheme.ColorNamePrimary, forText, join(plain, bars, overlays, input)},
		{fynetheme.ColorNameError, forText, join(plain, bars, overlays, input)},
		{fynetheme.ColorNameWarning, forText, join(plain, rows, bars, overlays)},
		{fynetheme.ColorNameSuccess, forText, join(plain, bars, overlays)},
		{fynetheme.ColorNamePlaceHolder, forText, join(input, plain)},
		{fynetheme.ColorNameForegroundOnPrimary, forText, []fyne.ThemeColorName{fynetheme.ColorNamePrimary}},
		{fynetheme.ColorNameForegroundOnError, forText, []fyne.ThemeColorName{fynetheme.ColorNameError}},
		{fynetheme.ColorNameForegroundOnWarning, forText, []fyne.ThemeColorName{fynetheme.ColorNameWarning}},
		{fynetheme.ColorNameForegroundOnSuccess, forText, []fyne.ThemeColorName{fynetheme.ColorNameSuccess}},
		// What is disabled needs no contrast by the rules; ours can still be read.
		{fynetheme.ColorNameDisabled, forEdge, join(plain, bars, overlays, input, []fyne.ThemeColorName{fynetheme.ColorNameDisabledButton})},
		{ColorEdge, forEdge, join(plain, bars, overlays)},
		{fynetheme.ColorNameInputBorder, forEdge, join(plain, bars, overlays, input)},
		{ColorFocusBar, forEdge, join(rows, bars, overlays, input, pressed)},
		{fynetheme.ColorNameScrollBar, forEdge, plain},
	}
}

func TestContrast(t *testing.T) {
	for name, look := range map[string]state.Appearance{"light": state.AppearanceLight, "dark": state.AppearanceDark} {
		th := New(state.Settings{Appearance: look})
		at := func(n fyne.ThemeColorName) color.Color { return th.Color(n, fynetheme.VariantLight) }
		for _, p := range pairs() {
			for _, ground := range p.grounds {
				if got := contrast(at(p.ink), at(ground)); got < p.need {
					t.Errorf("%s: %s on %s has %.2f, needs %.1f", name, p.ink, ground, got, p.need)
				}
			}
		}
		testFocusFill(t, name, at)
	}
}

// testFocusFill checks what Fyne's own buttons and menus look like with the keyboard on them.
func testFocusFill(t *testing.T, name string, at func(fyne.ThemeColorName) color.Color) {
	t.Helper()
	focus := at(fynetheme.ColorNameFocus)
	button := over(at(fynetheme.ColorNameButton), focus)
	if got := contrast(at(fynetheme.ColorNameForeground), button); got < forText {
		t.Errorf("%s: text on a button with the keyboard has %.2f", name, got)
	}
	if got := contrast(button, at(fynetheme.ColorNameBackground)); got < forEdge {
		t.Errorf("%s: a button with the keyboard differs from the ground by %.2f", name, got)
	}
	menu := over(at(fynetheme.ColorNameMenuBackground), focus)
	if got := contrast(at(fynetheme.ColorNameForeground), menu); got < forText {
		t.Errorf("%s: text of an active menu entry has %.2f", name, got)
	}
	primary := over(at(fynetheme.ColorNamePrimary), focus)
	if got := contrast(at(fynetheme.ColorNameForegroundOnPrimary), primary); got < forText {
		t.Errorf("%s: text on a primary button with the keyboard has %.2f", name, got)
	}
}

func TestContrastOfBlackAndWhiteIs21(t *testing.T) {
	if got := contrast(color.Black, color.White); got < 20.99 || got > 21.01 {
		t.Errorf("got %v", got)
	}
}

func TestEveryColourOfFyneIsOurs(t *testing.T) {
	source, err := os.ReadFile("testdata/color-names.txt")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\S+`).FindAllString(string(source), -1)
	if len(names) < 30 {
		t.Fatalf("only %d names", len(names))
	}
	for _, n := range names {
		if colors[fyne.ThemeColorName(n)] == nil {
			t.Errorf("%s is left to the default theme", n)
		}
	}
}

func TestAppearance(t *testing.T) {
	tests := map[string]struct {
		settings state.Settings
		variant  fyne.ThemeVariant
		want     color.Color
	}{
		"the system's light is followed": {state.Settings{}, fynetheme.VariantLight, light.background},
		"the system's dark is followed":  {state.Settings{}, fynetheme.VariantDark, dark.background},
		"light can be forced":            {state.Settings{Appearance: state.AppearanceLight}, fynetheme.VariantDark, light.background},
		"dark can be forced":             {state.Settings{Appearance: state.AppearanceDark}, fynetheme.VariantLight, dark.background},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := New(tt.settings).Color(fynetheme.ColorNameBackground, tt.variant); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTextSize(t *testing.T) {
	tests := map[string]struct {
		percent    int
		text, edge float32
	}{
		"nothing chosen is 100 %":  {0, 13, 12},
		"the smallest is 85 %":     {20, 11, 12},
		"the largest is 150 %":     {400, 20, 12},
		"space stays what it is":   {150, 20, 12},
		"below zero is too small":  {-5, 11, 12},
		"110 % is in whole units":  {110, 14, 12},
		"100 % is what it says":    {100, 13, 12},
		"85 % is in whole units":   {85, 11, 12},
		"125 % is in whole units":  {125, 16, 12},
		"just over the bound is 1": {151, 20, 12},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			th := New(state.Settings{TextPercent: tt.percent})
			if got := th.Size(fynetheme.SizeNameText); got != tt.text {
				t.Errorf("text %v, want %v", got, tt.text)
			}
			if got := th.Size(SizeEdge); got != tt.edge {
				t.Errorf("edge %v, want %v", got, tt.edge)
			}
		})
	}
}

func TestEverySizeIsKnown(t *testing.T) {
	th := New(state.Settings{})
	for _, n := range []fyne.ThemeSizeName{SizeTitle, SizePageTitle, SizeRow, SizePill, SizeStatusBar, SizeFocusBar, SizeEdge, SizePage, SizeReading} {
		if th.Size(n) <= 0 {
			t.Errorf("%s has no size", n)
		}
	}
}

func TestTheFontDrawsArrowsAndCheckMarks(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(New(state.Settings{}))
	for _, style := range []fyne.TextStyle{{}, {Bold: true}, {Italic: true}, {Bold: true, Italic: true}} {
		missing := fyne.MeasureText("\uFFFD", 40, style).Width
		for _, r := range "→✓✗≈⇒•…" {
			if w := fyne.MeasureText(string(r), 40, style).Width; w == missing || w == 0 {
				t.Errorf("%+v: %q is as wide as the sign for a missing one", style, r)
			}
		}
		if a, b := fyne.MeasureText("a → b", 40, style).Width, fyne.MeasureText("a →� b", 40, style).Width; a >= b {
			t.Errorf("%+v: the space behind an arrow is drawn as a missing sign", style)
		}
	}
}

func TestIcons(t *testing.T) {
	test.NewTempApp(t)
	th := New(state.Settings{})
	for _, n := range []fyne.ThemeIconName{fynetheme.IconNameMoveDown, fynetheme.IconNameMoveUp, fynetheme.IconNameNavigateNext, fynetheme.IconNameNavigateBack} {
		if r := th.Icon(n); r == nil || !bytes.Contains(r.Content(), []byte("<path")) {
			t.Errorf("%s has no glyph", n)
		}
	}
	if th.Icon(fynetheme.IconNameSearch) != fynetheme.DefaultTheme().Icon(fynetheme.IconNameSearch) {
		t.Error("the other icons are not Fyne's")
	}
}
