package openclaw

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

const (
	// maxPackedEvent is the largest event that OpenClaw packs.
	maxPackedEvent = 4 << 20
	// maxArchive is the largest archive, packed and unpacked.
	maxArchive = 64 << 20
	// holdArchive lets a builder keep all texts of an archive, which maxArchive bounds: there are no rows to read again. Text
	// that is no UTF-8 grows to three times its length.
	holdArchive = 3 * maxArchive
)

var errArchive = errors.New("archive is damaged")

// unpacker decodes zstd for one goroutine. The zero value is ready.
type unpacker struct {
	decoder *zstd.Decoder
	buffer  []byte
}

// event unpacks one event; what it returns is valid until the next call. Its length must be the one that the row tells.
func (u *unpacker) event(packed []byte, size int64) ([]byte, error) {
	if size < 1 || size > maxPackedEvent || len(packed) == 0 {
		return nil, fmt.Errorf("unpack event: %d bytes", size)
	}
	if u.decoder == nil {
		decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPackedEvent), zstd.WithDecodeAllCapLimit(true))
		if err != nil {
			return nil, err
		}
		u.decoder = decoder
	}
	if int64(cap(u.buffer)) < size {
		u.buffer = make([]byte, 0, size)
	}
	raw, err := u.decoder.DecodeAll(packed, u.buffer[:0:size])
	if err != nil {
		return nil, fmt.Errorf("unpack event: %w", err)
	}
	if int64(len(raw)) != size || !utf8.Valid(raw) {
		return nil, fmt.Errorf("unpack event: %d bytes instead of %d", len(raw), size)
	}
	return raw, nil
}

func (u *unpacker) close() {
	if u.decoder != nil {
		u.decoder.Close()
	}
}

// unpackArchive gives the contents of an archive as a stream of at most maxArchive bytes; more is an error.
func unpackArchive(packed io.Reader) (io.ReadCloser, error) {
	decoder, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxArchive))
	if err != nil {
		return nil, err
	}
	return &bounded{ReadCloser: decoder.IOReadCloser(), left: maxArchive}, nil
}

type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("%w: too large", errArchive)
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	return n, err
}
