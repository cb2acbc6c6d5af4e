package transcript

type plainNode struct {
	parent   string
	append   string
	leaf     string
	entry    int
	control  bool
	setsLeaf bool
	side     bool
	explicit bool
}

// plainScan is the state of one walk, written with maps of ids as the description of the format has them: slow, and easy to
// hold against it. Resolve must agree with it.
type plainScan struct {
	entries    []Entry
	byID       map[string]plainNode
	leaf       string
	append     string
	hasControl bool
	hasInvalid bool
	bad        map[string]bool
	resetSeen  bool
	afterReset map[string]bool
}

func plainResolve(entries []Entry) Branch {
	s := plainScan{entries: entries, byID: make(map[string]plainNode, len(entries))}
	for i := range entries {
		s.add(i)
	}
	return Branch{
		Active:            s.active(),
		Leaf:              s.leaf,
		Append:            s.append,
		HasControl:        s.hasControl,
		HasInvalidControl: s.hasInvalid,
	}
}

func (s *plainScan) add(i int) {
	e := &s.entries[i]
	n, explicit := plainExplicit(e)
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
		n = plainNode{parent: s.leaf, append: e.ID, leaf: e.ID, entry: i, side: side, setsLeaf: !side}
	}
	if e.kind.canonical() && !n.side {
		s.reparent(&n)
	}
	s.store(e, n)
}

// plainExplicit reads an entry that says itself where it stands in the tree. It is false for all others, and for an entry
// whose own statement is nonsense.
func plainExplicit(e *Entry) (plainNode, bool) {
	if e.kind == kindHeader || e.ID == "" || !e.parent.given() {
		return plainNode{}, false
	}
	if e.kind != kindLeaf {
		side := e.mode == modeSide
		return plainNode{
			parent: e.parent.id, append: e.ID, leaf: e.ID,
			side: side, setsLeaf: e.kind.canonical() && !side,
		}, true
	}
	if !e.target.given() || e.appendTo.state == linkInvalid || e.mode == modeOther {
		return plainNode{}, false
	}
	target, appendTo := e.target.id, e.appendTo.id
	if e.appendTo.state == linkAbsent {
		appendTo = target
	}
	return plainNode{parent: target, append: appendTo, leaf: target, control: true, setsLeaf: true}, true
}

// clampToReset keeps a control event from going back behind the last reset.
func (s *plainScan) clampToReset(n *plainNode) {
	if s.resetSeen && s.leaf != "" && !s.afterReset[n.leaf] {
		n.parent, n.leaf, n.append = s.leaf, s.leaf, s.leaf
	}
}

func (s *plainScan) invalid(r string) bool {
	if r == "" {
		return false
	}
	_, known := s.byID[r]
	return !known || s.bad[r]
}

// storeInvalid remembers a control event that names what does not exist: later entries may hang below it, but it moves nothing.
func (s *plainScan) storeInvalid(e *Entry, n plainNode) {
	if s.bad == nil {
		s.bad = map[string]bool{}
	}
	s.bad[e.ID], s.hasInvalid = true, true
	s.byID[e.ID] = plainNode{parent: e.parent.id, append: s.append, entry: n.entry, control: true}
}

// reparent hooks an entry to the leaf where what it names as parent no longer leads there, and looks through controls.
func (s *plainScan) reparent(n *plainNode) {
	_, known := s.byID[n.parent]
	switch {
	case s.resetSeen && !s.afterReset[n.parent],
		n.explicit && n.parent != "" && !known && s.leaf != "",
		n.explicit && n.parent == s.append && s.leaf != s.append:
		n.parent = s.leaf
	}
	var seen map[string]bool
	for n.parent != "" {
		above, known := s.byID[n.parent]
		if !known || !above.control || seen[n.parent] {
			return
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		seen[n.parent] = true
		n.parent = above.parent
	}
}

func (s *plainScan) store(e *Entry, n plainNode) {
	s.byID[e.ID] = n
	switch {
	case e.kind == kindReset:
		s.resetSeen, s.afterReset = true, map[string]bool{e.ID: true}
	case s.resetSeen && s.afterReset[n.parent]:
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
func (s *plainScan) active() []int {
	path := s.path()
	if len(path) > 0 || s.hasControl {
		return path
	}
	for i := range s.entries {
		e := &s.entries[i]
		_, explicit := plainExplicit(e)
		if e.kind != kindHeader && (e.kind.canonical() || explicit || e.message) {
			path = append(path, i)
		}
	}
	return path
}

func (s *plainScan) path() []int {
	var path []int
	seen := make(map[string]bool)
	for at := s.leaf; at != ""; {
		if seen[at] {
			return nil
		}
		n, known := s.byID[at]
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
