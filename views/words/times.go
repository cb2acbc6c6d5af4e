package words

import "time"

// The pieces of which times are made. The language of the window is English, so are the names of days and months.
const (
	clock    = "15:04"
	dayShort = "Mon 2 Jan"
	dayYear  = "2 Jan 2006"
	dayLong  = "Mon 2 Jan 2006"
	full     = "Monday 2 January 2006, 15:04:05 MST"
)

// Clock gives the time of day, in the zone of now: "21:04".
func Clock(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(now.Location()).Format(clock)
}

// Day names a day as seen from now: "Today", "Yesterday", "Tue 14 Jul", "14 Jul 2025". The zero time has no name.
func Day(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	switch {
	case sameDay(t, now):
		return "Today"
	case sameDay(t, now.AddDate(0, 0, -1)):
		return "Yesterday"
	case t.Year() == now.Year():
		return t.Format(dayShort)
	default:
		return t.Format(dayYear)
	}
}

// When says when something was, as shortly as can be: "Today 21:04", "Yesterday 09:12", "Tue 14 Jul", "14 Jul 2025".
func When(t, now time.Time) string {
	t = t.In(now.Location())
	if sameDay(t, now) || sameDay(t, now.AddDate(0, 0, -1)) {
		return Day(t, now) + " " + Clock(t, now)
	}
	return Day(t, now)
}

// WhenFull is the time to the second with its zone, for tooltips.
func WhenFull(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(now.Location()).Format(full)
}

// From tells a stretch of time with the day spelled out: "Tue 14 Jul 2026, 20:41–21:26". A zero end is left out.
func From(start, end, now time.Time) string {
	switch {
	case start.IsZero() && end.IsZero():
		return ""
	case start.IsZero():
		start, end = end, time.Time{}
	}
	start, end = start.In(now.Location()), end.In(now.Location())
	first := start.Format(dayLong) + ", " + start.Format(clock)
	switch {
	case end.IsZero() || !end.After(start) || end.Format(clock) == start.Format(clock) && sameDay(start, end):
		return first
	case sameDay(start, end):
		return first + "–" + end.Format(clock)
	default:
		return first + " – " + end.Format(dayLong) + ", " + end.Format(clock)
	}
}

// DayHeading is the line between two days of a conversation: "Today", "Yesterday", "Tuesday 14 July 2026".
func DayHeading(t, now time.Time) string {
	if t.IsZero() {
		return "No date"
	}
	t = t.In(now.Location())
	if sameDay(t, now) || sameDay(t, now.AddDate(0, 0, -1)) {
		return Day(t, now)
	}
	return t.Format("Monday 2 January 2006")
}

func sameDay(a, b time.Time) bool {
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return ay == by && am == bm && ad == bd
}
