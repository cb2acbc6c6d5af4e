package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/config"
)

func TestACommandLineThatCannotBeUnderstoodGetsOneLineAndCode2(t *testing.T) {
	cases := map[string]struct {
		args  []string
		names string
	}{
		"no command":                          {nil, "search"},
		"only flags":                          {[]string{"--json"}, "search"},
		"an unknown command":                  {[]string{"serach", "x"}, `"serach"`},
		"an unknown flag":                     {[]string{"search", "--bogus", "x"}, "--bogus"},
		"an unknown flag before the command":  {[]string{"--bogus", "search", "x"}, "--bogus"},
		"an unknown flag with a value":        {[]string{"status", "--bogus=1"}, "--bogus"},
		"an unknown letter":                   {[]string{"search", "-z", "x"}, "-z"},
		"a flag of another command":           {[]string{"status", "--limit", "3"}, "--limit"},
		"a flag without its value":            {[]string{"search", "x", "--limit"}, "--limit"},
		"a limit of nothing":                  {[]string{"search", "--limit", "0", "x"}, "--limit"},
		"a limit that is too high":            {[]string{"search", "--limit", "501", "x"}, "--limit"},
		"a limit that is no number":           {[]string{"search", "--limit", "ten", "x"}, "--limit"},
		"an unknown role":                     {[]string{"search", "--role", "tool", "x"}, "--role"},
		"an unknown order":                    {[]string{"search", "--sort", "oldest", "x"}, "--sort"},
		"an unknown scope":                    {[]string{"search", "--scope", "world", "x"}, "--scope"},
		"a scope of nobody":                   {[]string{"search", "--scope", "tree", "x"}, "--of"},
		"a session without a scope":           {[]string{"search", "--of", "agent:main:main", "x"}, "--scope"},
		"a day that does not exist":           {[]string{"search", "--since", "2026-02-30", "x"}, "--since"},
		"a time without a zone":               {[]string{"search", "--until", "2026-02-03T10:00:00", "x"}, "--until"},
		"an end before the beginning":         {[]string{"search", "--since", "2026-07-02", "--until", "2026-07-01", "x"}, "--until"},
		"an empty agent":                      {[]string{"search", "--agent", "", "x"}, "--agent"},
		"an empty state":                      {[]string{"search", "--state=", "x"}, "--state"},
		"an empty library":                    {[]string{"--library", " ", "search", "x"}, "--library"},
		"a switch that is neither on nor off": {[]string{"search", "--json=maybe", "x"}, "--json takes no value"},
		"no words":                            {[]string{"search"}, "search"},
		"blank words":                         {[]string{"search", "--", " ", "\t"}, "search"},
		"show without a key":                  {[]string{"show"}, "session key"},
		"show with two keys":                  {[]string{"show", "a", "b"}, "session key"},
		"a negative number around":            {[]string{"show", "--around", "-1", "a"}, "--around"},
		"help for no command":                 {[]string{"help", "nope"}, `"nope"`},
		"an unknown format":                   {[]string{"show", "--format", "pdf", "a"}, "--format"},
		"words for index":                     {[]string{"index", "all"}, `"all"`},
		"words for status":                    {[]string{"status", "all"}, `"all"`},
		"words for secrets":                   {[]string{"secrets", "all"}, `"all"`},
		"an unknown format of secrets":        {[]string{"secrets", "--format", "pdf"}, "--format"},
		"an empty kind":                       {[]string{"secrets", "--kind", " "}, "--kind"},
		"too many places":                     {[]string{"secrets", "--limit", "10001"}, "--limit"},
		"a file for redact":                   {[]string{"redact", "file"}, `"file"`},
		"a bad value that holds a line break": {[]string{"search", "--limit", "1\n2\x1b[2J", "x"}, "--limit"},
	}
	s := newStage(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := s.run(c.args...)
			if got.code != 2 || got.out != "" {
				t.Errorf("code %d, printed %q", got.code, got.out)
			}
			if strings.Count(got.err, "\n") != 1 || !strings.HasSuffix(got.err, "\n") || !strings.HasPrefix(got.err, "wordwake") {
				t.Errorf("said %q", got.err)
			}
			if !strings.Contains(got.err, c.names) {
				t.Errorf("%q does not name %s", got.err, c.names)
			}
			if strings.ContainsRune(got.err, 0x1b) {
				t.Errorf("%q holds a control sequence", got.err)
			}
		})
	}
}

