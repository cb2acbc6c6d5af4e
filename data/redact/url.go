package redact

import (
	"net/url"
	"strings"
)

// schemeReach bounds the scheme of an address.
const schemeReach = 20

// scanURL looks at :// for user:password@host, and for a token that stands there alone.
func (s *scan) scanURL(i int, _ *rule) {
	scheme := i
	for scheme > 0 && i-scheme < schemeReach && (in(s.text[scheme-1], clsDot) || s.text[scheme-1] == '+') {
		scheme--
	}
	if scheme == i {
		return
	}
	start := i + len("://")
	slash, at := s.authority(start)
	if at < 0 {
		return
	}
	user, password, both := strings.Cut(s.text[start:at], ":")
	if both {
		port := slash >= 0 && slash < at && allIn(s.text[start+len(user)+1:slash], clsDigit) // host:port/…@…
		if port || isReference(password) && !isMask(password) || isPlaceholderLogin(user, password) {
			return
		}
		s.addUserinfo(at-len(password), at)
	}
	if looksToken(user) || isMask(user) {
		s.addUserinfo(start, start+len(user))
	}
}

// isPlaceholderLogin knows the words that documentation writes where a name and a password would stand.
func isPlaceholderLogin(user, password string) bool {
	return (user == "user" || user == "username") && (password == "password" || password == "pass" || password == "passwd")
}

// addUserinfo hides a part of an address that stands before the host.
func (s *scan) addUserinfo(start, end int) {
	mask := maskHint
	if isMask(s.text[start:end]) {
		mask = maskKeep
	}
	s.add(finding{start: start, end: end, kind: KindURL, mask: mask})
}

// authority gives the first slash behind start and the at sign that ends the user information, each -1 if there is none.
// People write passwords with a slash or an at sign in them, so the last at sign before the path counts, else one behind it.
// The next address begins behind two slashes, at which this ends, so that no byte is looked at for two addresses.
func (s *scan) authority(start int) (slash, at int) {
	slash, at = -1, -1
	colon := false
	p := start
	defer func() { s.work += p - start }()
	for ; p < len(s.text) && in(s.text[p], clsValue); p++ {
		switch s.text[p] {
		case ':':
			colon = true
		case '@':
			if slash < 0 || at < 0 {
				at = p
			}
		case '\\':
			return slash, at
		case '/', '?', '#':
			if at >= 0 || slash < 0 && !colon || strings.HasPrefix(s.text[p:], "//") {
				return slash, at
			}
			if slash < 0 {
				slash = p
			}
		}
	}
	return slash, at
}

// looksToken tells a token or a password from the name of a user.
func looksToken(user string) bool {
	if strings.IndexByte(user, '.') >= 0 {
		return false
	}
	return len(user) >= 20 && hasDigit(user) && looksMixed(user) || looksTold(user)
}

// scanWebhook looks at an address that is itself a secret.
func (s *scan) scanWebhook(i int, r *rule) {
	start := i
	for start > 0 && i-start < 80 && in(s.text[start-1], clsDot) {
		start--
	}
	if at := strings.LastIndex(s.text[max(0, start-len("https://")):start], "http"); at >= 0 {
		start = max(0, start-len("https://")) + at
	}
	end := s.runEnd(clsURL, i)
	for end > i && strings.IndexByte(".,;:!?)]*", s.text[end-1]) >= 0 {
		end--
	}
	if path := s.text[i+len(r.lit) : max(end, i+len(r.lit))]; len(path) >= 20 && strings.IndexByte(path, '/') >= 0 {
		s.add(finding{start: start, end: end, kind: KindURL, mask: maskHint})
	}
}

// cutQuery ends the value of a query parameter.
func cutQuery(value string) string {
	if n := strings.IndexAny(value, "&#);,|"); n >= 0 {
		value = value[:n]
	}
	return strings.TrimRight(value, ".:!?*]}\\")
}

// unescape gives s with its percent escapes decoded, or s.
func unescape(s string) string {
	if strings.IndexByte(s, '%') >= 0 {
		if u, err := url.PathUnescape(s); err == nil {
			return u
		}
	}
	return s
}
