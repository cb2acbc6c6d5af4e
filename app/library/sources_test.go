package library

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordwake/wordwake/data/openclaw"
)

func TestThePlacesOfAllFoldersAreWatched(t *testing.T) {
	chosen, store := history(t, "work")
	home := t.TempDir()
	sources := NewSources(Params{Home: home, Getenv: noEnv, Extra: []string{chosen}})
	if places := sources.Places(); len(places) > 0 {
		t.Errorf("before anything was looked for: %v", places)
	}
	sources.Find(t.Context())
	places := sources.Places()
	for _, dir := range []string{home, filepath.Join(home, ".openclaw", "agents"), filepath.Join(chosen, "agents"), filepath.Dir(store)} {
		if !slices.ContainsFunc(places, func(p openclaw.Place) bool { return p.Dir == dir }) {
			t.Errorf("%s is not watched", dir)
		}
	}
	if places := NewSources(Params{Sample: true}).Places(); places != nil {
		t.Errorf("of the sample, %v", places)
	}
}
