package openclaw

import "time"

const (
	// endedFor is how long OpenClaw remembers who started a session after it ended.
	endedFor = 30 * time.Minute
	// silentFor is how long it does where nothing tells whether the session ever ran.
	silentFor = time.Hour
)

// childOf is the parent that the store itself names. The column for it also holds who spawned the session where there is none.
func (w *window) childOf() string {
	if w.entry.parent != "" || w.parent == w.spawnedBy {
		return w.entry.parent
	}
	return w.parent
}

// linkedUntil is when OpenClaw forgets, without a run in its registry, who started the session; zero while it runs.
func (e entry) linkedUntil() time.Time {
	switch {
	case e.over():
		at := e.ended
		if at == 0 {
			at = e.updated
		}
		return time.UnixMilli(at).Add(endedFor).UTC()
	case e.status == "running" || e.started > 0:
		return time.Time{}
	default:
		return time.UnixMilli(e.updated).Add(silentFor).UTC()
	}
}

// over tells whether the last run of a session ended.
func (e entry) over() bool {
	switch e.status {
	case "done", "failed", "killed", "timeout":
		return true
	default:
		return e.ended > 0
	}
}
