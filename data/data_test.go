package data_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestTheStateOfAStoreFollowsFromItsError(t *testing.T) {
	wrap := func(err error) error { return &data.StoreError{Op: "open store", Agent: "work", Path: "/a", Err: err} }
	for _, c := range []struct {
		name string
		err  error
		want data.StoreState
	}{
		{"no error is ready", nil, data.StoreReady},
		{"a lock is busy", wrap(data.ErrStoreBusy), data.StoreBusy},
		{"a read that was given up is busy", wrap(context.Canceled), data.StoreBusy},
		{"a read that took too long is busy", wrap(context.DeadlineExceeded), data.StoreBusy},
		{"the first kind of two counts", wrap(fmt.Errorf("%w: %w", data.ErrStoreBusy, fs.ErrPermission)), data.StoreBusy},
		{"a change while reading is busy", wrap(data.ErrStoreChanged), data.StoreBusy},
		{"a newer format is newer", wrap(data.ErrStoreNewer), data.StoreNewer},
		{"damage is corrupt", wrap(data.ErrStoreCorrupt), data.StoreCorrupt},
		{"a refusal of ours is no access", wrap(data.ErrNoAccess), data.StoreNoAccess},
		{"a refusal of the system is no access", wrap(fs.ErrPermission), data.StoreNoAccess},
		{"a file that is gone is missing", wrap(fmt.Errorf("stat: %w", fs.ErrNotExist)), data.StoreMissing},
		{"what nobody knows is corrupt", errors.New("odd"), data.StoreCorrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := data.StateOf(c.err); got != c.want {
				t.Errorf("state %q, want %q", got, c.want)
			}
		})
	}
}

func TestAStoreErrorSaysWhatWasTriedOnWhich(t *testing.T) {
	err := &data.StoreError{Op: "open store", Agent: "work", Path: "/a", Err: data.ErrStoreBusy}
	if got, want := err.Error(), "open store of agent work at /a: store is busy"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestKindsFallIntoTheClassesOfTheContract(t *testing.T) {
	for _, c := range []struct {
		kind    data.Kind
		rewound bool
		want    data.Class
	}{
		{data.KindMain, false, data.ClassPlain},
		{data.KindGroup, false, data.ClassPlain},
		{data.KindCustom, false, data.ClassPlain},
		{data.KindCron, false, data.ClassAutomated},
		{data.KindHeartbeat, false, data.ClassAutomated},
		{data.KindHook, false, data.ClassAutomated},
		{data.KindDreaming, false, data.ClassAutomated},
		{data.KindSubagent, false, data.ClassSubagent},
		{data.KindACP, false, data.ClassSubagent},
		{data.KindCron, true, data.ClassRewound},
		{data.KindMain, true, data.ClassRewound},
	} {
		t.Run(fmt.Sprintf("%s, rewound %v", c.kind, c.rewound), func(t *testing.T) {
			if got := data.ClassOf(c.kind, c.rewound); got != c.want {
				t.Errorf("class %d, want %d", got, c.want)
			}
		})
	}
}

func TestARoleIsReadAsItIsWritten(t *testing.T) {
	for _, role := range []data.Role{data.RoleUser, data.RoleAssistant} {
		if got, ok := data.ParseRole(role.String()); !ok || got != role {
			t.Errorf("%v reads back as %v, %v", role, got, ok)
		}
	}
	if role, ok := data.ParseRole("any"); ok || role != data.RoleAny {
		t.Errorf("%q is no role of a message, but gives %v", "any", role)
	}
}

func TestAnUnknownKeyIsNotFound(t *testing.T) {
	if err := fmt.Errorf("show: %w", &data.UnknownKeyError{Key: "agent:main:x"}); !errors.Is(err, data.ErrNotFound) {
		t.Error("an unknown key is not ErrNotFound")
	}
}
