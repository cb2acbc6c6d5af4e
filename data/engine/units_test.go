package engine_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestAnExcerptCanBeBoundedInUTF16Units(t *testing.T) {
	state := datatest.NewState(t)
	smiles := strings.Repeat("🦞🌊 ", 300)
	state.Agent("main", datatest.V23).Session("agent:main:main", "s1", datatest.Talk(
		"tide "+strings.Repeat("and more ", 100), smiles+"tide "+smiles, "a short tide",
	))
	answers := ofState(t, state.Dir)
	results, err := answers.Search(t.Context(), data.Query{Text: "tide", ExcerptUnits: 300})
	if err != nil || results.Total != 3 {
		t.Fatalf("%+v, %v", results, err)
	}
	longest := 0
	for _, hit := range results.Groups[0].Hits {
		units := len(utf16.Encode([]rune(hit.Excerpt.Text)))
		longest = max(longest, units)
		if units > 300 || !strings.Contains(hit.Excerpt.Text, "tide") || len(hit.Excerpt.Marks) != 1 {
			t.Errorf("%d units: %+v", units, hit.Excerpt)
		}
	}
	if longest <= data.ExcerptRunes {
		t.Errorf("the longest has %d units only", longest)
	}
}
