package library

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data/openclaw"
)

// freshFor is how young a file is of which an equal stamp proves nothing: it may be written again within the same tick of the clock.
const freshFor = 2 * time.Second

// configFiles gives the files, among what is to be watched, that are read for themselves: the configurations and what they
// include. Databases are watched with all that lies beside them, by a pattern.
func configFiles(places []openclaw.Place) []string {
	var files []string
	for _, place := range places {
		if !place.Writes {
			continue
		}
		for _, name := range place.Names {
			if !strings.HasSuffix(name, "*") {
				files = append(files, filepath.Join(place.Dir, plainName.Replace(name)))
			}
		}
	}
	return files
}

// plainName undoes what makes a pattern of a name.
var plainName = strings.NewReplacer("[*]", "*", "[?]", "?", "[[]", "[")

// configStamp is equal for configurations that did not change; empty where that cannot be told.
func configStamp(states, files []string) string {
	if len(files) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q", states)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		if time.Since(info.ModTime()) < freshFor {
			return ""
		}
		fmt.Fprintf(&b, " %q %d %d %o", file, info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	return b.String()
}
