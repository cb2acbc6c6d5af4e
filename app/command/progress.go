package command

import (
	"fmt"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
)

const (
	// barEvery keeps a terminal calm, lineEvery a log file short.
	barEvery  = 100 * time.Millisecond
	lineEvery = 3 * time.Second
)

// progressBar tells on stderr how far a pass is: as one line that changes on a terminal, else now and then as a line.
type progressBar struct {
	world world
	off   bool

	mu    sync.Mutex
	last  time.Time
	drawn bool
}

func (w world) progress(c *common, on bool) *progressBar {
	bar := &progressBar{world: w, off: !on || c.quiet}
	if !w.errTerminal { // a log file needs no line for what is done at once
		bar.last = time.Now()
	}
	return bar
}

func (b *progressBar) show(p data.Progress) {
	if b.off || !p.Running {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	every := lineEvery
	if b.world.errTerminal {
		every = barEvery
	}
	if time.Since(b.last) < every {
		return
	}
	b.last = time.Now()
	if !b.world.errTerminal {
		fmt.Fprintln(b.world.stderr, progressLine(p))
		return
	}
	b.drawn = true
	fmt.Fprint(b.world.stderr, "\r\x1b[K"+progressLine(p))
}

// end leaves the line of the terminal empty.
func (b *progressBar) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.drawn {
		fmt.Fprint(b.world.stderr, "\r\x1b[K")
	}
	b.off = true
}

func progressLine(p data.Progress) string {
	switch {
	case p.Elsewhere:
		return "Waiting: another process is bringing the index up to date."
	case p.Total == 0:
		return "Indexing: listing sessions."
	default:
		return fmt.Sprintf("Indexing: %s of %s, %s.", grouped(p.Done), count(p.Total, "session"), count(p.Messages, "message"))
	}
}
