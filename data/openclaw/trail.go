package openclaw

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// trailVersion changes when an older trail would give another reading than the one that a new trail gives: when links are
// written in another way, or when more or something else is read out of an event.
const trailVersion = 1

// samples is how many rows at most are looked at again in stores that do not tell when a transcript was rewritten.
const samples = 8

// head is the head of a trail: where the reading stopped, and by what is seen whether all before is still as it was.
type head struct {
	Version int `json:"version"`
	// Generation is that of the transcript; empty in stores without, where Samples are looked at.
	Generation string `json:"generation,omitempty"`
	// Touched is transcript_updated_at. It also changes when the end of the transcript does not.
	Touched *int64           `json:"touched,omitempty"`
	Ends    ends             `json:"ends"`
	State   transcript.State `json:"state"`
}

// ends is what is kept of the rows that were read. It depends on these alone, not on how many readings it took.
type ends struct {
	Last rowSum `json:"last"`
	// Rows are those whose seq can be divided by Step: as many as there may be, all over the transcript.
	Rows []rowSum `json:"rows,omitempty"`
	Step int64    `json:"step,omitempty"`
}

// rowSum names a row and what was in it.
type rowSum struct {
	Seq int64  `json:"seq"`
	Sum uint64 `json:"sum"`
}

func (e *ends) see(s stored) {
	e.Last = rowSum{s.seq, sumOf(s)}
	e.Step = max(e.Step, 1)
	if s.seq%e.Step != 0 {
		return
	}
	e.Rows = append(e.Rows, e.Last)
	for len(e.Rows) > samples {
		e.Step *= 2
		e.Rows = slices.DeleteFunc(e.Rows, func(r rowSum) bool { return r.Seq%e.Step != 0 })
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumOf is a sum of all that a row holds: two checksums with different polynomials, which processors compute. It has to find
// out what changed, not to withstand somebody who wants it not to.
func sumOf(s stored) uint64 {
	var sums [2]uint32
	for i, table := range [2]*crc32.Table{castagnoli, crc32.IEEETable} {
		var lengths [4 * 8]byte
		for n, value := range [4]int{int(s.created), len(s.plain), len(s.zipped), len(s.nav)} {
			binary.LittleEndian.PutUint64(lengths[8*n:], uint64(value))
		}
		sum := crc32.Update(0, table, lengths[:])
		for _, part := range [3][]byte{s.plain, s.zipped, s.nav} {
			sum = crc32.Update(sum, table, part)
		}
		sums[i] = sum
	}
	return uint64(sums[0])<<32 | uint64(sums[1])
}

// trail is what the next reading goes on from.
func (t *taken) trail(id data.SessionID) (data.Trail, error) {
	if !t.rows || !t.stand.found {
		return data.Trail{}, nil
	}
	state, links, ok := t.builder.Trail()
	if !ok {
		return data.Trail{}, nil
	}
	h := head{Version: trailVersion, Generation: t.stand.generation.String, Ends: t.ends, State: state}
	if t.stand.touched.Valid {
		h.Touched = &t.stand.touched.Int64
	}
	if t.stand.generation.Valid {
		h.Ends.Rows, h.Ends.Step = nil, 0
	}
	body, err := json.Marshal(h)
	if err != nil {
		return data.Trail{}, err
	}
	return data.Trail{Head: append(headSum(id, body), body...), Links: links}, nil
}

// headSum guards a head, and binds it to its session.
func headSum(id data.SessionID, body []byte) []byte {
	sum := crc32.Update(crc32.Checksum([]byte(id), castagnoli), castagnoli, body)
	return binary.LittleEndian.AppendUint32(nil, sum)
}

// readHead is false for what is damaged, of another session, or of another Wordwake.
func readHead(id data.SessionID, raw []byte) (h head, ok bool) {
	if len(raw) < 4 || !slices.Equal(headSum(id, raw[4:]), raw[:4]) {
		return head{}, false
	}
	if json.Unmarshal(raw[4:], &h) != nil || h.Version != trailVersion {
		return head{}, false
	}
	return h, true
}

// errAnew: a trail cannot be followed.
var errAnew = errors.New("the transcript is to be read from its beginning")

// follow reads what came behind a trail, in short transactions, the first of which also proves that all before stands.
// It gives nothing if the trail cannot be followed.
func (r *reader) follow(ctx context.Context, id data.SessionID, from data.Trail) (*taken, error) {
	h, ok := readHead(id, from.Head)
	if !ok {
		return nil, nil
	}
	builder, ok := transcript.Resume(id, r.limits.hold, h.State, from.Links)
	if !ok {
		return nil, nil
	}
	t := &taken{builder: builder, extent: r.newExtent(), ends: h.Ends, rows: true, followed: true}
	t.extent.behind = &h
	err := r.growing(ctx, id, t.extent, r.adder(t))
	if err == nil {
		t.stand = t.extent.stand
		builder.Resolve()
		err = r.title(ctx, id, t)
	}
	if errors.Is(err, errAnew) {
		return nil, nil
	}
	return t, err
}

// fits proves that a transcript still begins as it did when a trail of it was made.
func (r *reader) fits(ctx context.Context, id data.SessionID, h *head, now stand) error {
	switch {
	case !now.last.Valid, now.cold.Valid, now.generation.String != h.Generation, now.last.Int64 < h.Ends.Last.Seq:
		return errAnew
	case now.last.Int64 == h.Ends.Last.Seq && (h.Touched == nil || !now.touched.Valid || *h.Touched != now.touched.Int64):
		return errAnew
	}
	return r.same(ctx, id, h)
}

// same looks at the rows that a head names.
func (r *reader) same(ctx context.Context, id data.SessionID, h *head) error {
	for _, want := range append([]rowSum{h.Ends.Last}, h.Ends.Rows...) {
		sum := ^want.Sum
		_, err := r.one(ctx, id, want.Seq, func(s stored) error { sum = sumOf(s); return nil })
		if err == nil && sum != want.Sum {
			err = errAnew
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// title reads the event with the title again, if it is one that was read before.
func (r *reader) title(ctx context.Context, id data.SessionID, t *taken) error {
	seq, wanted := t.builder.TitleWanted()
	if !wanted {
		return nil
	}
	return r.within(ctx, id, t.extent, func() error {
		taken := false
		_, err := r.one(ctx, id, seq, func(s stored) error {
			if raw, err := r.whole(s); err == nil {
				taken = t.builder.TakeTitle(raw)
			}
			return nil
		})
		if err == nil && !taken {
			err = errAnew
		}
		return err
	})
}

// stand is where a transcript stands: what changes when it grows, is touched, is rewritten and moves to cold storage.
type stand struct {
	rewritten
	touched, last sql.NullInt64
	// found is false if no window has the transcript.
	found bool
}
