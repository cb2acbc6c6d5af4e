package words

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// Banner says what is missing, why, and what happens next. Both parts are full sentences.
type Banner struct {
	Title, Text string
}

// String is the banner in one line.
func (b Banner) String() string {
	if b.Text == "" {
		return b.Title
	}
	return b.Title + " " + b.Text
}

// StoreFault is the banner for a store that could not be asked; the others are still searched. A store that is ready or
// being indexed gives an empty banner.
func StoreFault(s data.StoreStatus) Banner {
	if s.State == data.StoreReady || s.State == data.StoreIndexing || s.State == "" {
		return Banner{}
	}
	if s.Store.Agent == "" {
		return folderFault(s.Store.Path)
	}
	return faultOf(s.State, s.Store.Agent)
}

// MoreFaults is the banner for further stores that cannot be read; its details tell each.
func MoreFaults(n int) Banner {
	return Banner{
		Number(n) + " more histories cannot be read now.", // there are two at least, or each would have a banner
		"The details say why, and what to do about each.",
	}
}

// folderFault words a folder that may hold histories and cannot be looked into.
func folderFault(path string) Banner {
	return Banner{
		"The folder " + path + " cannot be looked into: no permission.",
		"Allow this account to read it, then check for changes.",
	}
}

// settingsFault words settings of which it is not known what they let a session see.
func settingsFault(path string) Banner {
	return Banner{
		"OpenClaw’s settings cannot be read.",
		"Without them nobody knows what this session may see, so nothing is shown. Mend " + path + " and try again, or search everything.",
	}
}

// rulesUnread words rules of what is to be hidden that cannot be read.
var rulesUnread = Banner{
	"New messages wait.",
	"What is to be hidden stands in OpenClaw’s settings, which cannot be read now. Mend them; what is indexed can be searched meanwhile.",
}

// Failure is the page for something that could not be done at all.
func Failure(f state.Failure) Banner {
	if len(f.Stores) > 0 {
		return Banner{"No agent can be read now.", "The files were not changed."}
	}
	if f.Settings {
		return settingsFault(f.Path)
	}
	if f.Rules {
		return rulesUnread
	}
	if f.Agent == "" && f.Path != "" {
		return folderFault(f.Path)
	}
	if f.Gone {
		return Banner{"This is not there any more.", "The conversation was deleted, or went back to before this message."}
	}
	if f.Full {
		return Banner{"The disk that holds the index is full.", "Free some space, then try again. Nothing was lost."}
	}
	if f.Agent == "" {
		return indexFault(f.State)
	}
	return faultOf(f.State, f.Agent)
}

// faultOf words a state of a store for a person.
func faultOf(s data.StoreState, agent string) Banner {
	name := "Agent " + Quoted(agent)
	switch s {
	case data.StoreBusy:
		return Banner{name + " cannot be read now.", "OpenClaw is busy. The next check tries again."}
	case data.StoreNewer:
		return Banner{
			"The history of " + Quoted(agent) + " was written by a newer OpenClaw (newer format).",
			"Update " + App + ". The files were not changed.",
		}
	case data.StoreNoAccess:
		return Banner{
			name + " cannot be read: no permission.",
			"Allow this account to read the agent’s files, then check for changes.",
		}
	case data.StoreMissing:
		return Banner{
			"The history of " + Quoted(agent) + " is not where it was.",
			"If it lies on another disk, connect it, then check for changes.",
		}
	default:
		return Banner{
			"The history of " + Quoted(agent) + " cannot be read: the file is damaged.",
			"Restore it from a copy, then check for changes. The file was not changed.",
		}
	}
}

// indexFault words a failure of our own index.
func indexFault(s data.StoreState) Banner {
	switch s {
	case data.StoreBusy:
		return Banner{"The index is busy.", "Another " + App + " is changing it. Try again in a moment."}
	case data.StoreNewer:
		return Banner{"The index was made by a newer " + App + ".", "Update " + App + ". Nothing was changed."}
	case data.StoreNoAccess:
		return Banner{"The index cannot be opened: no permission.", "Allow this account to read and write the folder of the index."}
	case data.StoreMissing:
		return Banner{"The folder of the index is not there.", "If it lies on another disk, connect it, then try again."}
	default:
		return Banner{
			"The search did not finish.",
			"Try again. If it happens again, make the index again; your agents’ files are not changed.",
		}
	}
}

// IndexSetAside tells that a file which was not a usable index was moved away.
func IndexSetAside(path string) Banner {
	return Banner{"A file in the place of the index was not a usable index.", "It was moved to " + path + ". A new index is made."}
}

// RulesFault tells that not all of the person's own rules of what is to be hidden work; the details tell each.
var RulesFault = Banner{
	"Not all of your own rules for hiding text can be used.",
	"What only they would hide can be read here. The details say what is wrong.",
}

// FolderOpen tells that other users of the computer can look at the index.
func FolderOpen(path string) Banner {
	return Banner{
		"Other people who use this computer can look into the folder of the index.",
		"Close " + path + " to others, or keep the index in a folder of its own.",
	}
}
