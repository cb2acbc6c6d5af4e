package openclaw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

const readRegistry = `SELECT agent_id, path FROM agent_databases ORDER BY agent_id, path`

// registry adds the databases that OpenClaw's shared state database knows. It is opened as carefully as a store, and only
// if it changed since the last time: its owner writes into it whatever happens, and stores are looked for often. Paths are
// relative to the state directory, in early versions absolute; of a state directory that was named, an absolute path that
// leads out of it is left alone: the directory may be a copy.
func (s *search) registry(ctx context.Context, state string) {
	path := registryOf(state)
	rows, err := s.registered(ctx, path)
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errCopy) {
		return
	}
	if err != nil {
		s.problem(fmt.Errorf("read the registry of agents %q: %w", path, sqlitedb.Translate(err)))
		return
	}
	for _, row := range rows {
		place := filepath.FromSlash(row.path)
		if !filepath.IsAbs(place) {
			place = filepath.Join(state, place)
		} else if s.given && !within(state, place) {
			continue
		}
		s.add(state, row.agent, place)
	}
}

func registryOf(state string) string { return filepath.Join(state, "state", "openclaw.sqlite") }

func within(dir, path string) bool {
	relative, err := filepath.Rel(dir, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

type registryRow struct{ agent, path string }

// registryAt is what a registry held under a stamp.
type registryAt struct {
	stamp data.Stamp
	rows  []registryRow
}

// registered gives the rows of a registry, from memory if its files are as they were.
func (s *search) registered(ctx context.Context, path string) ([]registryRow, error) {
	stamp, fresh, err := stampOf(path, time.Now(), "")
	if err != nil {
		return nil, err
	}
	if known, ok := s.registries.Load(path); ok && known.(registryAt).stamp == stamp {
		return known.(registryAt).rows, nil
	}
	rows, err := readRegistered(ctx, path, s.params.TempDir)
	if err == nil && !fresh {
		s.registries.Store(path, registryAt{stamp, rows})
	}
	return rows, err
}

func readRegistered(ctx context.Context, path, temp string) ([]registryRow, error) {
	opened, err := openStore(ctx, path, temp)
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }()
	var known int
	err = opened.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'agent_databases'`).Scan(&known)
	if err != nil || known == 0 {
		return nil, err
	}
	rows, err := opened.db.QueryContext(ctx, readRegistry)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var found []registryRow
	for rows.Next() {
		var row registryRow
		if err := rows.Scan(&row.agent, &row.path); err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, errors.Join(rows.Err(), opened.unchanged())
}
