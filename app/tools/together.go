package tools

import (
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data/transcript"
)

// texts are strings of a value that stand beside each other, in their order.
type texts []*node

// gathered are the strings of a value, put together by where they stand.
type gathered struct {
	places map[string]int
	groups []texts
}

func (g *gathered) add(place string, text *node) {
	at, known := g.places[place]
	if !known {
		at = len(g.groups)
		g.places[place] = at
		g.groups = append(g.groups, nil)
	}
	g.groups[at] = append(g.groups[at], text)
}

// alike puts the strings of a value together in two ways: those at the same path, whatever the places in arrays, and those under
// the same name. Numbers at the end of a name do not count, as in line1 and line2.
func alike(value *node) []texts {
	paths, names := gathered{places: map[string]int{}}, gathered{places: map[string]int{}}
	var walk func(n *node, path, name string)
	walk = func(n *node, path, name string) {
		switch n.kind {
		case nodeText:
			paths.add(path, n)
			names.add(name, n)
		case nodeArray:
			for i := range n.items {
				walk(&n.items[i], path, name)
			}
		case nodeObject:
			for i := range n.members {
				m := &n.members[i]
				plain := strings.TrimRight(m.name, "0123456789")
				walk(&m.value, path+"\x00"+plain, plain)
			}
		}
	}
	walk(value, "", "")
	single := func(list texts) bool { return len(list) < 2 }
	return slices.DeleteFunc(slices.Concat(paths.groups, names.groups), single)
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

// inside redacts the strings that stand beside each other in a text that is JSON itself, such as arguments often are.
func (k *masker) inside(text string) string {
	raw := []byte(text)
	if text == "" || text[0] != '{' && text[0] != '[' || !transcript.Valid(raw) {
		return text
	}
	inner := masker{redactor: k.redactor}
	value := parse(raw)
	inner.beside(&value)
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
