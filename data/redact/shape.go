package redact

import "strings"

// assignedValue reads the value behind sep; block is true for the lines of a block of YAML, which need no judgement. A value that is
// found on the next line changes sep to one behind which it must look like no word.
func (s *scan) assignedValue(n name, sep *separator) (v value, block bool) {
	v = s.readValue(sep.value)
	switch {
	case sep.kind == sepXML:
		v = s.element(sep.value)
	case sep.kind == sepTable && !v.quoted:
		v.end = v.start + len(beforeBar(s.text[v.start:v.end]))
	case sep.kind == sepColon && v.quoted && joins(s.text[v.start:]):
		return value{start: v.start, end: v.start}, false
	}
	if lines, ok := s.yamlBlock(v, s.text[v.start:v.end]); ok {
		return lines, true
	}
	if sep.kind == sepColon && v.start == v.end {
		sep.kind = sepSaid
		return s.nextLine(v.start), false
	}
	if n.phrase && !v.quoted && sep.kind != sepFlag && isPhrase(s.text[v.start:s.lineEnd(v.start)]) {
		v = value{v.start, s.lineEnd(v.start), true}
	}
	return v, false
}

// beforeBar gives what stands before the first bar, which ends a cell of a table.
func beforeBar(v string) string {
	v, _, _ = strings.Cut(v, "|")
	return v
}

// joins reports whether what follows a quotation mark shows that the mark closes a text rather than opens one.
func joins(rest string) bool {
	for _, sign := range [...]string{" + ", ", ", " . ", " % ", ");", "))", ")\n"} {
		if strings.HasPrefix(rest, sign) {
			return true
		}
	}
	return false
}

// element reads the text of an XML element up to its end tag.
func (s *scan) element(p int) value {
	end := s.runEnd(clsValue, p)
	for end < len(s.text) && s.text[end] == ' ' && end-p < 256 {
		end = s.runEnd(clsValue, end+1)
	}
	if end >= len(s.text) || strings.HasPrefix(s.text[end:], "</") {
		return value{p, end, true}
	}
	return value{p, p, true}
}

// yamlBlock reads a value that stands indented on the lines below.
func (s *scan) yamlBlock(v value, content string) (value, bool) {
	if v.quoted || v.end > v.start+2 || v.start >= len(s.text) || s.text[v.start] != '|' && s.text[v.start] != '>' {
		return v, false
	}
	nl := s.lineEnd(v.start)
	if nl-v.start > 3 || strings.Trim(s.text[v.start:nl], "|>+-\r") != "" {
		return v, false
	}
	end := nl
	for end+1 < len(s.text) && (s.text[end+1] == ' ' || s.text[end+1] == '\t') {
		end = s.lineEnd(end + 1)
	}
	s.work += end - nl
	block := s.text[nl:end]
	inner := strings.TrimSpace(block)
	at := nl + strings.Index(block, inner)
	return value{at, at + len(inner), true}, inner != ""
}

// isPhrase reports whether a line is nothing but three or more lower-case words.
func isPhrase(line string) bool {
	count := 0
	for w := range strings.FieldsSeq(line[:min(len(line), 512)]) {
		if !allIn(w, clsLower) {
			return false
		}
		count++
	}
	return count >= 3
}
