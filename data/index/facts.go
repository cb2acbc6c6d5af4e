package index

import (
	"context"
	"time"

	"github.com/wordwake/wordwake/data"
)

// StoreFacts is what a pass found out about a store.
type StoreFacts struct {
	Stamp      data.Stamp
	Generation int
	Checked    time.Time
	// Fault is data.StoreReady if the store could be read; Detail says why not.
	Fault  data.StoreState
	Detail string
}

// SaveStore keeps the facts of a store. An empty Stamp means that the store is to be compared again.
func (w *Writer) SaveStore(ctx context.Context, store data.Store, f StoreFacts) error {
	id, err := w.store(ctx, store)
	if err == nil {
		err = w.exec(ctx, `UPDATE stores
		SET agent = ?, state_dir = ?, kind = ?, stamp = ?, generation = ?, checked = ?, fault = ?, detail = ?
		WHERE id = ?`, store.Agent, store.State, string(store.Kind), string(f.Stamp), f.Generation, milli(f.Checked),
			string(f.Fault), f.Detail, id)
	}
	return w.fail(ctx, "write", err)
}

// RenameStore gives a store that moved its new path. The library must not know the new one yet; its sessions stay as they are.
func (w *Writer) RenameStore(ctx context.Context, old, now data.Store) error {
	err := w.exec(ctx, "UPDATE stores SET path = ?, agent = ?, state_dir = ?, kind = ? WHERE path = ?",
		now.Path, now.Agent, now.State, string(now.Kind), old.Path)
	delete(w.stores, old.Path)
	return w.fail(ctx, "write", err)
}

// ForgetStore removes a store whose sessions are all gone; sessions that are not seen any more are taken away first.
func (w *Writer) ForgetStore(ctx context.Context, store data.Store) error {
	err := w.exec(ctx, `DELETE FROM stores WHERE path = ? AND id NOT IN (SELECT store FROM sessions)`, store.Path)
	delete(w.stores, store.Path)
	return w.fail(ctx, "write", err)
}

// SaveChecked keeps when all found stores were compared.
func (w *Writer) SaveChecked(ctx context.Context, at time.Time) error {
	return w.fail(ctx, "write", w.setMeta(ctx, metaChecked, milli(at)))
}

func (w *Writer) setMeta(ctx context.Context, name string, value int64) error {
	return w.exec(ctx, putMeta, name, value)
}
