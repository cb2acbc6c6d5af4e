package excerpt

// snapReach is how many characters at most are given up so that an excerpt begins and ends with a whole word.
const snapReach = 16

// window is the choice of atoms[from:to] for an excerpt of at most limit runes.
type window struct {
	atoms []atom
	limit int
	// textBefore and textAfter tell whether the message goes on beyond the atoms.
	textBefore, textAfter bool

	from, to int
	runes    int // of the atoms chosen
	// first and last enclose the atoms that show something.
	first, last int
}

func newWindow(atoms []atom, limit int, textBefore, textAfter bool) *window {
	w := &window{atoms: atoms, limit: limit, textBefore: textBefore, textAfter: textAfter, first: len(atoms)}
	for i, a := range atoms {
		if !a.blank {
			w.first = min(w.first, i)
			w.last = i
		}
	}
	return w
}

// around chooses atoms[from:to] first, then what stands before and after it: about a third of the room before.
func (w *window) around(from, to int) {
	w.from, w.to = from, from
	for w.to < to && w.growAfter() {
	}
	before := w.runes + (w.limit-2-w.runes)/3
	for w.runes < before && w.growBefore() {
	}
	for w.growAfter() {
	}
	for w.growBefore() {
	}
	w.snapBefore(from)
	for w.growAfter() {
	}
	w.snapAfter(to)
}

// cutBefore and cutAfter tell whether an ellipsis stands at that end.
func (w *window) cutBefore() bool { return w.textBefore || w.from > w.first }
func (w *window) cutAfter() bool  { return w.textAfter || w.to <= w.last }

func (w *window) fits() bool {
	room := w.limit - w.runes
	if w.cutBefore() {
		room--
	}
	if w.cutAfter() {
		room--
	}
	return room >= 0
}

func (w *window) growBefore() bool {
	if w.from == 0 || w.atoms[w.from-1].torn {
		return false
	}
	w.from--
	w.runes += int(w.atoms[w.from].runes)
	if w.fits() {
		return true
	}
	w.runes -= int(w.atoms[w.from].runes)
	w.from++
	return false
}

func (w *window) growAfter() bool {
	if w.to == len(w.atoms) || w.atoms[w.to].torn {
		return false
	}
	w.runes += int(w.atoms[w.to].runes)
	w.to++
	if w.fits() {
		return true
	}
	w.to--
	w.runes -= int(w.atoms[w.to].runes)
	return false
}

// snapBefore gives up the rest of a word that was cut, if the next word is near and lies before what must stay.
func (w *window) snapBefore(keep int) {
	if w.from < keep && w.atoms[w.from].blank {
		w.shrinkTo(w.from+1, w.to) // it would be trimmed off, and its room is of use behind
		return
	}
	if !w.inWord(w.from) {
		return
	}
	for i := w.from; i < min(w.from+snapReach, keep); i++ {
		if w.atoms[i].blank {
			w.shrinkTo(i+1, w.to)
			return
		}
	}
}

func (w *window) snapAfter(keep int) {
	if !w.inWord(w.to) {
		return
	}
	for i := w.to - 1; i >= max(w.to-snapReach, keep); i-- {
		if w.atoms[i].blank {
			w.shrinkTo(w.from, i)
			return
		}
	}
}

// inWord tells whether a word goes on from the atom before i to that at i.
func (w *window) inWord(i int) bool {
	return i > 0 && i < len(w.atoms) && w.atoms[i-1].letter && w.atoms[i].letter
}

func (w *window) shrinkTo(from, to int) {
	for _, a := range w.atoms[w.from:from] {
		w.runes -= int(a.runes)
	}
	for _, a := range w.atoms[to:w.to] {
		w.runes -= int(a.runes)
	}
	w.from, w.to = from, to
}

// trim takes white space off both ends.
func (w *window) trim() {
	from, to := w.from, w.to
	for from < to && w.atoms[from].blank {
		from++
	}
	for to > from && w.atoms[to-1].blank {
		to--
	}
	w.shrinkTo(from, to)
}
