package words

import "time"

// The question before the index is made again.
const (
	MakeAgainTitle   = "Make the index again?"
	MakeAgainText    = "The conversations are read once more. Searching goes on meanwhile, in the index as it is now. Your agents’ files are not changed."
	MakeAgainConfirm = "Make again"
	MakeAgainKeep    = "Keep"
	MakeAgainOf      = "Read again:"
	// IndexKeptAsItWas confirms that a new index was given up.
	IndexKeptAsItWas = "Cancelled. The index is as it was."
)

// Takes tells about how long making the index takes, by the last time; an unknown time gives nothing.
func Takes(t time.Duration) string {
	switch minutes := int((t + 30*time.Second) / time.Minute); {
	case t <= 0:
		return ""
	case t < 45*time.Second:
		return "Judging by the last time, it takes less than a minute."
	case minutes < 60:
		return "Judging by the last time, it takes about " + counted(max(minutes, 1), "minute", "minutes") + "."
	default:
		return "Judging by the last time, it takes about " + counted((minutes+30)/60, "hour", "hours") + "."
	}
}
