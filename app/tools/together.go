package tools

import (
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data/transcript"
)

// texts are strings of a value that stand beside each other, in their order.
type texts []*node

// place is a name below another place.
type place struct {
	above int
	name  string
}

// gathered are the strings of a value, put together by where they stand.
type gathered struct {
	places map[place]int
	groups []texts
}

// at is the number of a place, under which its strings are.
func (g *gathered) at(p place) int {
	number, known := g.places[p]
	if !known {
		number = len(g.groups)
		g.places[p] = number
		g.groups = append(g.groups, nil)
	}
	return number
}

func (g *gathered) add(number int, text *node) { g.groups[number] = append(g.groups[number], text) }

// alike puts the strings of a value together in two ways: those at the same path, whatever the places in arrays, and those under
// the same name. Numbers at the end of a name do not count, as in line1 and line2.
func alike(value *node) []texts {
	paths, names := gathered{places: map[place]int{}}, gathered{places: map[place]int{}}
	var walk func(n *node, path int, name string)
	walk = func(n *node, path int, name string) {
		switch n.kind {
		case nodeText:
			paths.add(path, n)
			names.add(names.at(place{0, name}), n)
		case nodeArray:
			for i := range n.items {
				walk(&n.items[i], path, name)
			}
		case nodeObject:
			for i := range n.members {
				m := &n.members[i]
				plain := strings.TrimRight(m.name, "0123456789")
				walk(&m.value, paths.at(place{path, plain}), plain)
			}
		}
	}
	walk(value, paths.at(place{-1, ""}), "")
	return several(paths.groups, names.groups)
}

// several leaves the groups of more than one string, and each of them once.
func several(paths, names []texts) []texts {
	known := map[*node]int{}
	var groups []texts
	for _, list := range slices.Concat(paths, names) {
		if len(list) > 1 && known[list[0]] < len(list) {
			known[list[0]] = len(list)
			groups = append(groups, list)
		}
	}
	return groups
}

// beside redacts the strings of a value that stand beside each other.
func (k *masker) beside(value *node) {
	for _, list := range alike(value) {
		k.together(list)
	}
}

// together redacts strings that stand beside each other as one text, since a key may begin in one and end in another. Where one
// does, what is left of them stands in the first that does not show it by itself, and the others hold nothing. All others stay
// as they are.
func (k *masker) together(list texts) {
	raw, each := make([]string, len(list)), make([]string, len(list))
	for i, text := range list {
		raw[i] = text.text
		each[i], _ = k.redactor.Redact(text.text)
	}
	whole, _ := k.redactor.Redact(strings.Join(raw, "\n"))
	if strings.Join(each, "\n") == whole {
		return
	}
	k.hidden = true
	from, to := 0, len(list)
	for ; to-from > 1 && strings.HasPrefix(whole, each[from]+"\n"); from++ {
		whole = whole[len(each[from])+1:]
	}
	for ; to-from > 1 && strings.HasSuffix(whole, "\n"+each[to-1]); to-- {
		whole = whole[:len(whole)-len(each[to-1])-1]
	}
	list[from].text = whole
	for _, text := range list[from+1 : to] {
		text.text = ""
	}
}

// inside redacts a text that is JSON itself, such as arguments often are, like the value that it is.
func (k *masker) inside(text string) string {
	raw := []byte(strings.TrimSpace(text))
	if len(raw) == 0 || raw[0] != '{' && raw[0] != '[' || !transcript.Valid(raw) {
		return text
	}
	inner := masker{redactor: k.redactor}
	value := parse(raw)
	inner.message(&value)
	if !inner.hidden {
		return text
	}
	k.hidden = true
	written, err := compact(value)
	if err != nil {
		return masked
	}
	return string(written)
}
