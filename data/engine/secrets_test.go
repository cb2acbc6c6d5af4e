package engine_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
)

// hashing stands for the redactor with a key: of "tok-abcdef" it leaves "tok-a…f", and of "pass-…" nothing but stars.
type hashing struct{ masking }

var tokens = regexp.MustCompile(`(tok|pass)-[a-z0-9]{4,}`)

func (hashing) Redact(text string) (string, []data.Hidden) {
	var b strings.Builder
	var hidden []data.Hidden
	last := 0
	for _, at := range tokens.FindAllStringIndex(text, -1) {
		token := text[at[0]:at[1]]
		b.WriteString(text[last:at[0]])
		h := data.Hidden{Kind: "password"}
		h.Start = b.Len()
		if strings.HasPrefix(token, "tok-") {
			sum := fnv.New64a()
			_, _ = sum.Write([]byte(token))
			h.Kind, h.Hash = "token", sum.Sum64()
			b.WriteString(token[:5] + "…" + token[len(token)-1:])
		} else {
			b.WriteString("***")
		}
		h.End = b.Len()
		hidden = append(hidden, h)
		last = at[1]
	}
	b.WriteString(text[last:])
	return b.String(), hidden
}

// leaked holds two tokens that have the same mask, a third one, and passwords.
func leaked(t testing.TB) library {
	l := openWith(t, hashing{})
	s := session("main", "main", 0)
	l.put(t, s, say(s, "use tok-a111z for the ferry", "no, tok-a222z", "thanks", "and tok-a111z again, pass-word"))
	s = session("work", "cron", 1)
	s.Kind = data.KindCron
	l.put(t, s, say(s, "the tide", "pass-word and pass-word, tok-b333y", "tok-a…z is how it looks"))
	return l
}

func TestAPastedTokenFindsTheMessagesThatHeldExactlyIt(t *testing.T) {
	l := leaked(t)
	all := data.Include{Automated: true}
	for _, c := range []struct {
		name string
		q    data.Query
		want string
	}{
		{"one of two with the same mask", data.Query{Text: "tok-a111z", Hashed: true}, "main-3 main-0"},
		{"the other", data.Query{Text: "tok-a222z", Hashed: true}, "main-1"},
		{"within what was copied around it", data.Query{Text: `"tok-a222z",`, Hashed: true}, "main-1"},
		{"with a word", data.Query{Text: "ferry tok-a111z", Hashed: true}, "main-0"},
		{"with a word that is not beside it", data.Query{Text: "ferry tok-a222z", Hashed: true}, ""},
		{"two tokens, of which no message held both", data.Query{Text: "tok-a111z tok-a222z", Hashed: true}, ""},
		{"one that nobody knows, by the words of its mask", data.Query{Text: "tok-a999z", Hashed: true, Include: all}, "cron-2 main-3 main-1 main-0"},
		{"one that is known but filtered away", data.Query{Text: "tok-b333y", Hashed: true}, ""},
		{"a password, which has no hash", data.Query{Text: "pass-word", Hashed: true}, ""},
		{"a password beside a word", data.Query{Text: "ferry pass-word", Hashed: true}, "main-0"},
		{"a right guess of a password beside a word, of anyone but the owner", data.Query{Text: "ferry pass-word"}, ""},
		{"a wrong one", data.Query{Text: "ferry pass-sword"}, ""},
		{"by the words of its mask for anyone but the owner", data.Query{Text: "tok-a111z"}, "main-3 main-1 main-0"},
		{"a guess of anyone but the owner finds what any guess finds", data.Query{Text: "tok-a777z"}, "main-3 main-1 main-0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			results := l.search(t, c.q)
			if got := strings.Join(slices.Concat(ids(results)...), " "); got != c.want {
				t.Errorf("got %q", got)
			}
			results.Elapsed = 0 // any digits
			if strings.Contains(fmt.Sprint(results), "111") || strings.Contains(fmt.Sprint(results), "222") {
				t.Errorf("a token comes back: %+v", results)
			}
		})
	}
}

func TestTheExcerptOfAPastedTokenShowsItsMask(t *testing.T) {
	l := openWith(t, hashing{})
	s := session("main", "main", 0)
	l.put(t, s, say(s, strings.Repeat("water ", 500)+"tok-a111z"+strings.Repeat(" water", 500)))
	for _, q := range []data.Query{{Text: "tok-a111z", Hashed: true}, {Hidden: true}} {
		e := l.search(t, q).Groups[0].Hits[0].Excerpt
		if len(e.Hidden) != 1 || e.Text[e.Hidden[0].Start:e.Hidden[0].End] != "tok-a…z" || len(e.Marks) > 0 {
			t.Errorf("%+v: excerpt %+v", q, e)
		}
	}
}

