package command

import (
	"math"
	"time"

	"github.com/wordwake/wordwake/data"
)

// The shapes of search --json, as the contract fixes them.
type (
	searchJSON struct {
		Query       string      `json:"query"`
		Indexing    bool        `json:"indexing"`
		Total       int         `json:"total"`
		Limited     bool        `json:"limited"`
		ElapsedMs   float64     `json:"elapsedMs"`
		HiddenKinds kindsJSON   `json:"hiddenKinds"`
		Faults      []faultJSON `json:"faults"`
		Ranked      int         `json:"ranked"`
		Dropped     []string    `json:"dropped"`
		Groups      []groupJSON `json:"groups"`
	}
	kindsJSON struct {
		Automated int `json:"automated"`
		Subagent  int `json:"subagent"`
		Archived  int `json:"archived"`
		Rewound   int `json:"rewound"`
	}
	faultJSON struct {
		Agent  string          `json:"agent"`
		Store  string          `json:"store"`
		State  data.StoreState `json:"state"`
		Detail string          `json:"detail"`
	}
	groupJSON struct {
		Agent      string    `json:"agent"`
		Store      string    `json:"store"`
		SessionKey string    `json:"sessionKey"`
		SessionID  string    `json:"sessionId"`
		Title      string    `json:"title"`
		Kind       string    `json:"kind"`
		UpdatedAt  moment    `json:"updatedAt"`
		More       int       `json:"more"`
		Hits       []hitJSON `json:"hits"`
	}
	hitJSON struct {
		MessageID string   `json:"messageId"`
		Role      string   `json:"role"`
		Timestamp moment   `json:"timestamp"`
		Excerpt   string   `json:"excerpt"`
		Marks     [][2]int `json:"marks"`
		Hidden    [][3]any `json:"hidden"`
		Score     float64  `json:"score"`
		// Rewound is an addition: what a rewind abandoned is listed on request and labelled.
		Rewound bool `json:"rewound"`
	}
)

func newSearchJSON(r data.Results) searchJSON {
	answer := searchJSON{
		Query: r.Query, Indexing: r.Indexing, Total: r.Total, Limited: r.Limited, ElapsedMs: elapsedMs(r.Elapsed),
		HiddenKinds: kindsJSON{
			Automated: r.Hidden.Automated, Subagent: r.Hidden.Subagent, Archived: r.Hidden.Archived, Rewound: r.Hidden.Rewound,
		},
		Faults: faultsJSON(r.Faults), Ranked: r.Ranked, Dropped: list(r.Dropped),
		Groups: make([]groupJSON, 0, len(r.Groups)),
	}
	for _, g := range r.Groups {
		answer.Groups = append(answer.Groups, newGroupJSON(g))
	}
	return answer
}

func newGroupJSON(g data.Group) groupJSON {
	s := g.Session
	group := groupJSON{
		Agent: s.Agent, Store: s.Store.Path, SessionKey: string(s.Key), SessionID: string(s.ID), Title: s.Title,
		Kind: string(s.Kind), UpdatedAt: moment(s.UpdatedAt), More: g.More, Hits: make([]hitJSON, 0, len(g.Hits)),
	}
	for _, h := range g.Hits {
		group.Hits = append(group.Hits, hitJSON{
			MessageID: h.MessageID, Role: h.Role.String(), Timestamp: moment(h.At), Excerpt: h.Excerpt.Text,
			Marks: spansJSON(h.Excerpt.Marks), Hidden: hiddenJSON(h.Excerpt.Hidden), Score: h.Score, Rewound: h.Rewound,
		})
	}
	return group
}

func faultsJSON(faults []data.StoreStatus) []faultJSON {
	answer := make([]faultJSON, 0, len(faults))
	for _, f := range faults {
		answer = append(answer, faultJSON{Agent: f.Store.Agent, Store: f.Store.Path, State: f.State, Detail: f.Detail})
	}
	return answer
}

// elapsedMs is a duration in milliseconds with one decimal.
func elapsedMs(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Millisecond)*10) / 10
}
