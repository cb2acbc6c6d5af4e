package single

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"time"
)

// What the two windows say to each other, a line each.
const (
	wish   = "raise\n"
	answer = "raised\n"
)

// retryPause is how long to wait before the next attempt to reach a window, or to take a call.
const retryPause = 50 * time.Millisecond

// askAt asks the window at socket to come to the front, and tells whether it has.
func askAt(ctx context.Context, socket string) bool {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if _, err := io.WriteString(conn, wish); err != nil {
		return false
	}
	return hears(conn, answer)
}

// hears reads one short line and tells whether it is the one that is wanted.
func hears(conn net.Conn, line string) bool {
	got, err := bufio.NewReader(io.LimitReader(conn, int64(len(line)))).ReadString('\n')
	return err == nil && got == line
}

// accept takes calls until the guard is closed.
func (g *Guard) accept(ctx context.Context, bring func(context.Context) error) {
	for {
		conn, err := g.listener.Accept()
		switch {
		case err == nil:
			g.calls.Go(func() { g.serve(ctx, conn, bring) })
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return
		default: // such as too many open files, which passes
			select {
			case <-ctx.Done():
				return
			case <-time.After(retryPause):
			}
		}
	}
}

// serve answers one call. Who says something else, or nothing, gets no answer.
func (g *Guard) serve(ctx context.Context, conn net.Conn, bring func(context.Context) error) {
	ctx, stop := context.WithTimeout(ctx, g.wait)
	defer stop()
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if hears(conn, wish) && bring(ctx) == nil {
		_, _ = io.WriteString(conn, answer) // who does not hear it has gone
	}
}
