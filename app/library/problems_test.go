package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestADirectoryThatCannotBeListedIsAFaultAndOneThatIsNotThereIsNone(t *testing.T) {
	closed := &data.StoreError{Op: "list", Path: "/closed", Err: data.ErrNoAccess, Hint: "Open it."}
	got := Faults([]error{
		closed, closed,
		&fs.PathError{Op: "open", Path: "/bare", Err: fs.ErrPermission},
		&fs.PathError{Op: "open", Path: "/none", Err: fs.ErrNotExist},
		&data.StoreError{Op: "list", Path: "/gone", Err: fs.ErrNotExist},
		errors.New("anything else"),
	})
	want := []data.StoreStatus{
		{Store: data.Store{Path: "/closed", Kind: data.StoreOpenClaw}, State: data.StoreNoAccess, Detail: "Open it."},
		{Store: data.Store{Path: "/bare", Kind: data.StoreOpenClaw}, State: data.StoreNoAccess, Detail: HintFor(data.StoreNoAccess)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAQueryHearsOfTheFaultsThatMatterToIt(t *testing.T) {
	of := func(agent, path string) data.StoreStatus {
		return data.StoreStatus{Store: data.Store{Agent: agent, Path: path}, State: data.StoreBusy}
	}
	all := []data.StoreStatus{of("main", "/s/main"), of("work", "/s/work"), of("", "/closed")}
	cases := map[string]struct {
		agents, stores []string
		want           []data.StoreStatus
	}{
		"nothing named":            {nil, nil, all},
		"an agent":                 {[]string{"main"}, nil, []data.StoreStatus{all[0], all[2]}},
		"a store":                  {nil, []string{"/s/work"}, all[1:2]},
		"a store in the directory": {nil, []string{"/closed/agents/x"}, all[2:]},
		"one with a like name":     {nil, []string{"/closed-not/x"}, nil},
		"no store":                 {nil, []string{}, nil},
	}
	for name, c := range cases {
		if diff := cmp.Diff(c.want, about(all, c.agents, c.stores)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestPrivateCopiesAreMadeInAFolderOfOurOwn(t *testing.T) {
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s", datatest.Talk("the tide"))
	// A journal that is not empty has to be played back, which is done on a copy.
	journal := append([]byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}, make([]byte, 504)...)
	if err := os.WriteFile(store.Path+"-journal", journal, 0o600); err != nil {
		t.Fatal(err)
	}
	copies := filepath.Join(t.TempDir(), "deep", "copies")
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}, Copies: copies})
	if _, err := os.Stat(copies); err == nil {
		t.Error("the folder is made before it is needed")
	}
	if outcome := pass(t, l); len(outcome.Faults) > 0 {
		t.Fatalf("faults %+v", outcome.Faults)
	}
	same(t, "found", found(t, l, data.Query{Text: "tide"}), "agent:main:main")
	info, err := os.Stat(copies)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Fatalf("folder %v, %v", info, err)
	}
	if left, err := os.ReadDir(copies); err != nil || len(left) > 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
}
