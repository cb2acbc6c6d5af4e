package transcript

// Branch is the active branch of a transcript.
type Branch struct {
	// Active holds the indices of the active entries in the order of the talk. No index occurs twice.
	Active []int
	// Leaf is the id of the entry at which the branch ends; empty if there is none.
	Leaf string
	// Append is the id to which OpenClaw appends next; empty if there is none.
	Append string
	// HasControl is true if a leaf event moved the branch; HasInvalidControl if one tried to and named what does not exist.
	HasControl, HasInvalidControl bool
}

// ref is the number of an id, in the order in which ids are met; 0 is none. Transcripts have hundreds of thousands of ids, and
// each is looked up by its text once.
type ref int32

type node struct {
	parent   ref
	append   ref
	leaf     ref
	entry    int32
	control  bool
	setsLeaf bool
	side     bool
	explicit bool
}

// known is what is known of an id. The last entry that has it is its node; what is said of the id itself stays.
type known struct {
	node
	stored bool
	// bad: a control event of this id named what does not exist.
	bad bool
	// reset is the number of the last reset behind which the id stands; they are counted from 1.
	reset int32
}

// scan walks over the entries in their order. At any time it can tell the branch of what it has seen so far.
type scan struct {
	entries    []Entry
	seen       int
	numbers    map[string]ref
	ids        []known
	before     ref // of the entry before: nearly always the parent of the next
	leaf       ref
	append     ref
	hasControl bool
	hasInvalid bool
	resets     int32
}

// Resolve finds the active branch, as OpenClaw 2026.8.2 and 2026.9.6 do. The entries are in the order of their Seq.
func Resolve(entries []Entry) Branch {
	s := newScan(len(entries))
	s.walk(entries)
	return Branch{
		Active:            s.active(),
		Leaf:              s.name(s.leaf),
		Append:            s.name(s.append),
		HasControl:        s.hasControl,
		HasInvalidControl: s.hasInvalid,
	}
}

func newScan(entries int) *scan {
	return &scan{numbers: make(map[string]ref, entries), ids: make([]known, 1, entries+1)}
}

// walk goes on to the end of entries, which begin with those that were seen before.
func (s *scan) walk(entries []Entry) {
	s.entries = entries
	for ; s.seen < len(entries); s.seen++ {
		own := s.number(entries[s.seen].ID)
		s.add(s.seen, own)
		s.before = own
	}
}

// number gives the number of an id.
func (s *scan) number(id string) ref {
	if id == "" {
		return 0
	}
	if s.before != 0 && s.entries[s.seen-1].ID == id {
		return s.before
	}
	if n, met := s.numbers[id]; met {
		return n
	}
	n := ref(len(s.ids))
	s.numbers[id] = n
	s.ids = append(s.ids, known{})
	return n
}

// name is the id of a leaf, which is always one that an entry has.
func (s *scan) name(r ref) string {
	if r == 0 {
		return ""
	}
	return s.entries[s.ids[r].entry].ID
}

func (s *scan) add(i int, own ref) {
	e := &s.entries[i]
	n, explicit := node{}, e.explicit()
	if explicit {
		n = s.explicitNode(e, own)
	}
	n.entry, n.explicit = int32(i), explicit
	if n.control {
		s.clampToReset(&n)
		if s.invalid(n.leaf) || s.invalid(n.append) {
			s.storeInvalid(own, s.numberOf(e.parent), n)
			return
		}
	}
	if !explicit {
		if !e.kind.canonical() || e.parent.state != linkAbsent || e.ID == "" {
			return
		}
		side := e.mode == modeSide
		n = node{parent: s.leaf, append: own, leaf: own, entry: int32(i), side: side, setsLeaf: !side}
	}
	if e.kind.canonical() && !n.side {
		s.reparent(&n)
	}
	s.store(own, e.kind, n)
}

