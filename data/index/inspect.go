package index

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// fileState is what lies at the place of an index file.
type fileState uint8

const (
	fileMissing  fileState = iota
	fileBlank              // ours, but its creation did not get far
	fileOurs               // of the schema that we write
	fileOlder              // ours, of an earlier schema
	fileNewer              // ours, of a schema that we do not know
	fileForeign            // something else, or damaged
	fileUnopened           // cannot be looked at now
)

const sqliteMagic = "SQLite format 3\x00"

// inspect looks at a file without changing it. The error belongs to fileUnopened.
func inspect(ctx context.Context, path string) (fileState, error) {
	blank, state, err := inspectHead(path)
	if blank || state != fileOurs {
		return state, err
	}
	if found, state, err := journalled(path); found || err != nil {
		return state, err
	}
	db, err := sqlitedb.OpenOwnReader(ctx, path, 1)
	if err != nil {
		return unopened(err)
	}
	defer func() { _ = db.Close() }()
	state, err = identify(ctx, db)
	if err != nil {
		return unopened(err)
	}
	return state, nil
}

// unopened tells a damaged file from one that cannot be looked at.
func unopened(err error) (fileState, error) {
	err = sqlitedb.Translate(err)
	if damaged(err) {
		return fileForeign, nil
	}
	return fileUnopened, err
}

// damaged tells whether an error of a statement of ours says that the file is damaged, or its schema.
func damaged(err error) bool {
	return errors.Is(sqlitedb.Translate(err), data.ErrStoreCorrupt) || sqlitedb.IsLogic(err)
}

// inspectHead reads the first bytes only; fileOurs then means that SQLite may be asked.
func inspectHead(path string) (blank bool, state fileState, err error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, fileMissing, nil
	case err != nil:
		return false, fileUnopened, err
	case !info.Mode().IsRegular():
		return false, fileForeign, nil
	case info.Size() == 0:
		return true, fileBlank, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return false, fileUnopened, err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, len(sqliteMagic))
	if _, err := io.ReadFull(file, head); err != nil || string(head) != sqliteMagic {
		return false, fileForeign, nil
	}
	return false, fileOurs, nil
}

// identify tells by application_id and user_version whose database it is, and touches its ends to find gross damage.
func identify(ctx context.Context, db querier) (fileState, error) {
	var app, version, tables int
	for pragma, into := range map[string]*int{
		"PRAGMA application_id":              &app,
		"PRAGMA user_version":                &version,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := db.QueryRowContext(ctx, pragma).Scan(into); err != nil {
			return fileUnopened, err
		}
	}
	newest, err := schemaVersion()
	switch {
	case err != nil:
		return fileUnopened, err
	case app == 0 && version == 0 && tables == 0:
		return fileBlank, nil
	case app != applicationID:
		return fileForeign, nil
	case version > newest:
		return fileNewer, nil
	case version < newest:
		return fileOlder, nil
	}
	return fileOurs, probe(ctx, db)
}

// probe asks for all columns and reads both ends of the large tables.
func probe(ctx context.Context, db querier) error {
	for _, query := range []string{
		"SELECT count(name) + count(value) FROM meta",
		"SELECT count(id) FROM agents WHERE name IS NOT NULL",
		`SELECT count(*) FROM (SELECT id, path, agent, state_dir, kind, stamp, generation, checked, fault, detail FROM stores)`,
		`SELECT count(*) FROM (SELECT store, phase, archived, superseded, class, agent, messages, unreadable, events, started_at,
			updated_at, session_id, key, kind, fingerprint, title, parent, spawned_by,
			lineage, opening, opening_seq, folded, child_of, owner, linked_until FROM sessions LIMIT 1)`,
		"SELECT count(*) FROM (" + selectOdd + " LIMIT 1)",
		"SELECT count(*) FROM (SELECT session, part, bytes FROM trails LIMIT 1)",
		"SELECT count(*) FROM (SELECT session, seq, message_id, role, ts, class, hidden, text FROM messages LIMIT 1)",
		"SELECT coalesce(min(id), 0) FROM messages",
		"SELECT coalesce(max(id), 0) FROM messages",
		"SELECT coalesce(max(id), 0) FROM sessions",
		"SELECT count(*) FROM (SELECT rowid, text, tags FROM messages_fts ORDER BY rowid DESC LIMIT 1)",
		"SELECT count(*) FROM (SELECT rowid, title FROM titles_fts ORDER BY rowid DESC LIMIT 1)",
		"SELECT count(*) FROM (SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'tags : cplain' LIMIT 1)",
		"SELECT count(*) FROM (SELECT rowid FROM titles_fts WHERE titles_fts MATCH 'a' LIMIT 1)",
	} {
		var got int64
		if err := db.QueryRowContext(ctx, query).Scan(&got); err != nil {
			return err
		}
	}
	return nil
}
