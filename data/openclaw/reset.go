package openclaw

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// Transcripts that a reset closed are kept as archives in the store; those of deleted sessions are too, and are not read:
// the person deleted them.
const listResets = `
SELECT a.session_id, a.session_key, a.generation, a.archive_sha256, a.created_at
FROM session_transcript_archives AS a
WHERE a.reason = 'reset'
ORDER BY a.created_at, a.generation`

const readReset = `
SELECT encoding, archive_sha256, CASE WHEN length(archive_blob) <= ? THEN archive_blob END, created_at
FROM session_transcript_archives
WHERE session_id = ?
AND reason = 'reset'
ORDER BY created_at DESC, generation DESC
LIMIT 1`

// withResetArchives adds the transcripts that are only in an archive, the newest of each session id.
func (r *reader) withResetArchives(ctx context.Context, windows []*window) ([]*window, error) {
	known := make(map[data.SessionID]bool, len(windows))
	entries := make(map[data.SessionKey]*window, len(windows))
	for i := range windows {
		known[windows[i].id] = true
		entries[windows[i].key] = windows[i]
	}
	rows, err := r.opened.db.QueryContext(ctx, listResets)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	archived := map[data.SessionID]*window{}
	for rows.Next() {
		w := &window{lastSeq: -1}
		var hash string
		if err := rows.Scan(&w.id, &w.key, &w.generation, &hash, &w.created); err != nil {
			return nil, err
		}
		if known[w.id] {
			continue
		}
		w.resetArchive, w.updated = hash, w.created
		if live := entries[w.key]; live != nil {
			w.entry, w.spawnedBy, w.parent = live.entry, live.spawnedBy, live.parent
		}
		archived[w.id] = w
	}
	for _, w := range archived {
		windows = append(windows, w)
	}
	return windows, rows.Err()
}

// collectReset reads the archive of a closed transcript; nil if there is none.
func (r *reader) collectReset(ctx context.Context, id data.SessionID) (*transcript.Builder, error) {
	archive, err := r.reset(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	builder := transcript.NewBuilder(id, holdArchive)
	if err := archive.lines(builder.Add); err != nil {
		builder = transcript.NewBuilder(id, 0)
		builder.AddUnreadable()
	}
	return builder, nil
}

// resetArchive is the archive of a transcript that a reset closed.
type resetArchive struct {
	encoding, hash string
	blob           []byte
	created        int64
}

func (r *reader) reset(ctx context.Context, id data.SessionID) (resetArchive, error) {
	var a resetArchive
	err := r.opened.db.QueryRowContext(ctx, readReset, maxArchive, id).Scan(&a.encoding, &a.hash, &a.blob, &a.created)
	return a, err
}

// lines visits the events of the archive. Their places are those of their lines.
func (a resetArchive) lines(visit func(transcript.Row)) error {
	sum := sha256.Sum256(a.blob)
	if hex.EncodeToString(sum[:]) != a.hash {
		return fmt.Errorf("%w: its checksum", errArchive)
	}
	seq := int64(0)
	add := func(line []byte) error {
		visit(transcript.Row{Seq: seq, Created: a.created, JSON: line})
		seq++
		return nil
	}
	if a.encoding == "zstd" {
		return archiveLines(a.blob, add)
	}
	return eachLine(bytes.NewReader(a.blob), add)
}
