package visibility

import "strings"

// pairs tells which agents may see each other's sessions. The zero value lets everyone.
type pairs struct{ patterns []string }

// allow tells whether two agents may: each has to match a pattern.
func (p pairs) allow(a, b string) bool { return p.match(a) && p.match(b) }

func (p pairs) match(agent string) bool {
	if len(p.patterns) == 0 {
		return true
	}
	for _, pattern := range p.patterns {
		if matches(strings.TrimSpace(pattern), agent) {
			return true
		}
	}
	return false
}

// matches tells whether a pattern fits an agent: an id in exactly this case, or pieces in their order in any case with
// anything at each "*". A blank one fits nothing.
func matches(pattern, agent string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern != "" && pattern == agent
	}
	pieces := strings.Split(strings.ToLower(pattern), "*")
	first, last := pieces[0], pieces[len(pieces)-1]
	rest, ok := strings.CutPrefix(strings.ToLower(agent), first)
	if !ok {
		return false
	}
	if rest, ok = strings.CutSuffix(rest, last); !ok {
		return false
	}
	for _, piece := range pieces[1 : len(pieces)-1] {
		if _, rest, ok = strings.Cut(rest, piece); !ok {
			return false
		}
	}
	return true
}
