package library

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/redact"
)

// newRedactor makes a redactor of the built-in rules and the person's own, which lie in settings. Its hashes are made by key. The
// function tells which rules do not work, also of those that turn out to take too long.
func newRedactor(settings []openclaw.Settings, key []byte) (data.Redactor, func() []error) {
	p := redact.Params{Key: key}
	for _, s := range settings {
		p.Patterns, p.Secrets = append(p.Patterns, s.Patterns...), append(p.Secrets, s.Secrets...)
		p.From = append(p.From, slices.Repeat([]string{s.State}, len(s.Patterns))...)
	}
	redactor, _ := redact.New(p)
	return redactor, redactor.Problems
}

// rules are the redaction rules of a library. As a data.Redactor they are always the present ones: they follow the person's
// configurations, which refresh looks at.
type rules struct {
	key  []byte
	read func(state string) (openclaw.Settings, []error)
	// changed is called after the rules have changed, with the names of the new ones.
	changed func(index.Rules)
	// standing are problems that no configuration solves.
	standing []string

	now atomic.Pointer[ruleSet]

	mu    sync.Mutex
	known map[string]readSettings
}

// ruleSet is one state of the rules.
type ruleSet struct {
	data.Redactor
	names index.Rules
	// unread says which configurations could not be read, wrong what of the rules does not work.
	unread []string
	wrong  func() []error
}

// readSettings is what was read of one configuration last. It is good if anything came of it, and gone if its state directory is not
// there and nothing is known of before.
type readSettings struct {
	settings openclaw.Settings
	whole    bool
	good     bool
	gone     bool
}

var _ data.Redactor = (*rules)(nil)

// newRules gives the rules before any configuration is read: the built-in ones.
func newRules(settings settingsReader, key []byte) *rules {
	r := &rules{key: key, read: settings.Configured}
	r.use(nil)
	return r
}

// Rules gives the redaction rules of the configurations beside some stores and in the named state directories, for where there is no
// library, and tells which of them do not work. Its hashes mean nothing.
func Rules(ctx context.Context, p Params, stores []data.Store) (data.Redactor, []string) {
	r := newRules(newSettings(p.withDefaults()), make([]byte, 32)) // any key: nothing is kept of these rules
	r.refresh(ctx, append(statesOf(stores), p.States...))
	return r, r.problems()
}

// Redact implements data.Redactor.
func (r *rules) Redact(text string) (string, []data.Hidden) { return r.now.Load().Redact(text) }

// Key implements data.Redactor.
func (r *rules) Key(key data.SessionKey) data.SessionKey { return r.now.Load().Key(key) }

// Version implements data.Redactor.
func (r *rules) Version() int { return r.now.Load().Version() }

// Stamp implements data.Redactor. It names the key as well: hashes by another one find nothing.
func (r *rules) Stamp() string { return r.now.Load().names.Stamp }

// problems tells which of the person's rules do not work.
func (r *rules) problems() []string {
	now := r.now.Load()
	all := slices.Concat(r.standing, now.unread)
	for _, problem := range now.wrong() {
		all = append(all, problem.Error())
	}
	return all
}

// refresh reads the configurations of these state directories again, and puts the new rules into use if there are any.
func (r *rules) refresh(ctx context.Context, states []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(states)
	states = slices.Compact(states)
	known := make(map[string]readSettings, len(states))
	for _, state := range states {
		known[state] = r.readState(state)
	}
	if ctx.Err() != nil || maps.EqualFunc(known, r.known, readSettings.is) { // half of the rules are worse than those of before
		return
	}
	r.known = known
	r.use(states)
}

// is tells whether the same came of two readings.
func (s readSettings) is(o readSettings) bool {
	return s.whole == o.whole && s.good == o.good && s.gone == o.gone && slices.Equal(s.settings.Patterns, o.settings.Patterns) &&
		slices.Equal(s.settings.Secrets, o.settings.Secrets)
}

// readState reads one configuration. One that cannot be read at all, as while it is being written, leaves what was read before, and so
// does one whose state directory is gone: what is known of its rules still counts.
func (r *rules) readState(state string) readSettings {
	settings, problems := r.read(state)
	settings.Secrets = slices.Sorted(slices.Values(settings.Secrets)) // their order says nothing
	before, gone := r.known[state], settings.State == "" && slices.ContainsFunc(problems, isMissing)
	switch {
	case len(problems) == 0:
		return readSettings{settings: settings, whole: true, good: true}
	case gone && before.good:
		return before
	case gone:
		return readSettings{gone: true}
	case before.good:
		before.whole = false
		return before
	default:
		return readSettings{settings: settings, good: len(settings.Patterns)+len(settings.Secrets) > 0}
	}
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// notRead says which configuration could not be read, and what follows. Nothing of it is in the sentence.
func (s readSettings) notRead(state string) string {
	switch {
	case s.gone:
		return fmt.Sprintf("The OpenClaw folder %s is not there, so that its redaction rules are not known. "+
			"What they masked before stays masked.", state)
	case s.good:
		return fmt.Sprintf("Not all of the OpenClaw configuration in %s can be read. "+
			"Its redaction rules are used as far as they were read.", state)
	default:
		return fmt.Sprintf("The OpenClaw configuration in %s cannot be read. Until it can be, its redaction rules are not used; "+
			"what they would have hidden is masked then.", state)
	}
}

// use makes the redactor of what is known of some state directories, and puts it into use.
func (r *rules) use(states []string) {
	next := &ruleSet{}
	var settings []openclaw.Settings
	for _, state := range states {
		k := r.known[state]
		settings = append(settings, k.settings)
		if !k.whole {
			next.unread = append(next.unread, k.notRead(state))
		}
		next.names.Unsure = next.names.Unsure || !k.good && !k.gone
	}
	next.Redactor, next.wrong = newRedactor(settings, r.key)
	next.names.Stamp, next.names.Version = next.Redactor.Stamp()+keyMark(r.key), next.Redactor.Version()
	names := next.names
	before := r.now.Swap(next)
	if r.changed != nil && (before == nil || before.names != names) {
		r.changed(names) // after the swap: what counts as written by these rules is written by them
	}
}

// keyMark names a key without telling anything of it.
func keyMark(key []byte) string {
	if len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte("stamp of the rules"))
	return "." + hex.EncodeToString(mac.Sum(nil)[:4])
}
