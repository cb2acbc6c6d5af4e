package index

import (
	"encoding/json"
	"os"
	"time"

	"github.com/wordwake/wordwake/data"
)

// progressReport is what the holder of the lock tells the other processes. It holds numbers only.
type progressReport struct {
	Rebuilding bool      `json:"rebuilding"`
	Paused     bool      `json:"paused"`
	Done       int       `json:"done"`
	Total      int       `json:"total"`
	Messages   int       `json:"messages"`
	Bytes      int64     `json:"bytes"`
	Started    time.Time `json:"started"`
}

// maxProgressBytes bounds what is read of another process's report.
const maxProgressBytes = 4096

// Report tells other processes how far this writer has come. It is a courtesy: if it cannot be written, nothing is lost, and
// the pass does not wait until it is on the disk.
func (w *Writer) Report(p data.Progress) {
	report, err := json.Marshal(progressReport{p.Rebuilding, p.Paused, p.Done, p.Total, p.Messages, p.Bytes, p.Started})
	if err == nil {
		_ = writeFile(w.library.folder.path(progressName), report, func(*os.File) error { return nil })
	}
}

// Elsewhere tells how far a writer has come that is at work now, in this or another process.
func (l *Library) Elsewhere() (data.Progress, bool) {
	lock := newLock(l.folder.path(reconcileLock))
	got, err := lock.TryRLock()
	unlock(lock)
	if err != nil || got {
		return data.Progress{}, false
	}
	progress := data.Progress{Running: true, Elsewhere: true}
	info, err := os.Stat(l.folder.path(progressName))
	if err != nil || info.Size() > maxProgressBytes {
		return progress, true
	}
	content, err := os.ReadFile(l.folder.path(progressName))
	var report progressReport
	if err != nil || json.Unmarshal(content, &report) != nil {
		return progress, true
	}
	progress.Rebuilding, progress.Paused, progress.Done, progress.Total = report.Rebuilding, report.Paused, report.Done, report.Total
	progress.Messages, progress.Bytes, progress.Started = report.Messages, report.Bytes, report.Started
	return progress, true
}
