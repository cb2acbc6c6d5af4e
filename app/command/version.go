package command

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func newVersion(w world, c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Tell the version of this program",
		Args:  noWords,
		RunE:  func(*cobra.Command, []string) error { return w.version(c) },
	}
}

// versionJSON is what version --json prints.
type versionJSON struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (w world) version(c *common) error {
	v := versionJSON{
		Version: w.build.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if c.json {
		return writeJSON(w.stdout, v)
	}
	_, err := fmt.Fprintf(w.stdout, "%s %s, %s, %s\n", w.build.Name, v.Version, v.Go, v.Platform)
	return err
}
