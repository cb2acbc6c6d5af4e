package openclaw

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

var coldName = regexp.MustCompile(`^[0-9a-f]{64}\.jsonl\.zst$`)

// coldArchive is a transcript that OpenClaw moved out of its rows.
type coldArchive struct {
	generation, name, hash string
	events                 int64
	size                   int64
	storage                string
	blob                   []byte
}

// What is larger than an archive may be is not even taken out of the store; without its bytes it counts as damaged.
const readCold = `
SELECT generation, archive_name, archive_sha256, event_count, archive_bytes, storage,
  CASE WHEN length(archive_blob) <= ? THEN archive_blob END
FROM session_transcript_cold_archives
WHERE session_id = ?`

const readWindow = `SELECT 1 FROM %s WHERE session_id = ?`

// collectStored reads a transcript that has no rows: a cold one, an archived one, or one to which nothing was written yet.
func (r *reader) collectStored(ctx context.Context, id data.SessionID) (*transcript.Builder, error) {
	if r.schema.cold() {
		cold, err := r.cold(ctx, id)
		if err == nil {
			return r.collectCold(id, cold)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
	}
	if r.schema.resetArchives() {
		builder, err := r.collectReset(ctx, id)
		if builder != nil || err != nil {
			return builder, err
		}
	}
	table := "session_windows"
	if !r.schema.nodes() {
		table = "sessions"
	}
	var one int
	err := r.opened.db.QueryRowContext(ctx, fmt.Sprintf(readWindow, table), id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, data.ErrNotFound
	}
	return transcript.NewBuilder(id, 0), err
}

func (r *reader) cold(ctx context.Context, id data.SessionID) (coldArchive, error) {
	var c coldArchive
	err := r.opened.db.QueryRowContext(ctx, readCold, maxArchive, id).Scan(&c.generation, &c.name, &c.hash, &c.events, &c.size, &c.storage, &c.blob)
	return c, err
}

// collectCold reads an archive. A damaged or missing one is a transcript whose events are all unreadable: the store is not
// at fault. What keeps a sound one from being read now may pass, and is an error.
func (r *reader) collectCold(id data.SessionID, c coldArchive) (*transcript.Builder, error) {
	builder := transcript.NewBuilder(id, holdArchive)
	packed, err := r.coldBytes(c)
	if err == nil {
		err = readColdLines(packed, id, c, builder.Add)
	}
	if err == nil {
		return builder, nil
	}
	if !errors.Is(err, errArchive) && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	damaged := transcript.NewBuilder(id, 0)
	for range max(c.events, 1) {
		damaged.AddUnreadable()
	}
	return damaged, nil
}

// coldBytes reads the archive and proves that it is the one that the store means.
func (r *reader) coldBytes(c coldArchive) ([]byte, error) {
	packed := c.blob
	if c.storage == "file" {
		if !coldName.MatchString(c.name) {
			return nil, fmt.Errorf("%w: its name", errArchive)
		}
		file, err := os.Open(r.coldPath(c.name))
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		if packed, err = io.ReadAll(io.LimitReader(file, maxArchive+1)); err != nil {
			return nil, err
		}
	}
	sum := sha256.Sum256(packed)
	if int64(len(packed)) != c.size || hex.EncodeToString(sum[:]) != c.hash {
		return nil, fmt.Errorf("%w: it is not the one that the store names", errArchive)
	}
	return packed, nil
}

func (r *reader) coldPath(name string) string { return filepath.Join(coldFolder(r.store.Path), name) }

// coldFolder is where archives lie: beside the folder "agent" of the database, else beside the database itself.
func coldFolder(path string) string {
	folder := filepath.Dir(path)
	if filepath.Base(folder) == "agent" {
		folder = filepath.Join(filepath.Dir(folder), "sessions")
	}
	return filepath.Join(folder, "cold")
}

// coldMark tells the state of an archive's file: one that was missing or damaged may come back whole.
func (r *reader) coldMark(name string) string {
	if !coldName.MatchString(name) {
		return ""
	}
	m, err := look(r.coldPath(name))
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%v %d %d", m.exists, m.size, m.modified)
}

// readColdLines visits the rows of an archive, and proves at its end that it was whole.
func readColdLines(packed []byte, id data.SessionID, c coldArchive, visit func(transcript.Row)) error {
	seen, headed := int64(0), false
	err := archiveLines(packed, func(line []byte) error {
		kind, row, header := coldLine(line)
		switch kind {
		case "header":
			headed = header.session == string(id) && header.generation == c.generation
		case "event":
			seen++
			visit(row)
		}
		return nil
	})
	if err == nil && (!headed || seen != c.events) {
		err = fmt.Errorf("%w: it is incomplete", errArchive)
	}
	return err
}

type coldHeader struct{ session, generation string }

// coldLine reads one line of an archive.
func coldLine(line []byte) (kind string, row transcript.Row, header coldHeader) {
	if !transcript.Valid(line) {
		return "", row, header
	}
	transcript.Members(line, func(key string, value []byte) {
		switch key {
		case "kind":
			kind = text(value)
		case "sessionId":
			header.session = text(value)
		case "generation":
			header.generation = text(value)
		case "row":
			row = coldRow(value)
		}
	})
	return kind, row, header
}

func coldRow(raw []byte) (row transcript.Row) {
	transcript.Members(raw, func(key string, value []byte) {
		switch key {
		case "seq":
			row.Seq = number(value)
		case "created_at":
			row.Created = number(value)
		case "event_json":
			event, _ := transcript.String(value)
			row.JSON = []byte(event)
		}
	})
	return row
}

// errEnough ends the reading of an archive early.
var errEnough = errors.New("enough")

// archiveLines unpacks an archive and visits its lines.
func archiveLines(packed []byte, visit func(line []byte) error) error {
	stream, err := unpackArchive(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("%w: %w", errArchive, err)
	}
	defer func() { _ = stream.Close() }()
	return eachLine(stream, visit)
}

func eachLine(stream io.Reader, visit func(line []byte) error) error {
	lines := bufio.NewReaderSize(stream, 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := visit(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errArchive, err)
		}
	}
}

// coldHead takes the first events of a cold transcript. What cannot be read has none.
func (r *reader) coldHead(ctx context.Context, id data.SessionID, take func(transcript.Event)) error {
	c, err := r.cold(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	packed, err := r.coldBytes(c)
	if err != nil {
		return nil //nolint:nilerr // a damaged archive is met again, and counted, when it is read
	}
	rows := 0
	err = archiveLines(packed, func(line []byte) error {
		kind, row, _ := coldLine(line)
		if kind == "event" {
			if event, err := transcript.Decode(row.Seq, row.JSON); err == nil {
				take(event)
			}
			rows++
		}
		if rows == headRows {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, errArchive) {
		return err
	}
	return nil
}