// explicit reports whether an entry says itself where it stands in the tree. An entry whose own statement is nonsense does not.
func (e *Entry) explicit() bool {
	switch {
	case e.kind == kindHeader, e.ID == "", !e.parent.given():
		return false
	case e.kind == kindLeaf:
		return e.target.given() && e.appendTo.state != linkInvalid && e.mode != modeOther
	default:
		return true
	}
}

func (s *scan) numberOf(l link) ref { return s.number(l.id) }

func (s *scan) explicitNode(e *Entry, own ref) node {
	if e.kind != kindLeaf {
		side := e.mode == modeSide
		return node{
			parent: s.numberOf(e.parent), append: own, leaf: own,
			side: side, setsLeaf: e.kind.canonical() && !side,
		}
	}
	target, appendTo := s.numberOf(e.target), s.numberOf(e.appendTo)
	if e.appendTo.state == linkAbsent {
		appendTo = target
	}
	return node{parent: target, append: appendTo, leaf: target, control: true, setsLeaf: true}
}

// afterReset reports whether an id stands behind the last reset.
func (s *scan) afterReset(r ref) bool { return r != 0 && s.ids[r].reset == s.resets }

// clampToReset keeps a control event from going back behind the last reset.
func (s *scan) clampToReset(n *node) {
	if s.resets > 0 && s.leaf != 0 && !s.afterReset(n.leaf) {
		n.parent, n.leaf, n.append = s.leaf, s.leaf, s.leaf
	}
}

func (s *scan) invalid(r ref) bool {
	return r != 0 && (!s.ids[r].stored || s.ids[r].bad)
}

// storeInvalid remembers a control event that names what does not exist: later entries may hang below it, but it moves nothing.
func (s *scan) storeInvalid(own, parent ref, n node) {
	s.hasInvalid = true
	id := &s.ids[own]
	id.bad, id.stored = true, true
	id.node = node{parent: parent, append: s.append, entry: n.entry, control: true}
}

// reparent hooks an entry to the leaf where what it names as parent no longer leads there, and looks through controls.
func (s *scan) reparent(n *node) {
	switch {
	case s.resets > 0 && !s.afterReset(n.parent),
		n.explicit && n.parent != 0 && !s.ids[n.parent].stored && s.leaf != 0,
		n.explicit && n.parent == s.append && s.leaf != s.append:
		n.parent = s.leaf
	}
	var seen map[ref]bool
	for n.parent != 0 {
		above := &s.ids[n.parent]
		if !above.stored || !above.control || seen[n.parent] {
			return
		}
		if seen == nil {
			seen = map[ref]bool{}
		}
		seen[n.parent] = true
		n.parent = above.parent
	}
}

func (s *scan) store(own ref, k kind, n node) {
	id := &s.ids[own]
	id.node, id.stored = n, true
	switch {
	case k == kindReset:
		s.resets++
		id.reset = s.resets
	case s.resets > 0 && s.afterReset(n.parent):
		id.reset = s.resets
	}
	s.append = n.append
	if n.setsLeaf {
		s.leaf = n.leaf
	}
	if n.control {
		s.hasControl = true
	}
}

// active lists the entries from the root to the leaf. Without a path and without a control event the transcript is a plain
// list, or a cycle, and all of it counts.
func (s *scan) active() []int {
	path := s.path()
	if len(path) > 0 || s.hasControl {
		return path
	}
	for i := range s.entries {
		e := &s.entries[i]
		if e.kind != kindHeader && (e.kind.canonical() || e.explicit() || e.message) {
			path = append(path, i)
		}
	}
	return path
}

// path goes from the leaf up to the root. One that is longer than there are ids goes in a circle, and counts for nothing.
func (s *scan) path() []int {
	length, steps := 0, 0
	for at := s.leaf; at != 0 && s.ids[at].stored; at = s.ids[at].parent {
		if !s.ids[at].control {
			length++
		}
		if steps++; steps > len(s.ids) {
			return nil
		}
	}
	path := make([]int, length)
	for at := s.leaf; at != 0 && s.ids[at].stored; at = s.ids[at].parent {
		if !s.ids[at].control {
			length--
			path[length] = int(s.ids[at].entry)
		}
	}
	return path
}
