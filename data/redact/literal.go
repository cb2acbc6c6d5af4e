package redact

import (
	"regexp/syntax"
	"strings"
)

// requiredLiteral gives the longest ASCII text, in small letters, that each match of an expression has, or nothing. A text without it
// need not be searched.
func requiredLiteral(expr string) string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	return required(re)
}

func required(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if s := string(re.Rune); isASCII(s) && !foldsOutside(re) {
			return foldASCII(s)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if s := required(sub); len(s) > len(longest) {
				longest = s
			}
		}
		return longest
	}
	return ""
}

// foldsOutside reports whether a literal in any case has a letter that is the same as one outside of ASCII: the sign for kelvin is a
// k, the long s an s.
func foldsOutside(re *syntax.Regexp) bool {
	return re.Flags&syntax.FoldCase != 0 && strings.ContainsAny(string(re.Rune), "KkSs")
}
