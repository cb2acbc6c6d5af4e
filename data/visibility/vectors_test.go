package visibility_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

// vector is a decision that OpenClaw itself made.
type vector struct {
	RequesterKey, Visibility, A2A, Target string
	Row                                   struct {
		Key, AgentID, SpawnedBy, ParentSessionKey, OwnerSessionKey string
	}
	Allowed    bool
	ReasonCode string
}

func (v vector) subject() visibility.Subject {
	r := v.Row
	return visibility.Subject{
		Key: data.SessionKey(r.Key), Agent: r.AgentID,
		SpawnedBy: data.SessionKey(r.SpawnedBy), Parent: data.SessionKey(r.ParentSessionKey), Owner: data.SessionKey(r.OwnerSessionKey),
	}
}

// policies are the settings of agents that see each other, by their names in the recording.
var policies = map[string]openclaw.Settings{
	"off (enabled:false)":   {AgentToAgent: new(bool)},
	"on, no allow":          {AgentToAgent: on()},
	"on, allow [*]":         {AgentToAgent: on(), Allow: []string{"*"}},
	"on, allow [main]":      {AgentToAgent: on(), Allow: []string{"main"}},
	"on, allow [main,work]": {AgentToAgent: on(), Allow: []string{"main", "work"}},
	"on, allow [m*,WO*]":    {AgentToAgent: on(), Allow: []string{"m*", "WO*"}},
}

func on() *bool {
	yes := true
	return &yes
}

func TestDecisionsAreThoseOfOpenClaw(t *testing.T) {
	content, err := os.ReadFile("testdata/openclaw.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(content, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != 1312 {
		t.Errorf("%d decisions", len(vectors))
	}
	for _, v := range vectors {
		settings, known := policies[v.A2A]
		if !known {
			t.Fatalf("unknown policy %q", v.A2A)
		}
		caller := visibility.Caller{Key: data.SessionKey(v.RequesterKey), Visibility: v.Visibility}
		scope := visibility.New(visibility.Effective(settings, visibility.Release202608, caller))
		want := visibility.Decision{Allowed: v.Allowed, Reason: visibility.Reason(v.ReasonCode)}
		if got := scope.Decide(v.subject()); got != want {
			t.Errorf("%s of %s, %s, %s: got %+v, want %+v", v.Visibility, v.RequesterKey, v.A2A, v.Target, got, want)
		}
		if scope.DecideKey(v.subject()) != want {
			t.Errorf("%s of %s, %s, %s: asked for by its key otherwise", v.Visibility, v.RequesterKey, v.A2A, v.Target)
		}
	}
}
