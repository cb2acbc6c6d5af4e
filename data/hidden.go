package data

// MergeHidden joins the spans of a text before and after it was redacted once more. The old ones hold in what the texts
// have in common at their beginnings and ends.
func MergeHidden(before string, old []Hidden, after string, fresh []Hidden) []Hidden {
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	shift := len(after) - len(before)
	merged := append([]Hidden(nil), fresh...)
	for _, h := range old {
		switch {
		case h.End <= head:
		case h.Start >= len(before)-tail:
			h.Start, h.End = h.Start+shift, h.End+shift
		default:
			continue
		}
		merged = insertHidden(merged, h)
	}
	return merged
}

// insertHidden adds a span in its place unless another one covers it. A mask that was found again is told by what it was made of:
// its kind and its hash cannot be seen in it any more.
func insertHidden(list []Hidden, h Hidden) []Hidden {
	at := len(list)
	for i, other := range list {
		if h.Span == other.Span && other.Hash == 0 {
			list[i] = h
			return list
		}
		if h.Start < other.End && other.Start < h.End {
			return list
		}
		if h.End <= other.Start {
			at = i
			break
		}
	}
	list = append(list, Hidden{})
	copy(list[at+1:], list[at:])
	list[at] = h
	return list
}
