package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onDisk lists the files of the library that hold a word.
func onDisk(t *testing.T, l *Library, word string) []string {
	t.Helper()
	entries, err := os.ReadDir(l.Dir())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(l.Dir(), entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), word) {
			names = append(names, entry.Name())
		}
	}
	return names
}

func TestDeletedWordsDoNotStayOnTheDisk(t *testing.T) {
	for name, later := range map[string]bool{"tidied at once": false, "tidied by a later writer": true} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			for i := range 30 {
				put(t, w, session("alpha", fmt.Sprint("s", i)), talk("apple pie", "something else"))
			}
			doomed := session("alpha", "doomed")
			doomed.Title = "xylophonequartz"
			put(t, w, doomed, talk("the xylophonequartz word"))
			if onDisk(t, l, "xylophonequartz") == nil {
				t.Fatal("the word is nowhere to begin with")
			}
			known, err := w.Known(t.Context(), storeOf("alpha"))
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range known {
				if k.Session.ID == "doomed" {
					err = errors.Join(w.Delete(t.Context(), k), w.Commit(t.Context()))
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if later {
				err = errors.Join(w.TidyLater(t.Context()), w.Commit(t.Context()), w.Close())
				if err != nil {
					t.Fatal(err)
				}
				w = writer(t, l)
			}
			if err := errors.Join(w.Tidy(t.Context()), w.Close()); err != nil {
				t.Fatal(err)
			}
			if got := onDisk(t, l, "xylophonequartz"); got != nil {
				t.Errorf("the word is in %v", got)
			}
			consistent(t, l)
		})
	}
}
