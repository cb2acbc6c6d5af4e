package redact

// azureBody and azureHead are how much of an Azure client secret stands behind and before its "8Q~".
const (
	azureHead = 3
	azureBody = 28
)

// scanAzure looks at a digit with "Q~" behind it, which is the middle of a client secret of Azure AD.
func (s *scan) scanAzure(i int, _ *rule) {
	start := i - azureHead
	if start < 0 || i+3 > len(s.text) || !in(s.text[i], clsDigit) || s.text[i+1:i+3] != "Q~" {
		return
	}
	if !allAzure(s.text[start:i]) || !leftEdge(s.text, start) {
		return
	}
	end := s.skip(i+3, 4*azureBody, isAzure)
	if end = s.trimDots(i, end); end-i-3 >= azureBody {
		s.add(finding{start: start, end: end, kind: KindKey, mask: maskHint})
	}
}

func isAzure(b byte) bool { return in(b, clsDot) || b == '~' }

func allAzure(s string) bool {
	for i := range len(s) {
		if !isAzure(s[i]) {
			return false
		}
	}
	return true
}

// scanDigitBar looks at a digit with a bar behind it, which is the middle of an access token of a Facebook app.
func (s *scan) scanDigitBar(i int, _ *rule) {
	if i+2 >= len(s.text) || !in(s.text[i], clsDigit) || s.text[i+1] != '|' {
		return
	}
	start := i
	for start > 0 && in(s.text[start-1], clsDigit) && i-start < 20 {
		start--
	}
	end := s.runEnd(clsDash, i+2)
	if n := i + 1 - start; n >= 15 && n <= 16 && end-i-2 >= 24 && looksMixed(s.text[i+2:end]) {
		s.add(finding{start: start, end: end, kind: KindToken, mask: maskHint})
	}
}
