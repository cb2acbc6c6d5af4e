package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stream carries the protocol over a pair of streams, one message a line. A line that is no message is answered as JSON-RPC
// wants it and does no other harm. When the input ends, the calls that came before are answered first.
type stream struct {
	in    io.Reader
	lines chan line
	calls *pending

	mu  sync.Mutex
	out io.Writer

	closing sync.Once
	closed  chan struct{}
}

var (
	_ mcp.Transport  = (*stream)(nil)
	_ mcp.Connection = (*stream)(nil)
)

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: in, out: out, lines: make(chan line), calls: newPending(), closed: make(chan struct{})}
}

// Connect implements mcp.Transport. It is called once.
func (s *stream) Connect(context.Context) (mcp.Connection, error) {
	go s.split()
	return s, nil
}

// split reads lines until the input ends or nobody wants them. A read that waits for input goes on until the program ends.
func (s *stream) split() {
	r := bufio.NewReader(s.in)
	for {
		next := readLine(r)
		select {
		case s.lines <- next:
		case <-s.closed:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// Read implements mcp.Connection.
func (s *stream) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.closed:
			return nil, io.EOF
		case next := <-s.lines:
			if next.err != nil {
				return nil, s.end(ctx, next.err)
			}
			message, err := s.message(next)
			if message != nil || err != nil {
				return message, err
			}
		}
	}
}

// end waits until all calls are answered, and gives why nothing more comes.
func (s *stream) end(ctx context.Context, why error) error {
	select {
	case <-s.calls.end():
	case <-s.closed:
	case <-ctx.Done():
	}
	return why
}

// message is the message of a line; nil if there is none, which is answered unless the line is empty.
func (s *stream) message(next line) (jsonrpc.Message, error) {
	switch {
	case next.tooLong:
		return nil, s.refuse(jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message must not be longer than %d bytes", maxLine))
	case len(next.text) == 0:
		return nil, nil
	case !json.Valid(next.text):
		return nil, s.refuse(jsonrpc.CodeParseError, "the line is not JSON, or is nested too deeply")
	}
	message, err := jsonrpc.DecodeMessage(next.text)
	if err != nil {
		return nil, s.refuse(jsonrpc.CodeInvalidRequest, "the line is not a request of JSON-RPC 2.0")
	}
	if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() && !s.calls.add(call.ID) {
		return nil, s.refuse(jsonrpc.CodeInvalidRequest, "a call with this id is not answered yet")
	}
	return message, nil
}

// refuse answers a line whose sender is not known by an id. Nothing of the line is repeated.
func (s *stream) refuse(code int, why string) error {
	return s.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`, code, why))
}

// Write implements mcp.Connection.
func (s *stream) Write(_ context.Context, message jsonrpc.Message) error {
	raw, err := jsonrpc.EncodeMessage(message)
	if err == nil {
		err = s.write(raw)
	}
	if answer, ok := message.(*jsonrpc.Response); ok {
		s.calls.done(answer.ID)
	}
	return err
}

// write writes a line. Nothing more can be answered once that fails.
func (s *stream) write(raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.out.Write(append(raw, '\n')); err != nil {
		s.stop()
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}

func (s *stream) stop() { s.closing.Do(func() { close(s.closed) }) }

// Close implements mcp.Connection. The streams themselves belong to somebody else.
func (s *stream) Close() error {
	s.stop()
	return nil
}

// SessionID implements mcp.Connection: a pair of streams is one session, which has no name.
func (*stream) SessionID() string { return "" }