func TestOnlyMessagesWithHiddenPartsAreSearchedOnRequest(t *testing.T) {
	l := leaked(t)
	all := data.Include{Automated: true}
	for _, c := range []struct {
		name string
		q    data.Query
		want string
	}{
		{"all that are shown", data.Query{Hidden: true}, "main-3 main-1 main-0"},
		{"blanks are no words", data.Query{Hidden: true, Text: " \n"}, "main-3 main-1 main-0"},
		{"automated ones, too", data.Query{Hidden: true, Include: all}, "cron-1 main-3 main-1 main-0"},
		{"with a word", data.Query{Hidden: true, Text: "ferry"}, "main-0"},
		{"with a word that no such message has", data.Query{Hidden: true, Text: "thanks"}, ""},
		{"with what holds nothing to search", data.Query{Hidden: true, Text: "!?"}, ""},
		{"of one agent", data.Query{Hidden: true, Include: all, Agents: []string{"work"}}, "cron-1"},
		{"in the scope of a session", data.Query{Hidden: true, Scope: data.Scope{Mode: data.ScopeSelf, Of: "agent:work:main"}}, ""},
		{"best first", data.Query{Hidden: true, Order: data.OrderBest}, "main-3 main-1 main-0"},
		{"nothing asked", data.Query{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			results := l.search(t, c.q)
			got := slices.Concat(ids(results)...)
			if strings.Join(got, " ") != c.want || results.Total != len(got) {
				t.Errorf("got %q, total %d", got, results.Total)
			}
		})
	}
	if hidden := l.search(t, data.Query{Hidden: true}).Hidden; hidden.Automated != 1 {
		t.Errorf("left out %+v", hidden)
	}
}

// line tells a place in short.
func line(p data.SecretPlace) string {
	return fmt.Sprintf("%s in %s: %d in %d, %s, newest %s", p.Kind, p.Session.Key, p.Parts, p.Messages, strings.Join(p.Masks, " "), p.Newest.ID)
}

func secrets(t testing.TB, l library, r data.SecretsRequest) data.Secrets {
	t.Helper()
	found, err := l.Secrets(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSecretsAreListedByKindAndSession(t *testing.T) {
	l := leaked(t)
	password := "password in agent:work:cron: 2 in 1, ***, newest cron-1"
	token := "token in agent:work:cron: 1 in 1, tok-b…y, newest cron-1"
	mine := "token in agent:main:main: 3 in 3, tok-a…z, newest main-3"
	word := "password in agent:main:main: 1 in 1, ***, newest main-3"
	for _, c := range []struct {
		name    string
		r       data.SecretsRequest
		kinds   []data.SecretKind
		places  []string
		limited bool
	}{
		{
			"all",
			data.SecretsRequest{},
			[]data.SecretKind{{Kind: "password", Parts: 3, Messages: 2, Sessions: 2}, {Kind: "token", Parts: 4, Messages: 4, Sessions: 2}},
			[]string{password, token, mine, word},
			false,
		},
		{"of one kind", data.SecretsRequest{Kinds: []string{"password"}}, []data.SecretKind{{Kind: "password", Parts: 3, Messages: 2, Sessions: 2}}, []string{password, word}, false},
		{"of one agent", data.SecretsRequest{Agents: []string{"main"}, Kinds: []string{"token"}}, []data.SecretKind{{Kind: "token", Parts: 3, Messages: 3, Sessions: 1}}, []string{mine}, false},
		{"of no store", data.SecretsRequest{Stores: []string{}}, nil, nil, false},
		{
			"no more than wanted, but counted",
			data.SecretsRequest{Limit: 1},
			[]data.SecretKind{{Kind: "password", Parts: 3, Messages: 2, Sessions: 2}, {Kind: "token", Parts: 4, Messages: 4, Sessions: 2}},
			[]string{password},
			true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := secrets(t, l, c.r)
			var places []string
			for _, p := range found.Places {
				places = append(places, line(p))
			}
			if diff := cmp.Diff(c.places, places); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.kinds, found.Kinds, cmpopts.EquateEmpty()); diff != "" || found.Limited != c.limited {
				t.Errorf("limited %v, %s", found.Limited, diff)
			}
		})
	}
	place := secrets(t, l, data.SecretsRequest{Agents: []string{"main"}, Kinds: []string{"token"}}).Places[0]
	if !place.First.Equal(morning) || !place.Last.Equal(morning.Add(3*time.Minute)) || place.Newest.Text != "" || place.Session.Title == "" {
		t.Errorf("place %+v", place)
	}
}

func TestFewMasksOfAPlaceAreTold(t *testing.T) {
	l := openWith(t, hashing{})
	s := session("main", "main", 0)
	var texts []string
	for i := range 9 {
		texts = append(texts, fmt.Sprintf("tok-%dfill%d", i, i))
	}
	l.put(t, s, say(s, texts...))
	if got := secrets(t, l, data.SecretsRequest{}).Places[0].Masks; strings.Join(got, " ") != "tok-8…8 tok-7…7 tok-6…6 tok-5…5 tok-4…4" {
		t.Errorf("masks %q", got)
	}
}

func TestListingSecretsCanBeGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := leaked(t).Secrets(ctx, data.SecretsRequest{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
