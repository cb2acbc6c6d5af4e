package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// invented is a secret that a rule of gitleaks finds, made up by gen.go. Left says why the rule is not followed.
type invented struct{ ID, Left, Input, Secret string }

// unnatural are samples that the rule's own expression allows and nobody writes, and one bare SHA-1.
var unnatural = []string{
	"curl-auth-user",           // --user'name:password', without a blank
	"hashicorp-tf-password",    // a name that ends in another word, and two bars for a sign
	"jwt",                      // no JSON object begins with these letters
	"kubernetes-secret-yaml",   // all on one line
	"private-key",              // a marker of small letters without a blank
	"sourcegraph-access-token", // the identifier of a commit looks the same
}

func TestEveryVendorRuleHidesAnInventedSecret(t *testing.T) {
	var missed []string
	followed := 0
	for _, v := range load[invented](t, "vendor-samples.json") {
		input, secret := plain(v.Input), plain(v.Secret)
		out, _ := Redactor{}.Redact(input)
		check(t, input)
		if v.Left != "" {
			continue
		}
		followed++
		if strings.Contains(out, secret) {
			missed = append(missed, v.ID)
			t.Logf("%s: %q -> %q", v.ID, input, out)
		}
	}
	t.Logf("%d of %d rules that are followed hide their secret", followed-len(missed), followed)
	if d := cmp.Diff(missed, unnatural); d != "" {
		t.Errorf("rules that let their secret through (-got +want):\n%s", d)
	}
}
