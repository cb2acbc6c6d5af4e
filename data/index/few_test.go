package index

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestFewAndManyMatchesGiveTheSameAnswer(t *testing.T) {
	l := mixed(t)
	for name, r := range map[string]FindRequest{
		"newest":                {Limit: 40},
		"best":                  {Limit: 40, Order: data.OrderBest},
		"all":                   {Limit: 1000},
		"capped":                {Limit: 25, PerSession: 3, MaxSessions: 4},
		"best and capped":       {Limit: 25, PerSession: 3, MaxSessions: 4, Order: data.OrderBest},
		"with archived":         {Limit: 40, Filter: Filter{Include: data.Include{Archived: true}}},
		"with everything":       {Limit: 40, Filter: Filter{Include: data.Everything()}},
		"within times":          {Limit: 40, Filter: Filter{Since: start.Add(90 * time.Second), Until: start.Add(50 * time.Hour)}},
		"of one role":           {Limit: 40, Filter: Filter{Role: data.RoleUser}},
		"of no known session":   {Limit: 40, Filter: Filter{Sessions: []RowID{99}}},
		"of one agent, rewound": {Limit: 40, Filter: Filter{Agents: []string{"beta"}, Include: data.Include{Rewound: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			r.Match = `"apple"`
			view(t, l, func(v *View) error {
				base, err := v.scopeOf(t.Context(), r.Filter)
				if err != nil {
					return err
				}
				few, fewPicked, err := v.findFew(t.Context(), base, r)
				if err != nil {
					return err
				}
				many, manyPicked, err := v.findMany(t.Context(), base, r)
				if diff := cmp.Diff(many, few); diff != "" {
					t.Errorf("answers (-many +few):\n%s", diff)
				}
				if diff := cmp.Diff(manyPicked, fewPicked, cmp.AllowUnexported(candidate{})); diff != "" {
					t.Errorf("rows (-many +few):\n%s", diff)
				}
				if name == "newest" && few.Hidden != (data.HiddenKinds{Automated: 20, Subagent: 20, Archived: 20, Rewound: 20}) {
					t.Errorf("hidden %+v", few.Hidden)
				}
				return err
			})
		})
	}
}

// mixed is a library of two agents with sessions of every class over several days.
func mixed(t *testing.T) *Library {
	t.Helper()
	l := open(t, t.TempDir())
	w := writer(t, l)
	for i := range 14 {
		s := session([]string{"alpha", "beta"}[i%2], fmt.Sprintf("s%d", i))
		switch i {
		case 3:
			s.Kind = data.KindCron
		case 4:
			s.Kind = data.KindSubagent
		case 5:
			s.Archived = true
		case 6:
			s.Superseded = true
		}
		var texts []string
		for n := range 20 {
			texts = append(texts, "apple"+strings.Repeat(" apple pie", (i+n)%5))
		}
		messages := talk(texts...)
		for n := range messages {
			messages[n].At = start.Add(time.Duration(n*7+i) * time.Hour)
		}
		put(t, w, s, messages)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAnExcerptStandsForTheText(t *testing.T) {
	found := find(t, library(t), FindRequest{Filter: Filter{Match: `"recipe"`}, Excerpt: func(m *data.Message) data.Excerpt {
		return data.Excerpt{Text: strings.ToUpper(m.Text)}
	}})
	if len(found.Rows) != 1 || found.Rows[0].Excerpt.Text != "APPLE PIE RECIPE" || found.Rows[0].Message.Text != "" {
		t.Errorf("rows %+v", found.Rows)
	}
}
