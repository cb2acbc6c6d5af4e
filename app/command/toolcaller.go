package command

import (
	"context"
	"errors"
	"sync"

	"github.com/spf13/pflag"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/tools"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/visibility"
)

// callerFlags say for whom tools answer.
type callerFlags struct {
	key        data.SessionKey
	visibility string
	sandboxed  bool
}

func (f *callerFlags) add(flags *pflag.FlagSet) {
	flags.Var(&callerValue{&f.key}, "as", "the key of the session that asks, such as agent:main:main")
	flags.Var(
		&wordValue{&f.visibility, []string{"self", "tree", "agent", "all"}}, "visibility", "which sessions it sees; as configured if not given",
	)
	flags.BoolVar(&f.sandboxed, "sandboxed", false, "the session runs in a sandbox")
}

// check refuses a command line that does not say who asks.
func (f *callerFlags) check(command string) error {
	if f.key == "" {
		return &usageError{command: command, text: "say with --as which session asks, such as --as agent:main:main"}
	}
	return nil
}

// callerValue is a flag that holds the key of a session.
type callerValue struct{ key *data.SessionKey }

func (v *callerValue) String() string {
	if v.key == nil {
		return ""
	}
	return string(*v.key)
}
func (v *callerValue) Type() string { return "key" }
func (v *callerValue) Set(s string) (err error) {
	*v.key, err = tools.CallerOf(s)
	return err
}

// toolCaller answers calls of tools, from a library that is opened at the first call and brought up to date before each.
type toolCaller struct {
	world  world
	common *common
	flags  callerFlags

	mu    sync.Mutex
	asker *asker
	tools *tools.Tools
}

// newToolCaller answers for the session that flags name. Nothing is printed beside the answers, and a history that is new is
// brought in only as far as the budget of a search goes.
func newToolCaller(w world, c *common, flags callerFlags) *toolCaller {
	quiet := *c
	quiet.json, quiet.quiet = true, true
	return &toolCaller{world: w, common: &quiet, flags: flags}
}

// call answers one call. What kept it from being answered is told in the words of an answer; no path is in them.
func (t *toolCaller) call(ctx context.Context, name string, arguments []byte) (tools.Answer, error) {
	ready, err := t.ready(ctx)
	if err != nil {
		return tools.Thrown(reason(err))
	}
	answer, err := ready.Call(ctx, name, arguments)
	if err != nil {
		return tools.Thrown(reason(err))
	}
	return answer, nil
}

// ready gives the tools over a library that is up to date.
func (t *toolCaller) ready(ctx context.Context) (*tools.Tools, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tools != nil {
		return t.tools, t.catchUp(ctx)
	}
	a, err := t.world.ask(ctx, t.common, false, reconcile.Looked{})
	if err != nil {
		return nil, err
	}
	made, err := tools.New(tools.Params{
		Library: a.Library, Caller: t.flags.key, Visibility: t.flags.visibility, Sandboxed: t.flags.sandboxed, Now: t.world.now,
	})
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	t.asker, t.tools = a, made
	return made, nil
}

// catchUp brings in what was said since the last call, and spends what is left of the budget on what was too much before.
func (t *toolCaller) catchUp(ctx context.Context) error {
	options := library.CatchUp()
	began := t.world.now()
	if err := t.world.catchUp(ctx, t.common, t.asker, options); err != nil {
		return err
	}
	if rest := options.Budget - t.world.now().Sub(began); rest > leastRest {
		return t.world.goOn(ctx, t.asker, reconcile.Options{Budget: rest})
	}
	return nil
}

// unknownAgent is the agent of the session that asks if no history is one of it; nothing if it is known, or nothing was opened.
func (t *toolCaller) unknownAgent(ctx context.Context) ([]string, error) {
	if t.asker == nil {
		return nil, nil
	}
	return t.asker.unknownAgents(ctx, []string{visibility.AgentOf(t.flags.key)})
}

// Close closes the library, if it was opened. No call may be under way.
func (t *toolCaller) Close() error {
	if t.asker == nil {
		return nil
	}
	return t.asker.Close()
}

// reason says why nothing could be answered, to an agent: it is not told where anything lies.
func reason(err error) string {
	var nothing *nothingError
	switch {
	case errors.As(err, &nothing):
		return nothing.Error()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the call was cancelled"
	case errors.Is(err, data.ErrStoreBusy), errors.Is(err, data.ErrStoreChanged):
		return "the history is busy; try again in a moment"
	default:
		return "the history could not be read; \"status\" of the program tells more"
	}
}
