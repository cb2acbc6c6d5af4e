package reconcile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
)

// counting stands for a redactor: it hides the word "secret", and counts how often it is asked.
type counting struct {
	asked int
	stamp string
}

func (c *counting) Redact(text string) (string, []data.Hidden) {
	c.asked++
	return strings.ReplaceAll(text, "secret", "***"), nil
}

func (c *counting) Key(key data.SessionKey) data.SessionKey {
	masked, _ := c.Redact(string(key))
	return data.SessionKey(masked)
}
func (c *counting) Version() int  { return 1 }
func (c *counting) Stamp() string { return c.stamp }

// TestEveryKeyOfASessionIsMasked also holds for keys that sessions have not got yet.
func TestEveryKeyOfASessionIsMasked(t *testing.T) {
	var s data.Session
	value := reflect.ValueOf(&s).Elem()
	keys := 0
	for i := range value.NumField() {
		if field := value.Field(i); field.Type() == reflect.TypeFor[data.SessionKey]() {
			keys++
			field.SetString(fmt.Sprintf("agent:main:secret-%d", i))
		}
	}
	n := &names{redactor: &counting{}}
	if masked := fmt.Sprintf("%+v", n.in(s)); keys < 3 || strings.Contains(masked, "secret") || strings.Count(masked, "***") != keys {
		t.Errorf("%d keys: %s", keys, masked)
	}
}

func TestAKeyIsLookedAtOnceByTheSameRules(t *testing.T) {
	rules := &counting{stamp: "1"}
	n := &names{redactor: rules}
	for range 3 {
		for _, key := range []data.SessionKey{"agent:main:secret", "agent:main:main", ""} {
			if got := string(n.of(key)); got != strings.ReplaceAll(string(key), "secret", "***") {
				t.Errorf("%q becomes %q", key, got)
			}
		}
	}
	if rules.asked != 2 {
		t.Errorf("asked %d times for two keys", rules.asked)
	}
	rules.stamp = "2"
	if n.of("agent:main:main"); rules.asked != 3 {
		t.Errorf("asked %d times after the rules changed", rules.asked)
	}
	for i := range maxNames + 10 {
		n.of(data.SessionKey(fmt.Sprint("agent:main:", i)))
	}
	if len(n.masked) > maxNames {
		t.Errorf("%d keys are remembered", len(n.masked))
	}
}
