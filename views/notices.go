package views

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// maxBanners keeps room for the list, and maxFaults room for the other banners.
const (
	maxBanners = 3
	maxFaults  = 2
)

// notices tells which banners a state asks for, the gravest first. A banner that was dismissed stays away as long as its
// name stays the same; names hold what must show again when it changes.
func notices(s state.State) []notice {
	if s.Phase != state.PhaseReady {
		return nil
	}
	var all []notice
	if s.Failure != nil && len(s.Rows) > 0 {
		all = append(all, notice{
			name: "failure:" + string(s.Failure.State), tone: toneError, text: words.Failure(*s.Failure),
			action: words.TryAgain, act: bannerRetry,
		})
	}
	if s.Trouble != nil && len(s.Rows) > 0 && (s.Failure == nil || s.Failure.State != s.Trouble.State) {
		all = append(all, notice{
			name: "trouble:" + string(s.Trouble.State), tone: toneWarning, text: words.Failure(*s.Trouble),
			action: words.TryAgain, act: bannerRetry,
		})
	}
	all = append(all, faults(s)...)
	if p := s.Status.Library.Aside; p != "" {
		all = append(all, notice{name: "aside:" + p, tone: toneWarning, text: words.IndexSetAside(p)})
	}
	if !s.Missing.Few() && !s.Status.Progress.Rebuilding {
		n := notice{name: state.BannerIndexing, text: words.IndexingBanner(s)}
		if s.Hold != state.HoldNone {
			n.action, n.act = words.ContinueIndexing, bannerContinue
		}
		all = append(all, n)
	}
	if s.Sample {
		all = append(all, notice{
			name: "sample", text: words.Banner{Title: words.SampleShown},
			action: words.LeaveSample, act: bannerLeaveSample,
		})
	}
	shown := all[:0]
	for _, n := range all {
		if !s.Dismissed[n.name] && len(shown) < maxBanners {
			shown = append(shown, n)
		}
	}
	return shown
}

// faults are the stores that cannot be read now, each once.
func faults(s state.State) []notice {
	var list []notice
	seen := map[string]bool{}
	for _, group := range [][]data.StoreStatus{s.Status.Stores, s.Results.Faults} {
		for _, st := range group {
			b := words.StoreFault(st)
			if b.Title == "" || seen[st.Store.Path] || len(list) == maxFaults {
				continue
			}
			seen[st.Store.Path] = true
			n := notice{name: "store:" + st.Store.Path + ":" + string(st.State), tone: toneWarning, text: b, path: st.Store.Path}
			n.action, n.act = words.Details, bannerDetails
			if !s.Dismissed[n.name] {
				list = append(list, n)
			}
		}
	}
	return list
}
