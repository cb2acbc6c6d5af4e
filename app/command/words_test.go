package command

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestWordsForNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"0 matches":              count(0, "match"),
		"1 match":                count(1, "match"),
		"12 sessions":            count(12, "session"),
		"1,234,567 messages":     count(1234567, "message"),
		"2 entries":              count(2, "entry"),
		"9,999 matches":          counted(9999, "match"),
		"10,000 or more matches": counted(data.MaxCount, "match"),
		"1 session is":           are(1, "session"),
		"-1,000":                 grouped(-1000),
		"1,000":                  grouped(1000),
		"999":                    grouped(999),
		"0 bytes":                size(0),
		"1.5 KB":                 size(1536),
		"3.0 MB":                 size(3 << 20),
		"2.0 GB":                 size(2 << 30),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestATableLinesUpWideLettersToo(t *testing.T) {
	rows := [][]string{{"AGENT", "N", "PATH"}, {"京都", "12", "/a"}, {"main", "1,000", "/b"}}
	want := []string{"AGENT      N  PATH", "京都      12  /a", "main   1,000  /b"}
	if diff := cmp.Diff(want, table(rows, map[int]bool{1: true})); diff != "" {
		t.Error(diff)
	}
}

func TestTheLastLineTellsWhatWasLeftOut(t *testing.T) {
	group := func(hits int) data.Group { return data.Group{Hits: make([]data.Hit, hits)} }
	cases := map[string]struct {
		results data.Results
		want    string
	}{
		"one match": {
			data.Results{Groups: []data.Group{group(1)}, Total: 1},
			"1 match in 1 session.",
		},
		"several": {
			data.Results{Groups: []data.Group{group(3), group(2)}, Total: 5},
			"5 matches in 2 sessions.",
		},
		"more than are listed": {
			data.Results{Groups: []data.Group{group(20)}, Total: 143, Limited: true},
			"20 of 143 matches listed, in 1 session. --limit N lists up to 500.",
		},
		"more than are counted": {
			data.Results{Groups: []data.Group{group(20)}, Total: data.MaxCount, Limited: true, Ranked: 2000},
			"20 of 10,000 or more matches listed, in 1 session. --limit N lists up to 500. Only the newest 2,000 matches were ranked.",
		},
		"none": {
			data.Results{Query: "backpu", Words: []string{"backpu"}},
			`No matches for "backpu". Check the spelling, use fewer words, or leave a filter out.`,
		},
		"none, but some left out": {
			data.Results{Query: "backup", Words: []string{"backup"}, Hidden: data.HiddenKinds{Automated: 4, Archived: 1}},
			`No matches for "backup". Check the spelling, use fewer words, or leave a filter out. ` +
				`4 matches in automated sessions left out; --automated shows them. 1 match in archived sessions left out; --archived shows it.`,
		},
		"nothing to search": {
			data.Results{Query: "!!!", Dropped: []string{"!!!"}},
			`"!!!" holds nothing to search. Type a word.`,
		},
		"a word that is hidden": {
			data.Results{Query: "***", Dropped: []string{"***"}},
			"What you typed is hidden wherever it stands, so that it cannot be searched. Type another word.",
		},
	}
	for name, c := range cases {
		if got := summary(c.results); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}
