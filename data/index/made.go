package index

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/wordwake/wordwake/data"
)

// Rules name the redaction rules of what is written.
type Rules struct {
	// Stamp names all rules, also the person's own; Version is that of the built-in ones.
	Stamp   string
	Version int
	// Unsure is true while not all of the person's own rules can be read. Nothing is written then into a library that other rules made,
	// since those at hand may hide less; what is written into another one is redacted again once all can be read. What is read is
	// masked by the rules at hand.
	Unsure bool
}

// markUnsure stands for the stamp of rows of which some were written without the person's own rules.
const markUnsure = "unsure"

// mark is how an index file remembers the rules.
func (r Rules) mark() string {
	if r.Unsure {
		return markUnsure
	}
	return r.Stamp
}

// SetRules names the rules of what is written from now on. Whoever redacts uses them already, or texts of older rules would count
// as those of newer ones.
func (l *Library) SetRules(r Rules) { l.rules.Store(&r) }

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
func (m made) before(r Rules) bool {
	return !m.after(r) && !m.unread(r) && (m.content < contentVersion || m.rules < r.Version || m.stamp != r.Stamp && !r.Unsure)
}

// unread tells whether the rows may have been made by rules that cannot be read now.
func (m made) unread(r Rules) bool { return r.Unsure && m.stamp != r.Stamp && m.stamp != markUnsure }

// by tells whether it was by these rules that all rows were made.
func (m made) by(r Rules) bool {
	return m.content == contentVersion && m.rules == r.Version && m.stamp == r.Stamp
}

// after tells whether a newer version of the program made the rows.
func (m made) after(r Rules) bool { return m.content > contentVersion || m.rules > r.Version }

// errRulesUnread says that what the library hides is not known now.
var errRulesUnread = errors.New("the redaction rules that it was made by cannot be read")

// refuseRules keeps this version from writing into what a newer one made, whose rules hide more than ours: both would make the library
// anew after each other without end. It also keeps what only unread rules hide from being written.
func (l *Library) refuseRules(ctx context.Context) error {
	return l.View(ctx, func(v *View) error {
		values, err := meta(ctx, v.tx)
		if err != nil {
			return v.fail(ctx, err)
		}
		switch made, rules := madeBy(values), *l.rules.Load(); {
		case made.after(rules):
			return wrap("write", l.folder.dir, fmt.Errorf("made by newer rules: %w", data.ErrStoreNewer))
		case made.unread(rules):
			return wrap("write", l.folder.dir, errRulesUnread)
		default:
			return nil
		}
	})
}
