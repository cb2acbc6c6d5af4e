package library

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/redact"
)

// newRedactor makes a redactor of the built-in rules and the person's own, which lie in settings. Its hashes are made by key. The
// problems name rules that do not work.
func newRedactor(settings []openclaw.Settings, key []byte) (data.Redactor, []error) {
	p := redact.Params{Key: key}
	for _, s := range settings {
		p.Patterns, p.Secrets = append(p.Patterns, s.Patterns...), append(p.Secrets, s.Secrets...)
	}
	return redact.New(p)
}

// rules are the redaction rules of a library. As a data.Redactor they are always the present ones: they follow the person's
// configurations, which refresh looks at.
type rules struct {
	key  []byte
	read func(ctx context.Context, state string) (openclaw.Settings, []error)
	// files names what the configurations consist of, by what the last look for histories found; nil means that nobody knows.
	files func() []string
	// changed is called after the rules have changed, with the names of the new ones.
	changed func(index.Rules)

	// standing are problems that no configuration solves.
	standing []string

	now atomic.Pointer[ruleSet]

	mu    sync.Mutex
	stamp string
	known map[string]readSettings
}

// ruleSet is one state of the rules.
type ruleSet struct {
	data.Redactor
	names    index.Rules
	problems []string
}

// readSettings is what was read of one configuration last. It is good if anything came of it.
type readSettings struct {
	settings openclaw.Settings
	whole    bool
	good     bool
}

var _ data.Redactor = (*rules)(nil)

// newRules gives the rules before any configuration is read: the built-in ones.
func newRules(p Params, key []byte) *rules {
	r := &rules{key: key}
	finder := openclaw.FinderParams{States: p.States, Home: p.Home, Env: p.Getenv, TempDir: p.Copies}
	r.read = func(ctx context.Context, state string) (openclaw.Settings, []error) {
		if p.Sample {
			return openclaw.Settings{}, nil
		}
		return openclaw.ReadSettings(ctx, finder, state)
	}
	r.use(nil, nil, false)
	return r
}

// RuleProblems tells which of the person's redaction rules do not work, for before there is a library.
func RuleProblems(ctx context.Context, p Params, stores []data.Store) []string {
	r := newRules(p.withDefaults(), nil)
	r.refresh(ctx, statesOf(stores))
	return r.problems()
}

// Redact implements data.Redactor.
func (r *rules) Redact(text string) (string, []data.Hidden) { return r.now.Load().Redact(text) }

// Version implements data.Redactor.
func (r *rules) Version() int { return r.now.Load().Version() }

// Stamp implements data.Redactor. It names the key as well: hashes by another one find nothing.
func (r *rules) Stamp() string { return r.now.Load().names.Stamp }

// problems tells which of the person's rules do not work.
func (r *rules) problems() []string { return slices.Clone(r.now.Load().problems) }

// refresh reads the configurations of these state directories again if they may have changed, and puts the new rules into use.
func (r *rules) refresh(ctx context.Context, states []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(states)
	states = slices.Compact(states)
	stamp := ""
	if r.files != nil {
		stamp = configStamp(states, r.files())
	}
	if stamp != "" && stamp == r.stamp {
		return
	}
	var problems []string
	unsure := false
	known := make(map[string]readSettings, len(states))
	for _, state := range states {
		known[state] = r.readState(ctx, state)
		if k := known[state]; !k.whole {
			problems = append(problems, notRead(state, k.good))
			unsure = unsure || !k.good
		}
	}
	if ctx.Err() != nil { // half of the rules are worse than those of before
		return
	}
	r.stamp, r.known = stamp, known
	r.use(states, problems, unsure)
}

// readState reads one configuration. One that cannot be read at all, as while it is being written, leaves what was read before.
func (r *rules) readState(ctx context.Context, state string) readSettings {
	settings, problems := r.read(ctx, state)
	before := r.known[state]
	switch {
	case len(problems) == 0:
		return readSettings{settings: settings, whole: true, good: true}
	case before.good:
		before.whole = false
		return before
	default:
		return readSettings{settings: settings, good: len(settings.Patterns)+len(settings.Secrets) > 0}
	}
}

// notRead says which configuration could not be read. Nothing of it is in the sentence.
func notRead(state string, good bool) string {
	if good {
		return fmt.Sprintf("Not all of the OpenClaw configuration in %s can be read. Its redaction rules are used as far as they were read.", state)
	}
	return fmt.Sprintf("The OpenClaw configuration in %s cannot be read. Until it can be, only the built-in rules are used; "+
		"what they let through is masked then.", state)
}

// use makes the redactor of what is known and puts it into use.
func (r *rules) use(states, problems []string, unsure bool) {
	settings := make([]openclaw.Settings, len(states))
	for i, state := range states {
		settings[i] = r.known[state].settings
	}
	redactor, wrong := newRedactor(settings, r.key)
	for _, problem := range wrong {
		problems = append(problems, problem.Error())
	}
	problems = append(problems, r.standing...)
	names := index.Rules{Stamp: redactor.Stamp() + keyMark(r.key), Version: redactor.Version(), Unsure: unsure}
	before := r.now.Swap(&ruleSet{redactor, names, problems})
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
