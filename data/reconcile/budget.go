package reconcile

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/wordwake/wordwake/data"
)

// budget bounds how much a pass reads. It is safe for use by several goroutines.
type budget struct {
	now     func() time.Time
	options Options
	began   time.Time
	events  atomic.Int64
	bytes   atomic.Int64
}

// left is how long the pass may still take; below 0 means that there is no limit.
func (b *budget) left() time.Duration {
	if b.options.Budget <= 0 {
		return -1
	}
	return max(0, b.options.Budget-b.now().Sub(b.began))
}

// within ends a context with the budget.
func (b *budget) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if left := b.left(); left >= 0 {
		return context.WithTimeout(ctx, left)
	}
	return context.WithCancel(ctx)
}

// fairWait is how long a store is given to answer before it counts as busy. Who had less, because the time of the pass was nearly
// over, is not to blame.
const fairWait = 250 * time.Millisecond

// share ends a context with one of some equal parts of what is left.
func (b *budget) share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	if left := b.left(); left >= 0 {
		return context.WithTimeout(ctx, max(left/time.Duration(max(1, parts)), min(left, fairWait)))
	}
	return context.WithCancel(ctx)
}

func (b *budget) spent() bool { return b.left() == 0 }

// allows tells whether a session may be read, and charges it if so.
func (b *budget) allows(i item) bool {
	if b.spent() || (b.options.MaxBytes > 0 && b.bytes.Load() >= b.options.MaxBytes) {
		return false
	}
	if left := b.left(); left >= 0 && i.rereads() > left {
		return false
	}
	cost := i.cost()
	if b.options.MaxEvents > 0 && b.events.Load()+cost > b.options.MaxEvents {
		return false
	}
	b.events.Add(cost)
	return true
}

// allowsWhole is allows of a session that was expected to be followed from its trail and was charged for that.
func (b *budget) allowsWhole(i item) bool {
	i.follow = false
	return b.allows(i)
}

// reportPause is the least time between two reports of progress.
const reportPause = 250 * time.Millisecond

// meter keeps the progress of a pass and tells it a few times per second.
type meter struct {
	now      func() time.Time
	tell     func(data.Progress)
	publish  func(data.Progress)
	progress data.Progress
	last     time.Time
}

// begin starts to count, or goes on after a pause; publish tells other processes, at once.
func (m *meter) begin(rebuilding bool, publish func(data.Progress)) {
	m.publish = publish
	if m.progress.Started.IsZero() {
		m.progress.Started = m.now()
	}
	m.progress.Running, m.progress.Rebuilding = true, rebuilding
	if rebuilding { // others do not wait for one
		publish(m.progress)
	}
}

// pause tells that the work is held up, or that it goes on. What is left to do is counted anew then.
func (m *meter) pause(on bool) {
	m.progress.Paused = on
	m.progress.Total = m.progress.Done
	m.show(m.progress)
	if m.publish != nil {
		m.publish(m.progress)
	}
}

// expect announces sessions before they are planned for certain.
func (m *meter) expect(sessions int) { m.progress.Total += sessions }

// plan replaces what was expected of a store by what is planned.
func (m *meter) plan(expected, planned int) {
	m.progress.Total += planned - expected
	m.turn()
}

func (m *meter) session() {
	m.progress.Done++
	m.progress.Total = max(m.progress.Total, m.progress.Done)
	m.turn()
}

func (m *meter) messages(n int, bytes int64) {
	m.progress.Messages += n
	m.progress.Bytes += bytes
	m.turn()
}

// turn tells the progress if it is time to.
func (m *meter) turn() {
	if now := m.now(); now.Sub(m.last) >= reportPause {
		m.last = now
		m.show(m.progress)
		if m.publish != nil {
			m.publish(m.progress)
		}
	}
}

func (m *meter) show(p data.Progress) {
	if m.tell != nil {
		m.tell(p)
	}
}

// stop tells that nothing is going on any more, if anything was.
func (m *meter) stop() {
	if !m.progress.Running {
		return
	}
	m.progress.Running, m.progress.Paused = false, false
	m.show(m.progress)
}
