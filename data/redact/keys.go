package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// keyWords are the literals at which a name is looked at, those of foreignKinds aside.
var keyWords = []string{
	"pass", "pwd", "secret", "token", "key", "credential", "jwt", "auth", "sig", "code", "session", "cvc", "cvv", "card",
	"mnemonic", "phrase", "psk",
	"kennwort", "contrasen", "contrasinal", "clave", "senha", "parola", "parool", "wachtwoord", "heslo", "haslo", "losenord", "salasana", "jelszo", "sifre", "adgangskode",
	"kodeord", "lozinka", "geslo", "pasahitza", "slaptazodis",
}

// strength is how much a name says about the value behind it.
type strength uint8

const (
	nothing strength = iota
	// weak names are followed by secrets at times: the value must look random.
	weak
	// fair names are mostly followed by secrets: the value must not look like a word.
	fair
	// sure names are followed by secrets.
	sure
)

// name is what a setting's name says.
type name struct {
	// raw is the name as it stands.
	raw      string
	kind     string
	strength strength
	// upper is true for names such as API_TOKEN.
	upper bool
	// phrase is true if the value may be several words.
	phrase bool
	// query is true if a parameter of an address with this name is a secret.
	query bool
}

// lastWords says what the last word of a name means.
var lastWords = map[string]name{
	"password": {kind: KindPassword, strength: sure}, "passwd": {kind: KindPassword, strength: sure}, "passwort": {kind: KindPassword, strength: sure},
	"passcode": {kind: KindPassword, strength: sure}, "pwd": {kind: KindPassword, strength: sure}, "passphrase": {kind: KindPassword, strength: sure, phrase: true},
	"mnemonic": {kind: KindPassword, strength: sure, phrase: true}, "pass": {kind: KindPassword, strength: fair, query: true}, "pw": {kind: KindPassword, strength: fair, query: true},
	"token": {kind: KindToken, strength: sure}, "jwt": {kind: KindToken, strength: sure}, "secret": {kind: KindKey, strength: sure},
	"apikey": {kind: KindKey, strength: sure}, "accesskey": {kind: KindKey, strength: sure}, "secretkey": {kind: KindKey, strength: sure},
	"privatekey": {kind: KindKey, strength: sure}, "authkey": {kind: KindKey, strength: sure}, "accountkey": {kind: KindKey, strength: sure},
	"psk": {kind: KindKey, strength: sure}, "credential": {kind: KindKey, strength: sure}, "credentials": {kind: KindKey, strength: fair}, "auth": {kind: KindKey, strength: weak, query: true},
	"key": {kind: KindKey, strength: weak, query: true}, "code": {query: true, kind: KindKey}, "sig": {query: true, kind: KindKey},
	"signature": {query: true, kind: KindKey}, "session": {query: true, kind: KindKey}, "authorization": {query: true, kind: KindKey},
	"cvc": {kind: KindCard, strength: sure}, "cvv": {kind: KindCard, strength: sure}, "cardnumber": {kind: KindCard, strength: sure},
	"kennwort": {kind: KindPassword, strength: sure}, "senha": {kind: KindPassword, strength: sure}, "parola": {kind: KindPassword, strength: fair},
	"clave": {kind: KindPassword, strength: fair}, "contrasena": {kind: KindPassword, strength: sure}, "wachtwoord": {kind: KindPassword, strength: sure},
	"heslo": {kind: KindPassword, strength: sure}, "losenord": {kind: KindPassword, strength: sure}, "salasana": {kind: KindPassword, strength: sure},
	"jelszo": {kind: KindPassword, strength: sure}, "sifre": {kind: KindPassword, strength: sure}, "adgangskode": {kind: KindPassword, strength: sure},
	"passord": {kind: KindPassword, strength: sure}, "kodeord": {kind: KindPassword, strength: sure}, "lozinka": {kind: KindPassword, strength: sure},
	"geslo": {kind: KindPassword, strength: sure}, "pasahitza": {kind: KindPassword, strength: sure}, "slaptazodis": {kind: KindPassword, strength: sure},
	"haslo": {kind: KindPassword, strength: sure}, "parool": {kind: KindPassword, strength: sure}, "contrasenya": {kind: KindPassword, strength: sure},
	"contrasinal": {kind: KindPassword, strength: sure},
}

