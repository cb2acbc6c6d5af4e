package redact

import (
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestSessionKeysAreMaskedAndStayApart(t *testing.T) {
	r, problems := New(Params{Patterns: []string{`\+\d{8,}`}, Key: []byte("of this library")})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	other, _ := New(Params{Patterns: []string{`\+\d{8,}`}, Key: []byte("of another")})
	seen := map[data.SessionKey]data.SessionKey{}
	for _, key := range []data.SessionKey{
		"agent:main:whatsapp:direct:+491701111111", "agent:main:whatsapp:direct:+491702222222",
		"agent:main:dashboard:password=aaaa1111bbbb", "agent:main:dashboard:password=zzzz9999yyyy",
	} {
		masked := r.Key(key)
		if masked == key || strings.Contains(string(masked), string(key[len(key)-8:])) {
			t.Errorf("%s becomes %s", key, masked)
		}
		if before, known := seen[masked]; known {
			t.Errorf("%s and %s become %s", before, key, masked)
		}
		seen[masked] = key
		if again := r.Key(masked); again != masked {
			t.Errorf("%s becomes %s, and then %s", key, masked, again)
		}
		if other.Key(key) == masked {
			t.Errorf("%s becomes the same with another library's key", key)
		}
	}
}

func TestSessionKeysWithoutSecretsStay(t *testing.T) {
	for _, key := range []data.SessionKey{"", "global", "agent:main:main", "agent:main:telegram:direct:42", "agent:main:x~0123456789ab"} {
		if got := (Redactor{}).Key(key); got != key {
			t.Errorf("%q becomes %q", key, got)
		}
	}
}
