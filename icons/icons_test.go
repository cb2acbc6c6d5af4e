package icons

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png"
	"regexp"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestThePicturesHaveTheSizesInTheirNames(t *testing.T) {
	for _, size := range Sizes {
		content, err := files.ReadFile(fmt.Sprintf("icon-%d.png", size))
		if err != nil {
			t.Fatal(err)
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if config.Width != size || config.Height != size {
			t.Errorf("icon-%d.png is %d x %d", size, config.Width, config.Height)
		}
	}
}

func TestTheSmallIconLacksTheWake(t *testing.T) {
	wake := []byte("#58C4CF")
	if !bytes.Contains(App.Content(), wake) || bytes.Contains(AppSmall.Content(), wake) {
		t.Error("the wake strokes belong to the large icon only")
	}
}

func glyphs() map[string]fyne.Resource {
	return map[string]fyne.Resource{
		"chevron down": ChevronDown, "chevron up": ChevronUp, "chevron right": ChevronRight, "chevron left": ChevronLeft,
		"session": Session, "agent": Agent, "hidden": Hidden, "lens": Lens,
	}
}

func TestGlyphsAreFilledPathsOnly(t *testing.T) {
	test.NewTempApp(t)
	odd := regexp.MustCompile(`stroke|<rect|<circle|<line|gradient|transform`)
	for name, r := range glyphs() {
		if found := odd.Find(r.Content()); found != nil {
			t.Errorf("%s: %s is not drawn well by the renderer", name, found)
		}
	}
}

func TestGlyphsAreDrawn(t *testing.T) {
	test.NewTempApp(t)
	all := glyphs()
	all["app"], all["small app"] = App, AppSmall
	for name, r := range all {
		img := canvas.NewImageFromResource(r)
		img.Resize(fyne.NewSize(24, 24))
		win := test.NewTempWindow(t, img)
		win.Resize(fyne.NewSize(48, 48))
		if colours(win.Canvas().Capture()) < 2 {
			t.Errorf("%s leaves the picture empty", name)
		}
	}
}

// colours counts the colours of a picture.
func colours(img image.Image) int {
	seen := map[any]bool{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			seen[img.At(x, y)] = true
		}
	}
	return len(seen)
}
