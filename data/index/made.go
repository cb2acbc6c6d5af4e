package index

import (
	"context"
	"fmt"
	"strconv"

	"github.com/wordwake/wordwake/data"
)

// made says by which rules the rows of an index file were made.
type made struct {
	stamp          string
	rules, content int
}

// madeBy reads it from table meta. What is no number there is older than any rules.
func madeBy(values map[string]string) made {
	m := made{stamp: values[metaRuleStamp]}
	m.rules, _ = strconv.Atoi(values[metaRuleVersion])
	m.content, _ = strconv.Atoi(values[metaContent])
	return m
}

// before tells whether the present rules are newer, or others of the same version.
func (m made) before(p Params) bool {
	return !m.after(p) && (m.content < contentVersion || m.rules < p.RuleVersion || m.stamp != p.RuleStamp)
}

// after tells whether a newer version of the program made the rows.
func (m made) after(p Params) bool { return m.content > contentVersion || m.rules > p.RuleVersion }

// refuseNewer keeps this version from writing into what a newer one made: its rules hide more than ours. Both would make the
// library anew after each other without end.
func (l *Library) refuseNewer(ctx context.Context) error {
	return l.View(ctx, func(v *View) error {
		values, err := meta(ctx, v.tx)
		if err != nil {
			return v.fail(ctx, err)
		}
		if madeBy(values).after(l.params) {
			return wrap("write", l.folder.dir, fmt.Errorf("made by newer rules: %w", data.ErrStoreNewer))
		}
		return nil
	})
}
