package command

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/wordwake/wordwake/data"
)

func (w world) printResults(r data.Results) error {
	out := bufio.NewWriter(w.stdout)
	p := w.paint()
	for _, g := range r.Groups {
		w.printGroup(out, p, g)
	}
	fmt.Fprintln(out, line(summary(r)))
	return out.Flush()
}

func (w world) printGroup(out *bufio.Writer, p paint, g data.Group) {
	s := g.Session
	about := strings.Join([]string{s.Agent, w.clock(s.UpdatedAt), string(s.Key)}, " · ")
	fmt.Fprintf(out, "%s  %s\n", p.title(s.Title), p.aside(about))
	for _, h := range g.Hits {
		label := ""
		if h.Rewound {
			label = p.aside("(rewound) ")
		}
		fmt.Fprintf(out, "  %s  %-5s  %s%s\n", w.clock(h.At), roleName(h.Role), label, p.marked(h.Excerpt.Text, h.Excerpt.Marks))
	}
	if g.More > 0 {
		more := "more match"
		fmt.Fprintf(out, "  %s\n", p.aside(counted(g.More, more)+" in this session"))
	}
	fmt.Fprintln(out)
}

// summary is the last line: how many, and what was left out. Without words it is about messages with hidden parts.
func summary(r data.Results) string {
	listed := 0
	for _, g := range r.Groups {
		listed += len(g.Hits)
	}
	parts := []string{}
	switch {
	case listed == 0 && strings.TrimSpace(r.Query) == "":
		parts = append(parts, "No message with a hidden secret. Leave a filter out.")
	case listed == 0 && len(r.Words) == 0 && strings.Contains(r.Query, "***"):
		parts = append(parts, "What you typed is hidden wherever it stands, so that it cannot be searched. Type another word.")
	case listed == 0 && len(r.Words) == 0:
		parts = append(parts, fmt.Sprintf("%q holds nothing to search. Type a word.", r.Query))
	case listed == 0:
		parts = append(parts, fmt.Sprintf("No matches for %q. Check the spelling, use fewer words, or leave a filter out.", r.Query))
	case r.Limited:
		parts = append(parts, fmt.Sprintf("%s of %s listed, in %s. %s",
			grouped(listed), counted(r.Total, "match"), count(len(r.Groups), "session"), howToSeeMore(listed)))
	default:
		parts = append(parts, fmt.Sprintf("%s in %s.", count(listed, "match"), count(len(r.Groups), "session")))
	}
	if len(r.Dropped) > 0 && len(r.Words) > 0 {
		parts = append(parts, fmt.Sprintf("Not searched for, since it holds no letter or digit: %s.", strings.Join(r.Dropped, " ")))
	}
	if r.Ranked > 0 {
		parts = append(parts, fmt.Sprintf("Only the newest %s were ranked.", count(r.Ranked, "match")))
	}
	return strings.Join(append(parts, leftOut(r.Hidden)...), " ")
}

func howToSeeMore(listed int) string {
	if listed < data.MaxSearchLimit {
		return fmt.Sprintf("--limit N lists up to %d.", data.MaxSearchLimit)
	}
	return "Add words or a filter to see others."
}

func leftOut(h data.HiddenKinds) []string {
	var parts []string
	add := func(n int, where, flag string) {
		if n == 0 {
			return
		}
		object := "them"
		if n == 1 {
			object = "it"
		}
		parts = append(parts, fmt.Sprintf("%s %s left out; %s shows %s.", counted(n, "match"), where, flag, object))
	}
	add(h.Automated, "in automated sessions", "--automated")
	add(h.Subagent, "in sessions of sub-agents", "--subagents")
	add(h.Archived, "in archived sessions", "--archived")
	add(h.Rewound, "in what a rewind abandoned", "--rewound")
	return parts
}
