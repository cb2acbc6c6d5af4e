package openclaw

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data/redact"
)

// maxSecrets bounds how many values of a configuration are taken for secrets, as many as OpenClaw itself masks.
const maxSecrets = 512

// ErrSecrets says that a configuration holds more secrets than are known by their values. Everything else in it was read.
var ErrSecrets = errors.New("too many secrets")

// secretEnds are how the names of secrets end, in lower case and without what separates words.
var secretEnds = []string{
	"apikey", "token", "secret", "password", "passwd", "passphrase", "privatekey", "secretkey", "accesskey", "signingkey",
	"encryptionkey", "authkey", "credential", "credentials", "authorization", "cookie", "bearer",
}

// envEnds are how they end besides among variables of an environment.
var envEnds = []string{"key", "pass", "pat", "pwd"}

// separators may stand between the words of a name.
var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// reference is a value that stands for another: a variable, or a mark that OpenClaw puts in the place of a secret.
var reference = regexp.MustCompile(`\$\{|^\$[A-Za-z_][A-Za-z0-9_]*$|^secretref-|^__OPENCLAW_REDACTED__$`)

// plainWords are values that say whether or how there is a secret, or what kind it is of. Taken for secrets themselves, they would be
// hidden wherever somebody says them.
var plainWords = wordSet("always anonymous api-key api_key apikey automatic bearer boolean browser client cookie credential credentials " +
	"custom default device disabled dynamic enabled environment external header headers hidden include inherit inherited internal keychain " +
	"keyring manual memory missing oauth2 optional passphrase password private prompt public random redacted required same-origin secret " +
	"secrets server session shared static strict string system tokens trusted undefined unknown")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// schemes may stand before the secret in a header.
var schemes = []string{"bearer", "basic", "bot", "token"}

// configSecrets gives the exact values of what a configuration keeps secret, by the names under which they stand. They are
// ordered, each once. ErrSecrets comes with as many as are taken.
func configSecrets(standard []byte) ([]string, error) {
	var root any
	if err := json.Unmarshal(standard, &root); err != nil {
		return nil, err
	}
	var found []string
	collectSecrets(root, false, false, func(value string) { found = append(found, value) })
	slices.Sort(found)
	found = slices.Compact(found)
	if n := len(found); n > maxSecrets {
		return found[:maxSecrets:maxSecrets], fmt.Errorf("%w: only %d of %d are known by their value", ErrSecrets, maxSecrets, n)
	}
	return found, nil
}

// collectSecrets takes the secrets in a value. secret is true if it stands under the name of one, env if it is among variables.
func collectSecrets(value any, secret, env bool, take func(string)) {
	switch v := value.(type) {
	case map[string]any:
		if _, elsewhere := v["source"].(string); secret && elsewhere { // it tells where the secret is
			return
		}
		for name, item := range v {
			collectSecrets(item, namesSecret(name, env), env || strings.EqualFold(name, "env"), take)
		}
	case []any:
		for _, item := range v {
			collectSecrets(item, secret, env, take)
		}
	case string:
		if value := bare(v); secret && isSecret(value) {
			take(value)
		}
	}
}

// isSecret tells whether a value under the name of a secret is one.
func isSecret(value string) bool {
	return utf8.RuneCountInString(value) >= redact.MinSecret && !reference.MatchString(value) && !plainWords[strings.ToLower(value)]
}

// namesSecret tells whether a name is that of a secret.
func namesSecret(name string, env bool) bool {
	name = separators.Replace(strings.ToLower(name))
	ends := func(end string) bool { return strings.HasSuffix(name, end) }
	return slices.ContainsFunc(secretEnds, ends) || env && slices.ContainsFunc(envEnds, ends)
}

// bare is a value without the scheme of a header before it.
func bare(value string) string {
	value = strings.TrimSpace(value)
	if scheme, rest, ok := strings.Cut(value, " "); ok && slices.Contains(schemes, strings.ToLower(scheme)) {
		return strings.TrimSpace(rest)
	}
	return value
}
