package redact

import "strings"

// manifestReach bounds how far the data of a Secret of Kubernetes stand from the line that names its kind.
const manifestReach = 2048

// scanKubernetes looks at "kind: Secret", in YAML or JSON, and hides the values of the data beside it.
func (s *scan) scanKubernetes(i int, r *rule) {
	if i < s.manifestEnd || !namesKind(s.text[max(0, i-24):i]) || !s.endsKind(i+len(r.lit)) {
		return
	}
	from, to := max(i-manifestReach, s.manifestEnd), min(len(s.text), i+manifestReach)
	if n := strings.LastIndex(s.text[from:i], "\n---"); n >= 0 {
		from += n
	}
	if n := strings.Index(s.text[i:to], "\n---"); n >= 0 {
		to = i + n
	}
	s.work += to - from
	s.manifestEnd = to
	for p := from; p < to; {
		n := strings.Index(s.text[p:to], "ata") // of data and stringData
		if n < 0 {
			return
		}
		p += n + len("ata")
		if s.endsData(p) {
			p = s.manifestData(p, to)
		}
	}
}

// endsData reports whether the name data or stringData ends at p.
func (s *scan) endsData(p int) bool {
	before, ok := strings.CutSuffix(s.text[max(0, p-len("-stringData")):p], "data")
	if !ok {
		before, ok = strings.CutSuffix(s.text[max(0, p-len("-stringData")):p], "stringData")
	}
	return ok && (before == "" || !in(before[len(before)-1], clsAlnum))
}

// namesKind reports whether before ends in "kind:" and what may stand between that and its value.
func namesKind(before string) bool {
	before = strings.TrimRight(before, " \t\"'\\")
	before, ok := strings.CutSuffix(before, ":")
	before = strings.TrimRight(before, "\"'\\")
	return ok && len(before) >= 4 && strings.EqualFold(before[len(before)-4:], "kind")
}

// endsKind reports whether the value of a kind ends at p.
func (s *scan) endsKind(p int) bool {
	p = s.skip(p, 8, func(b byte) bool { return b == '"' || b == '\'' || b == '\\' || b == ' ' || b == '\t' })
	return p == len(s.text) || strings.IndexByte("\r\n,}#", s.text[p]) >= 0 || isEscape(s.text, p)
}

// manifestData hides the values behind the word "data", which ends at p, and gives the place behind them.
func (s *scan) manifestData(p, to int) int {
	p = s.skip(p, 4, func(b byte) bool { return b == '"' || b == '\'' || b == '\\' })
	if p >= to || s.text[p] != ':' {
		return p
	}
	p = s.skipBlanks(p + 1)
	switch {
	case p >= to:
		return p
	case s.text[p] == '{':
		return s.manifestObject(p+1, to)
	case s.text[p] == '\n' || s.text[p] == '\r':
		return s.manifestLines(p, to)
	}
	return p
}

// manifestObject hides the values of "name": "value" pairs.
func (s *scan) manifestObject(p, to int) int {
	for p < to {
		p = s.skip(p, blankReach, func(b byte) bool { return b <= ' ' || b == ',' })
		q := quoteAt(s.text, p)
		if q == "" {
			return p
		}
		p = s.closing(p+len(q), q) + len(q)
		if p >= to || s.text[p] != ':' {
			return p
		}
		v := s.readValue(s.skipBlanks(p + 1))
		if !v.quoted {
			return v.end
		}
		s.hideManifest(v)
		p = v.end + len(q)
	}
	return p
}

// manifestLines hides the values of the lines that are indented deeper than the line that p ends.
func (s *scan) manifestLines(p, to int) int {
	start := p
	for start > 0 && p-start < manifestReach && s.text[start-1] != '\n' {
		start--
	}
	depth := s.skipBlanks(start) - start
	for p = s.lineEnd(p) + 1; p < to; p = s.lineEnd(p) + 1 {
		at, end := s.skipBlanks(p), s.lineEnd(p)
		if at >= end {
			continue
		}
		if at-p <= depth {
			return p
		}
		colon := strings.IndexByte(s.text[at:end], ':')
		if colon < 0 {
			continue
		}
		v := s.readValue(s.skipBlanks(at + colon + 1))
		if block, ok := s.yamlBlock(v, s.text[v.start:v.end]); ok {
			v = block
			end = v.end
		}
		s.hideManifest(v)
		p = max(p, min(end, to))
	}
	return p
}

func (s *scan) hideManifest(v value) {
	content := s.text[v.start:v.end]
	switch {
	case isMask(content):
		s.add(finding{start: v.start, end: v.end, kind: KindKey, mask: maskKeep})
	case content == "" || isReference(content):
	default:
		s.add(finding{start: v.start, end: v.end, kind: KindKey, mask: maskStars})
	}
}
