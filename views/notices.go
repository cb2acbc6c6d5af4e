package views

import (
	"strings"

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
			name: "failure:" + kind(*s.Failure), tone: toneError, text: words.Failure(*s.Failure),
			action: words.TryAgain, act: bannerRetry,
		})
	}
	if s.Trouble != nil && len(s.Rows) > 0 && (s.Failure == nil || !s.Failure.Same(*s.Trouble)) {
		all = append(all, notice{
			name: "trouble:" + kind(*s.Trouble), tone: toneWarning, text: words.Failure(*s.Trouble),
			action: words.TryAgain, act: bannerRetry,
		})
	}
	all = append(all, faults(s)...)
	all = append(all, privacy(s)...)
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

// privacy tells what keeps less private than the person would expect.
func privacy(s state.State) []notice {
	var list []notice
	if problems := s.Status.RuleProblems; len(problems) > 0 {
		list = append(list, notice{
			name: "rules:" + strings.Join(problems, "\n"), tone: toneWarning, text: words.RulesFault,
			action: words.Details, act: bannerRules,
		})
	}
	if s.Status.Library.Open {
		list = append(list, notice{name: "open:" + s.Status.Library.Path, tone: toneWarning, text: words.FolderOpen(s.Status.Library.Path)})
	}
	return list
}

// kind is what a failure has to keep for its banner to stay away.
func kind(f state.Failure) string {
	switch {
	case f.Full:
		return "full"
	case f.Rules:
		return "rules"
	default:
		return string(f.State)
	}
}

// faults are the stores that cannot be read now, each once. Where they are too many for a banner each, the last one stands for
// the rest.
func faults(s state.State) []notice {
	var list []notice
	for _, st := range faulty(s) {
		n := notice{
			name: "store:" + st.Store.Path + ":" + string(st.State), tone: toneWarning, text: words.StoreFault(st), path: st.Store.Path,
			action: words.Details, act: bannerDetails,
		}
		if !s.Dismissed[n.name] {
			list = append(list, n)
		}
	}
	if len(list) <= maxFaults {
		return list
	}
	rest := notice{name: "stores:", tone: toneWarning, action: words.Details, act: bannerAllDetails}
	for _, n := range list[maxFaults-1:] {
		rest.name += n.name + "\n"
	}
	rest.text = words.MoreFaults(len(list) - maxFaults + 1)
	if list = list[:maxFaults-1]; !s.Dismissed[rest.name] {
		list = append(list, rest)
	}
	return list
}

// faulty lists the stores that cannot be read, those of the answer after those of the last comparison.
func faulty(s state.State) []data.StoreStatus {
	var list []data.StoreStatus
	seen := map[string]bool{}
	for _, group := range [][]data.StoreStatus{s.Status.Stores, s.Results.Faults} {
		for _, st := range group {
			if words.StoreFault(st) != (words.Banner{}) && !seen[st.Store.Path] {
				seen[st.Store.Path] = true
				list = append(list, st)
			}
		}
	}
	return list
}
