package state

import "github.com/wordwake/wordwake/data"

// SecretsPage is the page that lists where secrets are hidden. Only masks are in it.
type SecretsPage struct {
	Open bool
	// Number grows with each request and each end, so that a late answer is dropped.
	Number int
	// Loading is true until the newest list is there; the older one stays meanwhile. Listed is true once there was one.
	Loading, Listed bool
	// Failure is set when the list could not be made.
	Failure *Failure
	Secrets data.Secrets
	Save    ListSave
}

// ListSave is what came of saving the list the last time.
type ListSave struct {
	// Ended grows with each answer.
	Ended int
	// Path is where the list is, unless Fault says why it is nowhere.
	Path  string
	Fault SaveFault
}

// SaveFault is why a list was not saved.
type SaveFault uint8

// The faults; SaveFine is none.
const (
	SaveFine SaveFault = iota
	SaveExists
	SaveNoFolder
	SaveNoAccess
	SaveNoRoom
	SaveFailed
)

// ListSaveEnded tells what came of saving the list.
type ListSaveEnded struct {
	Path  string
	Fault SaveFault
}

func (e ListSaveEnded) apply(s State) State {
	s.Secrets.Save = ListSave{Ended: s.Secrets.Save.Ended + 1, Path: e.Path, Fault: e.Fault}
	return s
}

// SecretsAsked opens the page, or has its list made anew.
type SecretsAsked struct{}

func (SecretsAsked) apply(s State) State {
	s.Secrets.Open, s.Secrets.Loading = true, true
	s.Secrets.Number++
	return s
}

// SecretsListed brings the list for the request with this number.
type SecretsListed struct {
	Number  int
	Secrets data.Secrets
	Failure *Failure
}

func (e SecretsListed) apply(s State) State {
	if !s.Secrets.Loading || e.Number != s.Secrets.Number {
		return s
	}
	s.Secrets.Loading, s.Secrets.Failure = false, e.Failure
	if e.Failure == nil {
		s.Secrets.Secrets, s.Secrets.Listed = e.Secrets, true
	}
	return s
}

// SecretsClosed closes the page and gives up what is asked for it.
type SecretsClosed struct{}

func (SecretsClosed) apply(s State) State {
	s.Secrets = SecretsPage{Number: s.Secrets.Number + 1}
	return s
}

// SecretOpened shows the newest message of a place in the drawer, and highlights its row if it is listed: a row of another
// conversation would contradict the drawer.
type SecretOpened struct{ Place data.SecretPlace }

func (e SecretOpened) apply(s State) State {
	m := e.Place.Newest
	s = s.openMessage(e.Place.Session, refOf(m), m.Seq, m.Rewound)
	s.Highlight = s.rowOf(e.Place.Session, refOf(m))
	return s
}

// rowOf is the row of a message, or else of its session; empty if neither is listed.
func (s State) rowOf(session data.Session, message MessageRef) RowID {
	var of RowID
	for _, row := range s.Rows {
		switch {
		case !sameTalk(row.Group.Session, session):
		case row.Kind == RowHit && refOfHit(row.Group.Hits[row.Hit]) == message:
			return row.ID
		case row.Kind == RowSession && of == "":
			of = row.ID
		}
	}
	return of
}
