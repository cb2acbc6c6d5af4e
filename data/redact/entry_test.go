package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestANameAndAValueOnTwoLinesOfYAMLAreOneSetting(t *testing.T) {
	secret := plain("hunter¦2Qx9¦Lm4T¦z8")
	for _, c := range []struct{ name, in, out string }{
		{"of a container", "env:\n- name: DB_PASSWORD\n  value: @\n- name: A", "env:\n- name: DB_PASSWORD\n  value: ***\n- name: A"},
		{"in quotes", "  - name: \"API_TOKEN\"\r\n    value: \"@\"\r\n", "  - name: \"API_TOKEN\"\r\n    value: \"***\"\r\n"},
		{"with another word for the name", "- key: password\n  value: @", "- key: password\n  value: ***"},
		{"as the lines of a block", "- name: PASSWORD\n  value: |\n    @\n- name: A", "- name: PASSWORD\n  value: |\n    ***\n- name: A"},
		{"fetched from elsewhere", "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: @", "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: @"},
		{"of a variable", "- name: DB_PASSWORD\n  value: $(OTHER)", "- name: DB_PASSWORD\n  value: $(OTHER)"},
		{"behind a word that ends so", "- rename: DB_PASSWORD\n  value: @", "- rename: DB_PASSWORD\n  value: @"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := strings.ReplaceAll(c.in, "@", secret)
			out, _ := Redactor{}.Redact(in)
			if d := cmp.Diff(strings.ReplaceAll(out, secret, "@"), c.out); d != "" {
				t.Errorf("(-got +want):\n%s", d)
			}
			check(t, in)
		})
	}
}
