package transcript

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

func FuzzDecode(f *testing.F) {
	for name := range vectors(f) {
		for _, line := range lines(f, name) {
			f.Add(line)
		}
	}
	for _, odd := range []string{``, `null`, `[]`, `"x"`, `{`, `{"id":"\ud800"}`, `{"id":" ","parentId":7}`, `{"type":"message","message":{"role":"user","content":[{"type":"text","text":"\u0000"},5,null]}}`, "{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"\xff\"}}"} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		event, err := Decode(7, raw)
		if (err == nil) != json.Valid(raw) {
			t.Fatalf("Decode says %v of JSON that is valid: %v", err, json.Valid(raw))
		}
		m, ok := event.Message("S", 1)
		if ok && (blank(m.Text) || blank(m.ID) || m.Role == data.RoleAny || !utf8.ValidString(m.Text) || m.At.IsZero()) {
			t.Fatalf("not a message: %+v", m)
		}
		if !bytes.Equal(before, raw) {
			t.Fatal("the input was changed")
		}
		compareMembers(t, raw)
	})
}

// compareMembers holds Members against encoding/json, which knows the same names and the same values.
func compareMembers(t *testing.T, raw []byte) {
	t.Helper()
	var want map[string]json.RawMessage
	if json.Unmarshal(raw, &want) != nil {
		return
	}
	got := map[string]string{}
	Members(raw, func(key string, value []byte) { got[key] = string(value) })
	if len(got) != len(want) {
		t.Fatalf("%d members, want %d", len(got), len(want))
	}
	for key, value := range want {
		if got[key] != string(value) {
			t.Fatalf("member %q is %q, want %q", key, got[key], value)
		}
	}
}

func FuzzResolve(f *testing.F) {
	for name := range vectors(f) {
		f.Add(bytes.Join(lines(f, name), []byte("\n")))
	}
	for seed := range uint64(300) {
		var file []byte
		for _, event := range datatest.Tangle(rand.New(rand.NewPCG(seed, 6)), 60) {
			file = append(append(file, event...), '\n')
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		var entries []Entry
		known := map[string]bool{}
		for i, line := range bytes.Split(file, []byte("\n")) {
			if event, err := Decode(int64(i), line); err == nil {
				entries = append(entries, event.Entry)
				known[event.ID] = true
			}
		}
		branch := Resolve(entries)
		if diff := cmp.Diff(plainResolve(entries), branch, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-plain +numbered):\n%s", diff)
		}
		seen := map[int]bool{}
		for _, i := range branch.Active {
			if i < 0 || i >= len(entries) || seen[i] || entries[i].Header() {
				t.Fatalf("the branch is %v of %d entries", branch.Active, len(entries))
			}
			seen[i] = true
		}
		for _, id := range []string{branch.Leaf, branch.Append} {
			if id != "" && !known[id] {
				t.Fatalf("unknown id %q", id)
			}
		}
	})
}

func FuzzTitle(f *testing.F) {
	for _, c := range titleCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		title := TitleFromFirst(text)
		if utf8.RuneCountInString(title) > data.TitleRunes || strings.ContainsAny(title, "\n\t\r") {
			t.Fatalf("title %q", title)
		}
	})
}
