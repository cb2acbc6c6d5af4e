package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is how long a message may be: several times what the arguments of a call may be.
const maxLine = 4 << 20

// line is one line of the input, without the white space around it.
type line struct {
	text []byte
	// tooLong is true for a line of more than maxLine bytes, of which nothing is kept.
	tooLong bool
	// err is why there is no line: io.EOF at the end.
	err error
}

// readLine reads the next line, of which it holds no more than maxLine bytes. The last one need not be ended.
func readLine(r *bufio.Reader) line {
	var next line
	for {
		part, err := r.ReadSlice('\n')
		next.tooLong = next.tooLong || len(next.text)+len(part) > maxLine
		if next.tooLong {
			next.text = nil
		} else {
			next.text = append(next.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil, errors.Is(err, io.EOF) && (len(next.text) > 0 || next.tooLong):
			next.text = bytes.TrimSpace(next.text)
		default:
			next.err = err
		}
		return next
	}
}
