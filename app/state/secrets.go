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

// SecretOpened shows the newest message of a place in the drawer.
type SecretOpened struct{ Place data.SecretPlace }

func (e SecretOpened) apply(s State) State {
	m := e.Place.Newest
	return s.openMessage(e.Place.Session, refOf(m), m.Seq, m.Rewound)
}
