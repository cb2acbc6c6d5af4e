package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// target is the session that an argument means.
type target struct {
	// asked is how the answer names it.
	asked string
	// session tells whose it is; of one that nobody knows only the key and the agent.
	session data.Session
	// windows are its transcripts, newest activity first; none if nobody knows it.
	windows []data.Session
}

// resolve finds the session that a sessionKey means, and tells whether the caller may see it.
func (t *Tools) resolve(ctx context.Context, s sight, asked string, action visibility.Action) (target, *refusal, error) {
	asked = t.called(asked)
	found, err := t.find(ctx, s, asked)
	if err != nil {
		return found, nil, err
	}
	if found.session.Key == "" {
		return found, t.notFound(s, asked, action), nil
	}
	if denial := s.refuses(found.session, action); denial != "" {
		if sessionID.MatchString(asked) {
			return found, t.notFound(s, asked, action), nil // whether there is such a session is not told
		}
		return found, forbidden(denial), nil
	}
	return found, nil, nil
}

// askedRunes is how much of an argument is told again.
const askedRunes = 1024

// called is a session as an answer may name it: a secret in its key is masked, as it is in the library.
func (t *Tools) called(asked string) string {
	if runes := []rune(asked); len(runes) > askedRunes {
		asked = string(runes[:askedRunes])
	}
	return string(t.library.Key(data.SessionKey(asked)))
}

// notFound says that there is no such session, or that it is not known whether there is one.
func (t *Tools) notFound(s sight, asked string, action visibility.Action) *refusal {
	if s.restricted() {
		return forbidden(visibility.SandboxDenial(asked))
	}
	if sessionID.MatchString(asked) {
		if why := t.lacks(s, action).String(); why != "" {
			return unknown(asked, why)
		}
	}
	return failed("Session not found: " + asked + " (use the full sessionKey from sessions_list)")
}

func (t *Tools) find(ctx context.Context, s sight, asked string) (target, error) {
	name := strings.ToLower(asked)
	switch {
	case name == currentKey, clients[name]:
		return t.byKey(ctx, s, s.me, s.agent, string(s.me))
	case name == mainKey, name == s.mainName():
		return t.byKey(ctx, s, s.main(), s.agent, mainKey)
	case name == globalKey, name == unknownKey:
		return t.byKey(ctx, s, data.SessionKey(name), s.agent, name)
	case sessionID.MatchString(asked):
		return t.byID(ctx, s, asked)
	case visibility.Scoped(data.SessionKey(asked)):
		key := data.SessionKey(asked)
		return t.byKey(ctx, s, key, visibility.AgentOf(key), asked)
	default:
		return target{asked: asked}, nil
	}
}

// byKey finds the windows of a key, in any case, and those of the newest run where the key is that of a cron job.
func (t *Tools) byKey(ctx context.Context, s sight, key data.SessionKey, agent, asked string) (target, error) {
	found := target{asked: asked, session: data.Session{Key: key, Agent: agent}}
	windows, err := t.sessions(ctx, s, index.SessionFilter{Key: key})
	if err != nil || agent == "" {
		return found, err
	}
	windows = slices.DeleteFunc(windows, func(w data.Session) bool { return w.Agent != agent })
	if len(windows) == 0 {
		if windows, err = t.alike(ctx, s, key, agent); err != nil {
			return found, err
		}
	}
	return found.of(windows), nil
}

// alike finds the newest session of an agent whose key differs in case only, or is that of a run of the job.
func (t *Tools) alike(ctx context.Context, s sight, key data.SessionKey, agent string) ([]data.Session, error) {
	all, err := t.sessions(ctx, s, index.SessionFilter{Agents: []string{agent}})
	if err != nil {
		return nil, err
	}
	for _, same := range []func(data.SessionKey) bool{
		func(k data.SessionKey) bool { return visibility.Same(k, key) },
		func(k data.SessionKey) bool {
			job, isRun := jobOf(k)
			return isRun && visibility.Same(job, key)
		},
	} {
		if i := slices.IndexFunc(all, func(w data.Session) bool { return same(w.Key) }); i >= 0 {
			newest := all[i].Key
			return slices.DeleteFunc(all, func(w data.Session) bool { return w.Key != newest }), nil
		}
	}
	return nil, nil
}

// byID finds the session that has a transcript of this id.
func (t *Tools) byID(ctx context.Context, s sight, asked string) (target, error) {
	found := target{asked: asked}
	all, err := t.sessions(ctx, s, index.SessionFilter{})
	if err != nil {
		return found, err
	}
	i := slices.IndexFunc(all, func(w data.Session) bool { return strings.EqualFold(string(w.ID), asked) })
	if i < 0 {
		return found, nil
	}
	return t.byKey(ctx, s, all[i].Key, all[i].Agent, string(all[i].Key))
}

// of takes the windows in one store: that of the newest.
func (f target) of(windows []data.Session) target {
	if len(windows) == 0 {
		return f
	}
	f.session = windows[0]
	f.windows = slices.DeleteFunc(windows, func(s data.Session) bool { return s.Store.Path != f.session.Store.Path })
	if visibility.Same(data.SessionKey(f.asked), f.session.Key) {
		f.asked = string(f.session.Key)
	}
	return f
}

// current is the window that a conversation goes on in: the newest that no later one rewound.
func (f target) current() data.Session {
	at := f.windows[0]
	for _, w := range f.windows[1:] {
		if at.Superseded && !w.Superseded || at.Superseded == w.Superseded && w.StartedAt.After(at.StartedAt) {
			at = w
		}
	}
	return at
}

// sessions lists what the caller's OpenClaw knows, also sessions that are left out by default or have no messages.
func (t *Tools) sessions(ctx context.Context, s sight, f index.SessionFilter) ([]data.Session, error) {
	f.Include, f.WithEmpty = data.Everything(), true
	all, err := t.library.Sessions(ctx, f)
	return slices.DeleteFunc(all, func(w data.Session) bool { return !s.knows(w) }), err
}
