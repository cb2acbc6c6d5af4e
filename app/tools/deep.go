package tools

const (
	// maxDepth is how deep values of a message may be nested: deeper than any that somebody reads, and of use to nobody as text
	// since each step is indented.
	maxDepth = 32
	deepText = "[omitted: nested too deeply]"
)

// flatten puts a short text in the place of every list and object below so many steps. It tells whether there was any.
func flatten(n *node, steps int) (cut bool) {
	if n.kind != nodeArray && n.kind != nodeObject {
		return false
	}
	if steps == 0 {
		*n = textNode(deepText)
		return true
	}
	for i := range n.items {
		cut = flatten(&n.items[i], steps-1) || cut
	}
	for i := range n.members {
		cut = flatten(&n.members[i].value, steps-1) || cut
	}
	return cut
}
