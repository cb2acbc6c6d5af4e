package pages

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/words"
)

// maxPoints is how many agents or folders a page lists; the window has room for no more at its smallest.
const maxPoints = 6

// Whole tells the page that takes the place of everything but the status bar, if the state asks for one.
func Whole(s state.State) (Content, bool) {
	switch s.Phase {
	case state.PhaseStarting:
		return Content{Icon: fynetheme.IconNameSearch, Title: words.Starting}, true
	case state.PhaseFirstRun:
		return firstRun(s.Found), true
	case state.PhaseNothingFound:
		return nothingFound(s.Found), true
	case state.PhaseUnusable:
		return failed(s.Failure), true
	default:
		return Content{}, false
	}
}

// InList tells the page that takes the place of the list, if there is nothing to list. While a search is at work, an
// empty list stays empty: "no matches" is said about answers only.
func InList(s state.State) (Content, bool) {
	if s.Phase != state.PhaseReady || len(s.Rows) > 0 {
		return Content{}, false
	}
	switch {
	case s.Failure != nil:
		return failed(s.Failure), true
	case s.Browsing() && s.Trouble != nil:
		return failed(s.Trouble), true
	case s.Browsing() && s.RecentSight != s.Filters.Sight:
		return Content{}, false // they are on their way
	case s.Browsing() && s.Filters.Narrowed():
		return Content{
			Icon: fynetheme.IconNameSearch, Title: words.NoSessionsFit,
			Lines:   []string{words.NoMatchSearched(s.Status.Library.Sessions, s.Filters)},
			Buttons: []Button{{words.ClearFilters, ClearFilters, true}},
		}, true
	case s.Browsing() && (s.Missing.Left > 0 || !s.Compared):
		return Content{Icon: fynetheme.IconNameSearch, Title: words.IndexStatus(s)[0], Lines: []string{words.SessionsAppear}}, true
	case s.Browsing():
		return Content{Icon: fynetheme.IconNameSearch, Title: words.NoSessionsYet}, true
	case !s.Answered.Asks():
		return Content{}, false
	default:
		return noMatch(s), true
	}
}

func firstRun(f state.Found) Content {
	c := Content{
		Icon:  fynetheme.IconNameSearch,
		Title: words.FirstRunTitle,
		Lines: []string{words.FirstRunFound},
		Notes: []string{words.IndexKept(f.LibraryPath), words.OnlyRead + " " + words.StaysHere},
		Buttons: []Button{
			{words.MakeIndex, MakeIndex, true}, {words.ChooseFolder, ChooseFolder, false}, {words.WhatIsRead, WhatIsRead, false},
		},
	}
	for _, a := range f.Agents {
		c.Points = append(c.Points, words.FoundAgent(a))
	}
	c.Points = bounded(c.Points)
	return c
}

func nothingFound(f state.Found) Content {
	return Content{
		Icon:   fynetheme.IconNameSearch,
		Title:  words.NothingFoundTitle,
		Lines:  []string{words.NothingFoundLooks},
		Points: bounded(f.Looked),
		Notes:  []string{words.OnlyRead + " " + words.StaysHere},
		Buttons: []Button{
			{words.TrySample, TrySample, true}, {words.ChooseFolder, ChooseFolder, false}, {words.WhatIsRead, WhatIsRead, false},
		},
	}
}

func failed(f *state.Failure) Content {
	if f == nil {
		f = &state.Failure{}
	}
	b := words.Failure(*f)
	c := Content{Icon: fynetheme.IconNameError, Title: b.Title, Lines: []string{b.Text}}
	for _, store := range f.Stores {
		c.Points = append(c.Points, words.StoreFault(store).Title)
	}
	c.Points = bounded(c.Points)
	c.Buttons = append(c.Buttons, Button{words.TryAgain, Retry, true})
	if f.Settings {
		c.Buttons = append(c.Buttons, Button{words.SearchAll, SearchAll, false})
	}
	if f.Path != "" {
		c.Buttons = append(c.Buttons, Button{words.ShowFile, ShowFile, false})
	}
	if f.Detail != "" {
		c.Buttons = append(c.Buttons, Button{words.CopyDetails, CopyDetails, false})
	}
	return c
}

func noMatch(s state.State) Content {
	asked := s.Results.Query
	if asked == "" {
		asked = s.Answered.Text
	}
	c := Content{
		Icon:  fynetheme.IconNameSearch,
		Title: words.NoMatchTitle(asked),
		Lines: []string{
			words.NoMatchSearched(s.Status.Library.Sessions, s.Answered.Filters),
			words.NoMatchAdvice(asked != "", s.Answered.Filters.Narrowed()),
		},
	}
	if d := words.Dropped(s.Results.Dropped); d != "" {
		c.Lines = append(c.Lines, d+".")
	}
	if m := words.NoMatchMissing(s); m != "" {
		c.Lines = append(c.Lines, m)
	}
	if s.Answered.Filters.Narrowed() {
		c.Buttons = append(c.Buttons, Button{words.ClearFilters, ClearFilters, true})
	}
	c.Buttons = append(c.Buttons, Button{words.SearchTips, SearchTips, false})
	return c
}

// bounded keeps a list short and says how many are left out.
func bounded(points []string) []string {
	if len(points) <= maxPoints {
		return points
	}
	short := append([]string{}, points[:maxPoints-1]...)
	return append(short, words.AndMore(len(points)-maxPoints+1))
}
