package reconcile

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// homeIsThere tells whether the place is there where a store's file would lie. Without it nothing says that the file was
// deleted: an empty mount point, or a folder that was renamed, looks the same.
func homeIsThere(store data.Store) bool {
	return store.State != "" && isDir(store.State) && isDir(homeOf(store))
}

// homeOf is the folder that stays when an agent is deleted: "agents" in the usual layout, which is
// agents/<id>/agent/<file>, else the one that holds the file.
func homeOf(store data.Store) string {
	parent := filepath.Dir(store.Path)
	agents := filepath.Dir(filepath.Dir(parent))
	if filepath.Base(parent) == "agent" && filepath.Base(agents) == "agents" {
		return agents
	}
	return parent
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// otherNames tells for each store in the library which found one its path leads to now; empty if none. A folder that moved
// and left a link behind makes such paths.
func (r *Reconciler) otherNames(ctx context.Context, rows []index.StoreRow, found []look, limit time.Duration) []string {
	names := make([]string, len(rows))
	var group errgroup.Group
	group.SetLimit(maxLooks)
	for i, row := range rows {
		group.Go(func() error {
			names[i], _ = ask(ctx, r, row.Store.Path, limit, func() string { return follow(row.Store.Path, found) })
			return nil
		})
	}
	_ = group.Wait() // a path that cannot be followed leads nowhere
	return names
}

// follow finds the store of the same file, by the links in its path, or by the file itself.
func follow(path string, found []look) string {
	canonical, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	file, err := os.Stat(path)
	if err != nil {
		return ""
	}
	for _, l := range found {
		if l.store.Path == canonical {
			return canonical
		}
	}
	for _, l := range found {
		if other, err := os.Stat(l.store.Path); err == nil && os.SameFile(file, other) {
			return l.store.Path
		}
	}
	return ""
}
