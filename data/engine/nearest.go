package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// nearestKeys is how many keys are offered in place of an unknown one.
	nearestKeys = 5
	// comparedKeys and comparedBytes bound the work: of more sessions the newest, of longer keys the beginning.
	comparedKeys  = 20_000
	comparedBytes = 96
)

// near is a known key with its distance to the one asked for.
type near struct {
	key      data.SessionKey
	distance int
}

// unknown makes the error for a key that no session has, with those that look most like it.
func unknown(ctx context.Context, v *index.View, key data.SessionKey, stores []string) error {
	rows, err := v.Sessions(ctx, index.SessionFilter{Stores: stores, Include: data.Everything(), WithEmpty: true, Limit: comparedKeys})
	if err != nil {
		return err
	}
	keys := make([]data.SessionKey, len(rows))
	for i, row := range rows {
		keys[i] = row.Key
	}
	nearest, err := nearestTo(ctx, key, keys)
	if err != nil {
		return err
	}
	return &data.UnknownKeyError{Key: key, Nearest: nearest}
}

// nearestTo lists the keys that look most like a key, best first: those that contain it or are part of it, then those that
// few typing mistakes lie between. The key itself in other letters, and a key whose last parts are what is asked for, come
// before all others. Of equals the first given comes first.
func nearestTo(ctx context.Context, key data.SessionKey, keys []data.SessionKey) ([]data.SessionKey, error) {
	asked := compared(key)
	seen := map[data.SessionKey]bool{}
	var best []near
	for i, known := range keys {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if seen[known] {
			continue
		}
		seen[known] = true
		most := max(len(asked), len(compared(known))) * 3 / 4 // what differs by more is no likeness
		if len(best) == nearestKeys {
			most = min(most, best[nearestKeys-1].distance-1)
		}
		distance, ok := named(key, known), true
		if distance == 0 {
			distance, ok = distanceOf(asked, compared(known), most)
		}
		if !ok {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, distance+1, func(n near, d int) int { return cmp.Compare(n.distance, d) })
		best = slices.Insert(best, at, near{known, distance})
		best = best[:min(len(best), nearestKeys)]
	}
	nearest := make([]data.SessionKey, len(best))
	for i, n := range best {
		nearest[i] = n.key
	}
	return nearest, nil
}

// named is the distance of a key that is as good as named: less than any other; 0 if it is not.
func named(asked, known data.SessionKey) int {
	a, k := strings.ToLower(string(asked)), strings.ToLower(string(known))
	switch {
	case a == k:
		return -4 * comparedBytes
	case a != "" && strings.HasSuffix(k, ":"+a):
		return -4*comparedBytes + 1 + strings.Count(k, ":")
	default:
		return 0
	}
}

// compared is the part of a key that is compared, in lower case.
func compared(key data.SessionKey) string {
	return strings.ToLower(string(key[:min(len(key), comparedBytes)]))
}

// distanceOf counts the bytes to change from a to b, up to most; ok is false beyond it. Keys of which one contains the
// other are nearer than any mistake, the nearer the less is missing.
func distanceOf(a, b string, most int) (distance int, ok bool) {
	if a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a)) {
		distance = max(len(a), len(b)) - min(len(a), len(b)) - 2*comparedBytes
		return distance, distance <= most
	}
	if most < 0 {
		return 0, false
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner, least := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, corner+1)
			least = min(least, row[j+1])
		}
		if least > most {
			return 0, false
		}
	}
	return row[len(b)], row[len(b)] <= most
}
