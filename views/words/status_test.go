package words

import (
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

var clockAt = at(2026, 7, 15, 21, 30)

// barCase is a state that the status bar tells apart, and what it says.
type barCase struct {
	s    state.State
	want string
}

// barCases are all of them.
func barCases() map[string]barCase {
	running := func(p data.Progress) data.Status { p.Running = true; return data.Status{Progress: p} }
	checkedAt := func(t time.Time, stores ...data.StoreStatus) data.Status {
		return data.Status{Checked: t, Stores: stores}
	}
	rested := checkedAt(clockAt)
	many, few := state.Missing{Left: 1473, Of: 1500}, state.Missing{Left: 3, Of: 412}
	fault := func(agent string, s data.StoreState) data.StoreStatus {
		return data.StoreStatus{Store: data.Store{Agent: agent, Path: "/" + agent}, State: s}
	}
	return map[string]barCase{
		"up to date":              {state.State{Compared: true, Status: rested}, "Index up to date · checked 21:30"},
		"checked yesterday":       {state.State{Compared: true, Status: checkedAt(clockAt.AddDate(0, 0, -1))}, "Index up to date · checked yesterday 21:30"},
		"checked last week":       {state.State{Compared: true, Status: checkedAt(clockAt.AddDate(0, 0, -8))}, "Index up to date · checked Tue 7 Jul"},
		"before the first check":  {state.State{Status: rested}, "Checking for changes…"},
		"much is missing":         {state.State{Missing: many, Status: running(data.Progress{})}, "27 of 1,500 sessions indexed"},
		"little is missing":       {state.State{Missing: few, Status: running(data.Progress{})}, "3 sessions still to be read"},
		"little is left undone":   {state.State{Compared: true, Missing: few, Status: rested}, "3 sessions still to be read · checked 21:30"},
		"pausing":                 {state.State{Missing: many, Hold: state.HoldPaused, Status: running(data.Progress{})}, "Pausing · 27 of 1,500 sessions indexed"},
		"paused":                  {state.State{Missing: many, Hold: state.HoldPaused, Status: running(data.Progress{Paused: true})}, "Indexing is paused · 27 of 1,500 sessions indexed"},
		"paused and at rest":      {state.State{Missing: few, Hold: state.HoldPaused}, "Indexing is paused · 3 sessions still to be read"},
		"paused without a number": {state.State{Hold: state.HoldPaused}, "Indexing is paused"},
		"stopped":                 {state.State{Missing: many, Hold: state.HoldStopped}, "Indexing is stopped · 27 of 1,500 sessions indexed"},
		"new rules, stopped":      {state.State{Compared: true, Hold: state.HoldStopped, Status: data.Status{Indexing: true, Checked: clockAt}}, "Indexing is stopped · checked 21:30"},
		"another process":         {state.State{Missing: many, Status: running(data.Progress{Elsewhere: true})}, "Another Wordwake is indexing · 27 of 1,500 sessions indexed"},
		"a rebuild":               {state.State{Status: running(data.Progress{Rebuilding: true, Done: 1, Total: 412})}, "Making the index again · 1 of 412 sessions"},
		"a rebuild that lists":    {state.State{Status: running(data.Progress{Rebuilding: true})}, "Making the index again"},
		"a rebuild that pauses":   {state.State{Hold: state.HoldPaused, Status: running(data.Progress{Rebuilding: true, Done: 1, Total: 412})}, "Pausing · 1 of 412 sessions"},
		"a paused rebuild":        {state.State{Hold: state.HoldPaused, Status: running(data.Progress{Rebuilding: true, Paused: true, Done: 1, Total: 412})}, "Making the index again is paused · 1 of 412 sessions"},
		"a rebuild elsewhere":     {state.State{Status: running(data.Progress{Rebuilding: true, Elsewhere: true, Done: 1, Total: 412})}, "Another Wordwake makes the index again · 1 of 412 sessions"},
		"no room on the disk":     {state.State{Compared: true, Trouble: &state.Failure{}, Status: rested}, "The index could not be brought up to date"},
		"an agent at fault":       {state.State{Compared: true, Status: checkedAt(clockAt, fault("main", data.StoreReady), fault("work", data.StoreBusy))}, "Index up to date except for agent “work” · checked 21:30"},
		"two agents at fault":     {state.State{Compared: true, Status: checkedAt(clockAt, fault("main", data.StoreCorrupt), fault("work", data.StoreBusy))}, "Index up to date except for 2 agents · checked 21:30"},
		"a folder at fault":       {state.State{Compared: true, Status: checkedAt(clockAt, fault("", data.StoreNoAccess))}, "Index up to date except for a folder · checked 21:30"},
		"entries at fault":        {state.State{Compared: true, Status: checkedAt(clockAt, data.StoreStatus{State: data.StoreReady, Unreadable: 3})}, "Index up to date · 3 entries cannot be read · checked 21:30"},
		"nobody knows how much":   {state.State{Compared: true, Status: data.Status{Indexing: true, Checked: clockAt}}, "The index may lack the newest messages · checked 21:30"},
		"slow watching": {
			state.State{Compared: true, WatchingSlowly: true, Status: rested},
			"Index up to date · checked 21:30 · New messages show up within seconds, not at once · this computer gives no more notices of changes",
		},
	}
}

func TestIndexStatus(t *testing.T) {
	for name, c := range barCases() {
		t.Run(name, func(t *testing.T) {
			c.s.Now = now
			got := strings.Join(IndexStatus(c.s), " · ")
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			complete := c.s.Compared && c.s.Missing.Left == 0 && c.s.Hold == state.HoldNone && c.s.Trouble == nil
			if strings.HasPrefix(got, "Index up to date") && !complete {
				t.Errorf("%q though something is missing", got)
			}
		})
	}
}

func TestWithoutMatchesThePageTellsWhatIsMissing(t *testing.T) {
	check(t, map[string]struct{ got, want string }{
		"much":          {NoMatchMissing(state.State{Compared: true, Missing: state.Missing{Left: 1473, Of: 1500}}), "Only 27 of 1,500 sessions are indexed. Older conversations may be missing."},
		"little":        {NoMatchMissing(state.State{Compared: true, Missing: state.Missing{Left: 1, Of: 412}}), "1 session still to be read. The answer updates by itself."},
		"nobody knows":  {NoMatchMissing(state.State{}), "Changes since the last time are still being looked for. The answer updates by itself."},
		"by the answer": {NoMatchMissing(state.State{Compared: true, Results: data.Results{Indexing: true}}), "Older conversations may be missing while the index is made."},
		"nothing":       {NoMatchMissing(state.State{Compared: true}), ""},
	})
}

func TestTakes(t *testing.T) {
	check(t, map[string]struct{ got, want string }{
		"unknown":        {Takes(0), ""},
		"seconds":        {Takes(9 * time.Second), "Judging by the last time, it takes less than a minute."},
		"about a minute": {Takes(50 * time.Second), "Judging by the last time, it takes about 1 minute."},
		"some minutes":   {Takes(130 * time.Second), "Judging by the last time, it takes about 2 minutes."},
		"some hours":     {Takes(130 * time.Minute), "Judging by the last time, it takes about 2 hours."},
	})
}
