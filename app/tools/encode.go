package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// compact writes a value as JSON on one line, with nothing escaped that need not be.
func compact(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("make JSON: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// pretty writes a value as an agent gets it: in two-space steps.
func pretty(value any) ([]byte, error) {
	line, err := compact(value)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, line, "", "  "); err != nil {
		return nil, fmt.Errorf("make JSON: %w", err)
	}
	return b.Bytes(), nil
}
