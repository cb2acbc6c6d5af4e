package redact

import "testing"

func TestSecretsOfKubernetesLoseTheirData(t *testing.T) {
	for _, c := range []struct{ name, in, out string }{
		{"data behind the kind", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  user: YWRtaW4=\n  pin: \"MTIz\"\ntype: Opaque\n", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  user: ***\n  pin: \"***\"\ntype: Opaque\n"},
		{"data before it", "data:\n  user: YWRtaW4=\nkind: Secret\n", "data:\n  user: ***\nkind: Secret\n"},
		{"text data, deeper in a list", "items:\n- kind: 'Secret'\n  stringData:\n    user: admin\n  type: Opaque\n", "items:\n- kind: 'Secret'\n  stringData:\n    user: ***\n  type: Opaque\n"},
		{"a block of lines", "kind: Secret\nstringData:\n  conf: |\n    a: b\n    c: d\ntype: Opaque", "kind: Secret\nstringData:\n  conf: |\n    ***\ntype: Opaque"},
		{"JSON", `{"kind": "Secret", "data": {"user": "YWRtaW4=", "pin": "MTIz"}, "type": "Opaque"}`, `{"kind": "Secret", "data": {"user": "***", "pin": "***"}, "type": "Opaque"}`},
		{"JSON that is escaped", `{\"kind\":\"Secret\",\"data\":{\"user\":\"YWRtaW4=\"}}`, `{\"kind\":\"Secret\",\"data\":{\"user\":\"***\"}}`},
		{"not what another document holds", "kind: ConfigMap\ndata:\n  user: admin\n---\nkind: Secret\ndata:\n  user: YWRtaW4=\n---\nkind: ConfigMap\ndata:\n  user: admin\n", "kind: ConfigMap\ndata:\n  user: admin\n---\nkind: Secret\ndata:\n  user: ***\n---\nkind: ConfigMap\ndata:\n  user: admin\n"},
		{"not what only begins so", "kind: SecretStore\ndata:\n  user: admin\n", "kind: SecretStore\ndata:\n  user: admin\n"},
		{"no placeholders", "kind: Secret\ndata:\n  user: {{ .Values.user }}\n", "kind: Secret\ndata:\n  user: {{ .Values.user }}\n"},
	} {
		if out, _ := (Redactor{}).Redact(c.in); out != c.out {
			t.Errorf("%s:\n%q became\n%q, want\n%q", c.name, c.in, out, c.out)
		}
		check(t, c.in)
	}
}
