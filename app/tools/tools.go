package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// Params say who asks. Library and Caller are required.
type Params struct {
	Library *library.Library
	// Caller is the key of the session that asks, as CallerOf gives it.
	Caller data.SessionKey
	// Visibility is self, tree, agent or all in place of the configured one; empty is as configured.
	Visibility string
	// Sandboxed is true for a session that runs in a sandbox.
	Sandboxed bool
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Tools answers calls of one caller. It is safe for use by several goroutines.
type Tools struct {
	library    *library.Library
	caller     data.SessionKey
	visibility string
	sandboxed  bool
	now        func() time.Time
}

// New makes the tools of a caller over an open library, which stays whose it was.
func New(p Params) (*Tools, error) {
	if p.Library == nil {
		return nil, errors.New("tools need a library")
	}
	if visibility.AgentOf(p.Caller) == "" {
		return nil, fmt.Errorf("tools need the key of a session, not %q", p.Caller)
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	return &Tools{p.Library, p.Caller, p.Visibility, p.Sandboxed, p.Now}, nil
}

// CallerOf reads the key of a session that asks: "agent:<id>:<rest>" in any case, or "main" for that of the agent main.
// Control characters stand in none.
func CallerOf(text string) (data.SessionKey, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, mainKey) {
		text = "agent:main:main"
	}
	key := data.SessionKey(text)
	agent, rest := visibility.Split(key)
	if agent == "" || visibility.IsIncognito(key) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", errors.New("must be the key of a session, such as agent:main:main")
	}
	return data.SessionKey("agent:" + agent + ":" + rest), nil
}

// Answer is what a call gives: JSON as an agent gets it. Thrown is true if the call could not be made as it was asked for.
type Answer struct {
	JSON   []byte
	Thrown bool
}

// Call answers a call of a tool with its arguments as JSON. An error says that nothing could be answered; what the arguments
// are to be blamed for is an Answer.
func (t *Tools) Call(ctx context.Context, name string, arguments []byte) (Answer, error) {
	result, err := t.call(ctx, name, arguments)
	var input *inputError
	if errors.As(err, &input) {
		return Thrown(input.text)
	}
	if err != nil {
		return Answer{}, err
	}
	raw, err := pretty(result)
	return Answer{JSON: raw}, err
}

// Thrown is the answer to a call that could not be made.
func Thrown(text string) (Answer, error) {
	raw, err := pretty(failed(text))
	return Answer{JSON: raw, Thrown: true}, err
}

func (t *Tools) call(ctx context.Context, name string, arguments []byte) (any, error) {
	tool, known := find(name)
	if !known {
		return nil, badInput("no such tool: " + name)
	}
	a, err := readArgs(arguments)
	if err != nil {
		return nil, err
	}
	s, err := t.sight(ctx)
	if err != nil {
		return nil, err
	}
	return tool.run(t, ctx, s, a)
}
