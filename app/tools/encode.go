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
	return indent(line, "")
}

// messagePrefix stands before each line of a message in an answer.
const messagePrefix = "    "

// indent writes JSON in two-space steps, each line behind the first after a prefix.
func indent(line []byte, prefix string) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, line, prefix, "  "); err != nil {
		return nil, fmt.Errorf("make JSON: %w", err)
	}
	return b.Bytes(), nil
}
