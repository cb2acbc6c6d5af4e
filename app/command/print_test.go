package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// odd is an answer with everything that an answer can hold, and with text that tries to steer the terminal.
func odd() data.Results {
	at := time.Date(2026, 7, 14, 19, 4, 0, 123e6, time.UTC)
	store := data.Store{Agent: "main", Path: "/home/anna/.openclaw/agents/main/agent/openclaw-agent.sqlite", Kind: data.StoreOpenClaw}
	session := data.Session{
		Store: store, Key: "agent:main:main", ID: "s-1", Agent: "main", Title: "Fix the \x1b[31mnightly\nbackup", Kind: data.KindMain,
		UpdatedAt: at.Add(22 * time.Minute),
	}
	other := data.Session{Store: store, Key: "agent:main:日本", ID: "s-2", Agent: "main", Title: "京都の週末", Kind: data.KindCustom}
	return data.Results{
		Query: "backup", Words: []string{"backup"}, Total: 25, Limited: true, Indexing: true, Elapsed: 3249 * time.Microsecond,
		Hidden: data.HiddenKinds{Automated: 4, Subagent: 1, Rewound: 2}, Dropped: []string{"!!"},
		Faults: []data.StoreStatus{{
			Store: data.Store{Agent: "work", Path: "/home/anna/.openclaw/agents/work"}, State: data.StoreBusy, Detail: "OpenClaw is busy.\x1b[2J",
		}},
		Groups: []data.Group{
			{Session: session, More: 22, Hits: []data.Hit{
				{MessageID: "m-1", SessionID: "s-1", Role: data.RoleUser, At: at, Excerpt: data.Excerpt{
					Text: "can you make the backup job\nskip \u009b2J node_modules", Marks: []data.Span{{Start: 17, End: 23}},
				}},
				{MessageID: "m-2", SessionID: "s-1", Role: data.RoleAssistant, At: at.Add(time.Minute), Score: 1.5, Rewound: true, Excerpt: data.Excerpt{
					Text: "Token used: ghp_Ti…am12 <b>", Hidden: []data.Hidden{{Span: data.Span{Start: 12, End: 25}, Kind: "token"}},
				}},
			}},
			{Session: other, Hits: []data.Hit{{MessageID: "m-3", SessionID: "s-2", Role: data.RoleUser, At: at, Excerpt: data.Excerpt{Text: "Backup"}}}},
		},
	}
}

func page() data.Page {
	r := odd()
	at := r.Groups[0].Hits[0].At
	s := r.Groups[0].Session
	s.StartedAt = at.Add(-23 * time.Minute)
	return data.Page{
		Session: s, Before: 40, After: 1,
		Windows: []data.Window{{ID: "s-0", StartedAt: s.StartedAt, Superseded: true}, {ID: "s-1", StartedAt: at}},
		Messages: []data.Message{
			{ID: "m-1", Session: "s-0", Role: data.RoleUser, At: at, Text: "one\n\n\ttwo \x1b[2J\r\n", Rewound: true},
			{ID: "m-2", Session: "s-1", Role: data.RoleAssistant, At: at.Add(time.Minute), Text: "# Done\nTo***", Hidden: []data.Hidden{{Span: data.Span{Start: 9, End: 12}, Kind: "password"}}},
			{ID: "m-3", Session: "s-1", Role: data.RoleAssistant, Text: ""},
		},
	}
}

