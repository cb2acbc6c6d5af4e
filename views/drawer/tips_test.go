package drawer

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

func TestHiddenTextHasATip(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	s := talkOf(0, 1)
	s.Messages[0].Text = "sk-abc…wxyz"
	s.Messages[0].Hidden = []data.Hidden{{Span: data.Span{Start: 0, End: len("sk-abc…wxyz")}, Kind: "private-key"}}
	d.Set(s, now)
	c := d.talk.column.byRef[ref(0)]
	over := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: c.body.Position().AddXY(10, 5)}}
	c.MouseMoved(over)
	if d.tips.Text() != words.HiddenTip("private-key") {
		t.Errorf("tip %q", d.tips.Text())
	}
	c.MouseOut()
	if d.tips.Text() != "" {
		t.Errorf("tip %q stays", d.tips.Text())
	}
	d.head.close.MouseIn(nil)
	if d.tips.Text() != words.CloseSession {
		t.Errorf("tip %q", d.tips.Text())
	}
}

func TestTheTimeIsSpelledOutUnderThePointer(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	d.Set(anchored(talkOf(0, 3), 1), now)
	c := d.talk.column.byRef[ref(1)]
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(cardSide+4, c.captionTop()+4)}})
	if got, want := d.tips.Text(), words.WhenFull(c.entry.message.At, now); got != want || want == "" {
		t.Errorf("tip %q, want %q", got, want)
	}
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(cardSide+4, c.bodyTop()+4)}})
	if got := d.tips.Text(); got != "" {
		t.Errorf("tip %q stays", got)
	}
}
