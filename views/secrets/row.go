package secrets

import (
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// row is a heading, or a place under it.
type row struct {
	kind  data.SecretKind
	place *data.SecretPlace
}

// rowsOf lays the places out under their kinds, the worst first, each in the order of the answer.
func rowsOf(s data.Secrets) []row {
	under := map[string][]row{}
	for i := range s.Places {
		under[s.Places[i].Kind] = append(under[s.Places[i].Kind], row{place: &s.Places[i]})
	}
	var rows []row
	for _, kind := range words.ByDanger(s.Kinds) {
		if places := under[kind.Kind]; len(places) > 0 {
			rows = append(append(rows, row{kind: kind}), places...)
		}
	}
	return slices.Clip(rows)
}

func same(a, b data.SecretPlace) bool {
	return a.Kind == b.Kind && a.Session.Store.Path == b.Session.Store.Path && a.Session.ID == b.Session.ID
}

// texts are the two lines of a row, and what stands at the right of the first.
func (r row) texts(now time.Time) (head, side, caption string) {
	if r.place == nil {
		return words.SecretKind(r.kind), "", ""
	}
	return r.place.Session.Title, strings.Join(r.place.Masks, "   "), words.SecretCaption(*r.place, now)
}