func printed(t *testing.T, terminal bool, env map[string]string, print func(world) error) string {
	t.Helper()
	var out bytes.Buffer
	w := world{
		build: Build{Name: "wordwake", Version: "1.2.3"}, stdout: &out, stderr: &out, outTerminal: terminal, local: zone,
		getenv: func(name string) string { return env[name] },
	}
	if err := print(w); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func indented(t *testing.T, value any) string {
	t.Helper()
	var line, b bytes.Buffer
	if err := writeJSON(&line, value); err != nil {
		t.Fatal(err)
	}
	if strings.Count(line.String(), "\n") != 1 {
		t.Errorf("more than one line")
	}
	if err := json.Indent(&b, line.Bytes(), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatASearchPrints(t *testing.T) {
	results := func(w world) error { return w.printResults(odd()) }
	piped := printed(t, false, nil, results)
	golden(t, "search.txt", piped)
	golden(t, "search.json", indented(t, newSearchJSON(odd())))
	golden(t, "search-empty.json", indented(t, newSearchJSON(data.Results{Query: "x"})))
	coloured := printed(t, true, nil, results)
	golden(t, "search-terminal.txt", strings.ReplaceAll(coloured, "\x1b", "ESC"))
	for name, env := range map[string]map[string]string{"NO_COLOR": {"NO_COLOR": "1"}, "a terminal without colours": {"TERM": "dumb"}} {
		if got := printed(t, true, env, results); got != piped {
			t.Errorf("%s: got %q", name, got)
		}
	}
	stripped := coloured
	for _, code := range []string{colours.strong, colours.mark, colours.faint, colours.off} {
		stripped = strings.ReplaceAll(stripped, code, "")
	}
	if stripped != piped {
		t.Error("on a terminal more differs than the colours")
	}
}

func TestWhatASearchSaysBesides(t *testing.T) {
	r := odd()
	golden(t, "notes.txt", printed(t, false, nil, func(w world) error {
		pending := &asker{outcome: reconcile.Outcome{Pending: 3}}
		w.notes(&common{}, pending, r.Faults, true)
		w.notes(&common{}, &asker{elsewhere: true}, nil, true)
		w.notes(&common{}, &asker{}, nil, true)
		w.notes(&common{}, &asker{}, nil, false)
		w.notes(&common{quiet: true}, pending, r.Faults, true)
		return nil
	}))
}

// pieces has the messages of a page come one by one.
func pieces(page data.Page) (data.Page, func() ([]data.Message, error)) {
	all := page.Messages
	page.Messages = all[:min(1, len(all))]
	at := len(page.Messages)
	return page, func() ([]data.Message, error) {
		if at == len(all) {
			return nil, nil
		}
		at++
		return all[at-1 : at], nil
	}
}

func TestWhatShowPrints(t *testing.T) {
	golden(t, "show.txt", printed(t, false, nil, func(w world) error { return w.printPage(pieces(page())) }))
	golden(t, "show.md", printed(t, false, nil, func(w world) error { return w.printMarkdown(pieces(page())) }))
	for name, shown := range map[string]data.Page{"show.json": page(), "show-empty.json": {}} {
		text := printed(t, false, nil, func(w world) error { return w.printShowJSON(pieces(shown)) })
		golden(t, name, indented(t, json.RawMessage(text)))
	}
}

func TestWhatStatusPrints(t *testing.T) {
	r := odd()
	status := data.Status{
		Library: data.LibraryStatus{
			Path: "/home/anna/.local/share/wordwake/library", Bytes: 12_900_000, Schema: 1, Rules: 1, Sessions: 412, Messages: 18204,
			Aside: "/home/anna/.local/share/wordwake/library/foreign", Open: true,
		},
		Pending: 3, RuleProblems: []string{"Pattern 3 cannot be run."},
		Stores: []data.StoreStatus{
			{Store: r.Groups[0].Session.Store, State: data.StoreReady, Generation: 23, Sessions: 214, Messages: 11800, Indexed: 211, Unreadable: 2},
			r.Faults[0],
		},
	}
	golden(t, "status.txt", printed(t, false, nil, func(w world) error { return w.printStatus(status, nil) }))
	golden(t, "status.json", indented(t, newStatusJSON(Build{Version: "1.2.3"}, status)))
	golden(t, "status-nothing.txt", printed(t, false, nil, func(w world) error {
		return w.printStatus(data.Status{Library: data.LibraryStatus{Path: "/library"}}, []string{"/home/anna/.openclaw"})
	}))
	golden(t, "status-nothing.json", indented(t, newStatusJSON(Build{Version: "1.2.3"}, data.Status{})))
}

func TestProgressOnATerminalIsOneLineThatVanishes(t *testing.T) {
	var out bytes.Buffer
	w := world{stderr: &out, errTerminal: true}
	bar := w.progress(&common{}, true)
	bar.last = time.Now().Add(-time.Minute)
	bar.show(data.Progress{Running: true, Done: 63, Total: 412, Messages: 1234})
	bar.show(data.Progress{Running: true, Done: 64, Total: 412, Messages: 1235}) // too soon
	bar.end()
	bar.show(data.Progress{Running: true, Done: 65, Total: 412})
	want := "\r\x1b[KIndexing: 63 of 412 sessions, 1,234 messages.\r\x1b[K"
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestProgressInALogIsALineNowAndThen(t *testing.T) {
	var out bytes.Buffer
	w := world{stderr: &out}
	bar := w.progress(&common{}, true)
	bar.show(data.Progress{Running: true, Done: 1, Total: 412}) // too soon
	for _, p := range []data.Progress{{Running: true}, {Running: true, Elsewhere: true}, {}} {
		bar.last = time.Now().Add(-time.Minute)
		bar.show(p)
	}
	bar.end()
	w.progress(&common{quiet: true}, true).show(data.Progress{Running: true})
	want := "Indexing: listing sessions.\nWaiting: another process is bringing the index up to date.\n"
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
}
