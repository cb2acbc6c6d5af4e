package redact

import "strings"

// class is a set of byte classes.
type class uint16

const (
	clsDigit   class = 1 << iota
	clsUpper         // A-Z
	clsLower         // a-z
	clsHex           // 0-9 a-f A-F
	clsAlnum         // 0-9 A-Z a-z
	clsWord          // and _
	clsDash          // and _ -
	clsDot           // and _ - .
	clsBase64        // and + / =
	clsBearer        // all that RFC 6750 allows in a bearer token
	clsMask          // what a hint of a mask may show
	clsKey           // what the name of a setting is made of
	clsValue         // what a value without quotes is made of
	clsCrypt         // what a password hash is made of
	clsURL           // what an address is made of
	clsJWT           // what a part of a JWT is made of, in either alphabet of base64
	numClasses = iota
)

var classes = makeClasses()

func makeClasses() (t [256]class) {
	set := func(c class, chars string) {
		for i := range len(chars) {
			t[chars[i]] |= c
		}
	}
	const digits, upper, lower = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	const alnum = digits + upper + lower
	set(clsDigit, digits)
	set(clsUpper, upper)
	set(clsLower, lower)
	set(clsHex, digits+"abcdefABCDEF")
	set(clsAlnum, alnum)
	set(clsWord, alnum+"_")
	set(clsDash, alnum+"_-")
	set(clsDot, alnum+"_-.")
	set(clsBase64, alnum+"+/=")
	set(clsBearer, alnum+"._~+/=-")
	set(clsMask, alnum+"._~+/=-:%$ ")
	set(clsKey, alnum+"_.-")
	set(clsCrypt, alnum+"./$+,=-")
	set(clsJWT, alnum+"+/=_-")
	set(clsURL, alnum+"-._~:/?#[]@!$&*+,;=%")
	for b := range t {
		switch {
		case b <= ' ' || b == 0x7f, b == '"', b == '\'', b == '`', b == '<', b == '>':
		case b >= 0xe3 && b <= 0xef: // the scripts that put no space between words
		default:
			t[b] |= clsValue
		}
	}
	return t
}

func in(b byte, c class) bool { return classes[b]&c != 0 }

func allIn(s string, c class) bool {
	for i := range len(s) {
		if classes[s[i]]&c == 0 {
			return false
		}
	}
	return true
}

func hasDigit(s string) bool { return anyIn(s, clsDigit) }

func anyIn(s string, c class) bool {
	for i := range len(s) {
		if classes[s[i]]&c != 0 {
			return true
		}
	}
	return false
}

// looksMixed reports whether s has a digit, or letters of both cases: what random tokens have and lower-case words lack.
func looksMixed(s string) bool {
	var seen class
	for i := range min(len(s), 256) {
		seen |= classes[s[i]]
	}
	return seen&clsDigit != 0 || seen&clsUpper != 0 && seen&clsLower != 0
}

// lower folds ASCII letters only: the literals that are looked for list other letters in both cases.
var lower = func() (t [256]byte) {
	for b := range t {
		t[b] = byte(b)
		if b >= 'A' && b <= 'Z' {
			t[b] = byte(b) + 'a' - 'A'
		}
	}
	return t
}()

func hasPrefixFold(s, low string) bool {
	if len(s) < len(low) {
		return false
	}
	for i := range len(low) {
		if lower[s[i]] != low[i] {
			return false
		}
	}
	return true
}

// leftEdge reports whether a token may begin at i: what stands before is no ASCII letter or digit, or it is one that ends an
// escape (\n, %20, \u003d, a terminal colour).
func leftEdge(t string, i int) bool {
	if i == 0 || !in(t[i-1], clsAlnum) {
		return true
	}
	switch b := t[i-1]; {
	case i >= 2 && t[i-2] == '\\' && strings.IndexByte("nrt", b) >= 0:
		return true
	case i >= 3 && t[i-3] == '%' && allIn(t[i-2:i], clsHex):
		return true
	case i >= 6 && t[i-6] == '\\' && t[i-5] == 'u' && allIn(t[i-4:i], clsHex):
		return true
	case b == 'm':
		return endsColour(t[max(0, i-16):i])
	}
	return false
}

// endsColour reports whether s, which ends in m, ends in a terminal colour such as ESC [ 31 m.
func endsColour(s string) bool {
	i := len(s) - 2
	for i >= 0 && (in(s[i], clsDigit) || s[i] == ';') {
		i--
	}
	return i >= 1 && s[i] == '[' && (s[i-1] == 0x1b || in(s[i-1], clsHex))
}
