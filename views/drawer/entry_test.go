package drawer

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

func TestHeadings(t *testing.T) {
	windows := []data.Window{{ID: "s1"}, {ID: "s2", StartedAt: day.AddDate(0, 0, -1)}, {ID: "s3", Superseded: true}}
	at := func(session data.SessionID, days int, rewound bool) data.Message {
		return data.Message{ID: string(session) + time.Duration(days).String(), Session: session, At: day.AddDate(0, 0, days), Rewound: rewound}
	}
	tests := map[string]struct {
		messages []data.Message
		want     [][]string
	}{
		"the first message has its day": {[]data.Message{at("s1", 0, false)}, [][]string{{"Today"}}},
		"a new day is told once": {
			[]data.Message{at("s1", -2, false), at("s1", -1, false), at("s1", 0, false)},
			[][]string{{"Sunday 12 July 2026"}, {"Yesterday"}, {"Today"}},
		},
		"a new window is told": {
			[]data.Message{at("s1", -1, false), at("s2", -1, false)},
			[][]string{{"Yesterday"}, {"The session began anew here · Yesterday 09:00"}},
		},
		"what was rewound is told once": {
			[]data.Message{at("s1", 0, false), at("s3", 0, true), at("s3", 0, true)},
			[][]string{{"Today"}, {words.LeftBehind}, nil},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got [][]string
			for _, e := range entries(state.Drawer{Windows: windows, Messages: tt.messages}, now) {
				got = append(got, e.headings)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("headings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestShown(t *testing.T) {
	long := strings.Repeat("é", 6000)
	far := []data.Span{{Start: 2 * 5000, End: 2*5000 + 4}}
	tests := map[string]struct {
		text   string
		marks  []data.Span
		hidden []data.Hidden
		runes  int
		left   int
	}{
		"a short message is whole":                         {text: "short", runes: 5},
		"a message of as many bytes as runes fit is whole": {text: strings.Repeat("x", data.DrawerRunes), runes: data.DrawerRunes},
		"runes are counted, not bytes":                     {text: strings.Repeat("é", data.DrawerRunes), runes: data.DrawerRunes},
		"a long message is cut":                            {text: long, runes: data.DrawerRunes, left: 2000},
		"the first match stays in sight":                   {text: long, marks: far, runes: 5002 + afterMatch, left: 6000 - 5002 - afterMatch},
		"a match at the very end leaves nothing out":       {text: long, marks: []data.Span{{Start: 11998, End: 12000}}, runes: 6000},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := entry{message: data.Message{Text: tt.text, Hidden: tt.hidden}, marks: tt.marks, left: runesLeft(tt.text, tt.marks)}
			text, marks, _ := e.visible()
			if got := len([]rune(text)); got != tt.runes || e.left != tt.left {
				t.Errorf("%d runes, %d left; want %d, %d", got, e.left, tt.runes, tt.left)
			}
			if len(marks) != len(tt.marks) {
				t.Errorf("%d marks are left", len(marks))
			}
		})
	}
}

func TestASpanThatIsCutIntoIsLeftOut(t *testing.T) {
	e := entry{
		message: data.Message{Text: strings.Repeat("x", 5000), Hidden: []data.Hidden{{Span: data.Span{Start: 3990, End: 4010}}}},
		marks:   []data.Span{{Start: 0, End: 1}, {Start: 3995, End: 4005}},
	}
	e.left = runesLeft(e.message.Text, e.marks)
	_, marks, hidden := e.visible()
	if len(marks) != 1 || len(hidden) != 0 {
		t.Errorf("marks %v, hidden %v", marks, hidden)
	}
}

func FuzzEntry(f *testing.F) {
	f.Add("text", 0, 3, 1)
	f.Add(strings.Repeat("é\xff", 5000), 9000, 9003, 2)
	f.Fuzz(func(t *testing.T, text string, start, end, times int) {
		if times > 0 && times < 100 {
			text = strings.Repeat(text, times)
		}
		marks := []data.Span{{Start: start, End: end}}
		e := entry{message: data.Message{Text: text}, marks: marks, left: runesLeft(text, marks)}
		shown, _, _ := e.visible()
		if !strings.HasPrefix(text, shown) || e.left < 0 {
			t.Errorf("%d of %d bytes, %d left", len(shown), len(text), e.left)
		}
	})
}
