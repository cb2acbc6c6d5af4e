package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/wordwake/wordwake/data"
)

const milliseconds = "2006-01-02T15:04:05.000Z07:00"

// moment is a time in JSON: RFC 3339 in UTC with milliseconds, null if unknown.
type moment time.Time

// MarshalJSON implements json.Marshaler.
func (m moment) MarshalJSON() ([]byte, error) {
	t := time.Time(m)
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.UTC().Format(milliseconds) + `"`), nil
}

// spansJSON is [[start, end], ...].
func spansJSON(spans []data.Span) [][2]int {
	list := make([][2]int, 0, len(spans))
	for _, s := range spans {
		list = append(list, [2]int{s.Start, s.End})
	}
	return list
}

// hiddenJSON is [[start, end, kind], ...].
func hiddenJSON(hidden []data.Hidden) [][3]any {
	list := make([][3]any, 0, len(hidden))
	for _, h := range hidden {
		list = append(list, [3]any{h.Start, h.End, h.Kind})
	}
	return list
}

// list makes an array that is never null.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// writeJSON prints one value on one line.
func writeJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("make JSON: %w", err)
	}
	_, err := w.Write(escapeControls(b.Bytes()))
	return err
}

// escapeControls escapes what JSON lets through and a terminal obeys or reorders. Such runes stand in strings only.
func escapeControls(text []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(text))
	for _, r := range string(text) {
		if r >= 0x7f && r < 0xa0 || turnsDirection(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.Bytes()
}