// keyOwners are the words that make a "key" a secret one.
var keyOwners = words("api access secret private auth encryption encrypt decryption signing sign master service account storage shared preshared " +
	"subscription license client app application deploy admin root webhook ssh gpg pgp hmac aes jwt sas host integration cipher")

// phraseOwners are the words that make a "phrase" a secret one.
var phraseOwners = words("seed recovery pass")

// openOwners are the words that make a key no secret.
var openOwners = words("public primary foreign sort partition cache map unique composite row object idempotency session hot short ssh_host lookup dict json group routing")

// lastlyIgnored are words behind the one that counts.
var lastlyIgnored = words("value input material confirm confirmation string raw plain plaintext text base new old prod production dev test live staging backup main default")

func words(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// understand says what a name means. before is the word in front of it, for names in two words such as "API key".
func understand(raw, before string) name {
	parts := split(raw)
	if len(parts) == 1 && before != "" {
		parts = []string{foldASCII(before), parts[0]}
	}
	for len(parts) > 1 && lastlyIgnored[parts[len(parts)-1]] {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return name{}
	}
	last := parts[len(parts)-1]
	owner := ""
	if len(parts) > 1 {
		owner = parts[len(parts)-2]
	}
	n, ok := lastWords[last]
	if !ok {
		n = glued(last)
	}
	n.upper = isUpper(raw)
	n = owned(n, owner, last, parts)
	n.query = n.query || n.strength == sure
	return n
}

// owned adds what the words before the last one say.
func owned(n name, owner, last string, parts []string) name {
	switch {
	case last == "key" && owner != "":
		return keyOf(n, owner, parts)
	case last == "number" && owner == "card":
		n.kind, n.strength = KindCard, sure
	case last == "phrase" && phraseOwners[owner]:
		n.kind, n.strength, n.phrase = KindPassword, sure, true
	case parts[0] == "token" && len(parts) == 2 && len(last) >= 8 && allIn(last, clsHex):
		n.kind, n.query = KindToken, true
	case last == "pass" && owner != "" && n.upper:
		n.strength = sure
	}
	return n
}

func keyOf(n name, owner string, parts []string) name {
	switch {
	case owner == "storage" && len(parts) > 2 && (parts[len(parts)-3] == "local" || parts[len(parts)-3] == "session"):
		n.strength, n.query = nothing, false // the name of a place in a browser
	case keyOwners[owner]:
		n.strength = sure
	case openOwners[owner]:
		n.strength, n.query = nothing, false
	case n.upper:
		n.strength = fair
	}
	return n
}

// glued looks for a name that ends in a known word without a border, such as "dbpassword".
func glued(last string) name {
	for _, w := range [...]string{"password", "passwd", "passphrase", "secret", "apikey", "secretkey", "accesskey", "privatekey"} {
		if strings.HasSuffix(last, w) {
			return lastWords[w]
		}
	}
	if strings.HasSuffix(last, "token") {
		return name{kind: KindToken, strength: fair, query: true}
	}
	return name{}
}

// split cuts a name into its words in lower case: at what is no letter, at capitals, and before digits at the end.
func split(raw string) []string {
	raw = unescape(raw)
	var out []string
	var word []byte
	flush := func() {
		if w := strings.TrimRight(string(word), "0123456789"); w != "" {
			out = append(out, w)
		}
		word = word[:0]
	}
	for i, r := range raw {
		switch {
		case isHidden(r):
		case r < utf8.RuneSelf && !in(byte(r), clsAlnum):
			flush()
		case r < utf8.RuneSelf && in(byte(r), clsUpper):
			next := i + 1
			if i > 0 && (in(raw[i-1], clsLower|clsDigit) || in(raw[i-1], clsUpper) && next < len(raw) && in(raw[next], clsLower)) {
				flush()
			}
			word = append(word, lower[byte(r)])
		default:
			word = utf8.AppendRune(word, unicode.ToLower(r))
		}
	}
	flush()
	return out
}

func isUpper(s string) bool {
	return anyIn(s, clsUpper) && !anyIn(s, clsLower)
}
