package datatest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// packFrom is the size from which OpenClaw 2026.9.6 packs an event.
const packFrom = 1024

// Zip is zstd as OpenClaw writes it: level 1 with a checksum.
func Zip(raw []byte) []byte {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(true))
	if err != nil {
		panic(err) // only for wrong options
	}
	defer func() { _ = encoder.Close() }()
	return encoder.EncodeAll(raw, nil)
}

// pack gives event_json, event_zstd, event_utf8_bytes and navigation_json of an event.
func pack(event Event) []any {
	plain := []any{string(event), nil, len(event), nil}
	var fields map[string]any
	if len(event) < packFrom || strings.Contains(string(event), `\u`) || json.Unmarshal([]byte(event), &fields) != nil || fields["type"] == "session" {
		return plain
	}
	zipped := Zip([]byte(event))
	navigation := Fields{}
	for _, key := range []string{"type", "id", "parentId", "targetId", "appendParentId", "appendMode", "timestamp"} {
		if value, ok := fields[key]; ok {
			navigation[key] = value
		}
	}
	if message, ok := fields["message"].(map[string]any); ok {
		navigation["message"] = Fields{"role": message["role"], "__openclaw": Fields{}}
	}
	beside := Make(Fields{
		"version": 1, "report": Fields{"kind": "canonical"}, "navigation": navigation, "reset": Fields{}, "model": Fields{},
		"modelBytes": len(event), "modelWithoutCheckpointBytes": len(event), "withoutCustomDataBytes": len(event),
	})
	if len(zipped)+len(beside) > len(event)-max(64, (len(event)+9)/10) {
		return plain
	}
	return []any{nil, zipped, len(event), string(beside)}
}

// hexName is 32 hexadecimal digits for a name.
func hexName(name string, n int) string {
	sum := sha256.Sum256([]byte(fmt.Sprint(name, n)))
	return hex.EncodeToString(sum[:16])
}

// Cold moves a transcript to cold storage: into a file beside the store, or into the database itself. It returns the path of
// the file, if there is one. The store is of V21 or later.
func (s *Store) Cold(id string, inFile bool) (path string) {
	s.t.Helper()
	s.atomically(func(tx execer) error {
		generation := hexName(id, 0)
		lines, count, last, err := coldLines(tx, id, generation)
		if err != nil {
			return err
		}
		zipped := Zip(lines)
		sum := sha256.Sum256(zipped)
		hash := hex.EncodeToString(sum[:])
		storage, blob := "sqlite", any(zipped)
		if inFile {
			storage, blob = "file", nil
			path = filepath.Join(filepath.Dir(filepath.Dir(s.Path)), "sessions", "cold", hash+".jsonl.zst")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(path, zipped, 0o600); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(`DELETE FROM transcript_events WHERE session_id = ?`, id); err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO session_transcript_cold_archives (session_id, generation, archive_name, archive_sha256, event_count, raw_bytes, archive_bytes, last_seq, archived_at, storage, archive_blob)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, generation, hash+".jsonl.zst", hash, count, len(lines), len(zipped), last, Start.UnixMilli(), storage, blob)
		return err
	})
	return path
}

func coldLines(tx execer, id, generation string) (lines []byte, count, last int, err error) {
	rows, err := tx.Query(`SELECT seq, event_json, created_at FROM transcript_events WHERE session_id = ? ORDER BY seq`, id)
	if err != nil {
		return nil, 0, 0, err
	}
	defer func() { _ = rows.Close() }()
	var out bytes.Buffer
	out.WriteString(string(Make(Fields{"kind": "header", "version": 1, "sessionId": id, "generation": generation})) + "\n")
	for rows.Next() {
		var event string
		var created int64
		if err := rows.Scan(&last, &event, &created); err != nil {
			return nil, 0, 0, err
		}
		out.WriteString(string(Make(Fields{"kind": "event", "row": Fields{"seq": last, "event_json": event, "created_at": created}})) + "\n")
		count++
	}
	return out.Bytes(), count, last, rows.Err()
}

// Archive keeps a transcript as OpenClaw does when it closes or deletes one; reason is "reset" or "deleted". The store is of
// V19 or later.
func (s *Store) Archive(key, id, reason string, events []Event) *Store {
	s.t.Helper()
	var out bytes.Buffer
	for _, event := range events {
		out.WriteString(string(event) + "\n")
	}
	zipped := Zip(out.Bytes())
	sum := sha256.Sum256(zipped)
	s.Exec(`INSERT INTO session_transcript_archives (session_id, generation, session_key, reason, encoding, archive_blob, archive_sha256, archive_name, created_at)
VALUES (?, ?, ?, ?, 'zstd', ?, ?, ?, ?)`, id, hexName(id, 0), key, reason, zipped, hex.EncodeToString(sum[:]), id+".jsonl."+reason+".2026-07-01T10-00-00.000Z.zst", Start.UnixMilli())
	return s
}
