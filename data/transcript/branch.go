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

// ref names a node, or none: the empty id is never usable.
type ref string

type node struct {
	parent   ref
	append   ref
	leaf     ref
	entry    int
	control  bool
	setsLeaf bool
	side     bool
	explicit bool
}

// scan is the state of one walk over the entries in their order.
type scan struct {
	entries    []Entry
	byID       map[string]node
	leaf       ref
	append     ref
	hasControl bool
	hasInvalid bool
	bad        map[string]bool
	resetSeen  bool
	afterReset map[string]bool
}

// Resolve finds the active branch, as OpenClaw 2026.8.2 and 2026.9.6 do. The entries are in the order of their Seq.
func Resolve(entries []Entry) Branch {
	s := scan{entries: entries, byID: make(map[string]node, len(entries))}
	for i := range entries {
		s.add(i)
	}
	return Branch{
		Active:            s.active(),
		Leaf:              string(s.leaf),
		Append:            string(s.append),
		HasControl:        s.hasControl,
		HasInvalidControl: s.hasInvalid,
	}
}

func (s *scan) add(i int) {
	e := &s.entries[i]
	n, explicit := explicitNode(e)
	n.entry, n.explicit = i, explicit
	if explicit && n.control {
		s.clampToReset(&n)
		if s.invalid(n.leaf) || s.invalid(n.append) {
			s.storeInvalid(e, n)
			return
		}
	}
	if !explicit {
		if !e.kind.canonical() || e.parent.state != linkAbsent || e.ID == "" {
			return
		}
		side := e.mode == modeSide
		n = node{parent: s.leaf, append: ref(e.ID), leaf: ref(e.ID), entry: i, side: side, setsLeaf: !side}
	}
	if e.kind.canonical() && !n.side {
		s.reparent(&n)
	}
	s.store(e, n)
}

// explicitNode reads an entry that says itself where it stands in the tree. It is false for all others, and for an entry
// whose own statement is nonsense.
func explicitNode(e *Entry) (node, bool) {
	if e.kind == kindHeader || e.ID == "" || !e.parent.given() {
		return node{}, false
	}
	if e.kind != kindLeaf {
		side := e.mode == modeSide
		return node{
			parent: ref(e.parent.id), append: ref(e.ID), leaf: ref(e.ID),
			side: side, setsLeaf: e.kind.canonical() && !side,
		}, true
	}
	if !e.target.given() || e.appendTo.state == linkInvalid || e.mode == modeOther {
		return node{}, false
	}
	target, appendTo := ref(e.target.id), ref(e.appendTo.id)
	if e.appendTo.state == linkAbsent {
		appendTo = target
	}
	return node{parent: target, append: appendTo, leaf: target, control: true, setsLeaf: true}, true
}

// clampToReset keeps a control event from going back behind the last reset.
func (s *scan) clampToReset(n *node) {
	if s.resetSeen && s.leaf != "" && !s.afterReset[string(n.leaf)] {
		n.parent, n.leaf, n.append = s.leaf, s.leaf, s.leaf
	}
}

func (s *scan) invalid(r ref) bool {
	if r == "" {
		return false
	}
	_, known := s.byID[string(r)]
	return !known || s.bad[string(r)]
}

// storeInvalid remembers a control event that names what does not exist: later entries may hang below it, but it moves nothing.
func (s *scan) storeInvalid(e *Entry, n node) {
	if s.bad == nil {
		s.bad = map[string]bool{}
	}
	s.bad[e.ID], s.hasInvalid = true, true
	s.byID[e.ID] = node{parent: ref(e.parent.id), append: s.append, entry: n.entry, control: true}
}

// reparent hooks an entry to the leaf where what it names as parent no longer leads there, and looks through controls.
func (s *scan) reparent(n *node) {
	_, known := s.byID[string(n.parent)]
	switch {
	case s.resetSeen && !s.afterReset[string(n.parent)],
		n.explicit && n.parent != "" && !known && s.leaf != "",
		n.explicit && n.parent == s.append && s.leaf != s.append:
		n.parent = s.leaf
	}
	var seen map[ref]bool
	for n.parent != "" {
		above, known := s.byID[string(n.parent)]
		if !known || !above.control || seen[n.parent] {
			return
		}
		if seen == nil {
			seen = map[ref]bool{}
		}
		seen[n.parent] = true
		n.parent = above.parent
	}
}

func (s *scan) store(e *Entry, n node) {
	s.byID[e.ID] = n
	switch {
	case e.kind == kindReset:
		s.resetSeen, s.afterReset = true, map[string]bool{e.ID: true}
	case s.resetSeen && s.afterReset[string(n.parent)]:
		s.afterReset[e.ID] = true
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
		_, explicit := explicitNode(e)
		if e.kind != kindHeader && (e.kind.canonical() || explicit || e.message) {
			path = append(path, i)
		}
	}
	return path
}

func (s *scan) path() []int {
	var path []int
	seen := make(map[ref]bool)
	for at := s.leaf; at != ""; {
		if seen[at] {
			return nil
		}
		n, known := s.byID[string(at)]
		if !known {
			break
		}
		seen[at] = true
		if !n.control {
			path = append(path, n.entry)
		}
		at = n.parent
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}