func TestTheNameOfTheCommandComesFirst(t *testing.T) {
	cases := map[string]struct{ args, want []string }{
		"no flags":                         {[]string{"search", "a"}, []string{"search", "a"}},
		"a switch before":                  {[]string{"--json", "search", "a"}, []string{"search", "--json", "a"}},
		"a value before":                   {[]string{"--state", "search", "search", "a"}, []string{"search", "--state", "search", "a"}},
		"a value in the flag":              {[]string{"--state=x", "search", "a"}, []string{"search", "--state=x", "a"}},
		"a flag of the command before":     {[]string{"--archived", "--limit", "3", "search", "a"}, []string{"search", "--archived", "--limit", "3", "a"}},
		"words after two dashes stay":      {[]string{"search", "--", "--json"}, []string{"search", "--", "--json"}},
		"only what cannot name a command":  {[]string{"--", "search"}, []string{"--", "search"}},
		"only flags":                       {[]string{"--help"}, []string{"--help"}},
		"what a shell asks for completion": {[]string{"__complete", "se"}, []string{"__complete", "se"}},
	}
	for name, c := range cases {
		got, err := commandFirst(newRoot(world{build: Build{Name: "wordwake"}}), slices.Clone(c.args))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWhatOpensTheWindow(t *testing.T) {
	cases := map[string]struct {
		args   []string
		want   config.Folders
		window bool
	}{
		"nothing":                  {nil, config.Folders{}, true},
		"a state and a library":    {[]string{"--state", "a", "--library=b", "--state", "c"}, config.Folders{States: []string{"a", "c"}, Library: "b"}, true},
		"a double click on a Mac":  {[]string{"-psn_0_12345"}, config.Folders{}, true},
		"a command":                {[]string{"search", "x"}, config.Folders{}, false},
		"a command after a flag":   {[]string{"--state", "a", "status"}, config.Folders{}, false},
		"a flag of commands":       {[]string{"--json"}, config.Folders{}, false},
		"help":                     {[]string{"--help"}, config.Folders{}, false},
		"the letter for help":      {[]string{"-h"}, config.Folders{}, false},
		"an unknown word":          {[]string{"x"}, config.Folders{}, false},
		"a flag without its value": {[]string{"--state"}, config.Folders{}, false},
	}
	for name, c := range cases {
		got, window := Window(c.args)
		if window != c.window {
			t.Errorf("%s: window %v", name, window)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestHelpIsPrintedAndIsNoError(t *testing.T) {
	s := newStage(t)
	for _, args := range [][]string{{"--help"}, {"help"}, {"search", "--help"}, {"help", "search"}, {"-h"}} {
		got := s.run(args...)
		if got.code != 0 || got.err != "" || !strings.Contains(got.out, "Usage:") {
			t.Errorf("%v: code %d, said %q", args, got.code, got.err)
		}
	}
}

func TestVersion(t *testing.T) {
	s := newStage(t)
	if got := s.run("version"); got.code != 0 || !strings.HasPrefix(got.out, "wordwake 1.2.3, go1.") {
		t.Errorf("got %+v", got)
	}
	if got := s.run("version", "--json"); got.code != 0 || !strings.HasPrefix(got.out, `{"version":"1.2.3",`) {
		t.Errorf("got %+v", got)
	}
}

func TestAShellIsToldTheWordsOfAFlag(t *testing.T) {
	s := newStage(t)
	got := s.run("__complete", "search", "--sort", "")
	if got.code != 0 || !strings.HasPrefix(got.out, "newest\nbest\n:4\n") {
		t.Errorf("got %+v", got)
	}
}

func TestWhatIsTypedWrongIsNotToldWithItsSecret(t *testing.T) {
	leak := planted("ghp¦_aB3¦caB3¦daB3¦eaB3¦faB3¦gaB3¦haB3¦iaB3¦jaB3")
	for _, args := range [][]string{
		{"search", "--since", leak, "tide"},
		{"search", "--limit", leak, "tide"},
		{"tool", "--as", "main", "sessions_" + leak, "{}"},
		{"tool", "--as", "main", "--visibility", leak, "sessions_list", "{}"},
		{leak},
	} {
		got := newStage(t).run(args...)
		if got.code != 2 || got.err == "" || strings.Contains(got.err+got.out, leak[8:16]) || len(got.err) > 9000 {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := newStage(t).run("search", "--since", strings.Repeat("x", 100_000)); len(got.err) > 9000 {
		t.Errorf("%d bytes are told", len(got.err))
	}
}
