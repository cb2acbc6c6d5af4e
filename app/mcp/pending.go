package mcp

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// pending are the calls that were read and are not answered yet.
type pending struct {
	mu  sync.Mutex
	ids map[jsonrpc.ID]bool
	// idle is closed once none is left and none will come.
	idle   chan struct{}
	ending bool
}

func newPending() *pending {
	return &pending{ids: map[jsonrpc.ID]bool{}, idle: make(chan struct{})}
}

// add takes a call. It is false if one of that id is not answered yet.
func (p *pending) add(id jsonrpc.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ids[id] {
		return false
	}
	p.ids[id] = true
	return true
}

// done takes off a call that was answered.
func (p *pending) done(id jsonrpc.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ids[id] {
		return
	}
	delete(p.ids, id)
	if p.ending && len(p.ids) == 0 {
		close(p.idle)
	}
}

// end says that no more calls come, and gives what is closed once all are answered.
func (p *pending) end() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ending && len(p.ids) == 0 {
		close(p.idle)
	}
	p.ending = true
	return p.idle
}
