//go:build ignore

// Command gen reads the rules of gitleaks, which are under the MIT licence, and writes vendordata.go, the table of those that this
// package follows, and testdata/vendor-samples.json, a made-up secret for each of all. Run it when gitleaks has new rules:
//
//	GITLEAKS_RULES=PATH/TO/config/gitleaks.toml go generate ./data/redact
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"log"
	"math/rand/v2"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// source is a rule as gitleaks has it.
type source struct {
	ID          string
	Regex       string
	Path        string
	SecretGroup int
	Keywords    []string
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run gen.go PATH/TO/config/gitleaks.toml")
	}
	if err := generate(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func generate(path string) error {
	var config struct{ Rules []source }
	if _, err := toml.DecodeFile(path, &config); err != nil {
		return fmt.Errorf("read the rules: %w", err)
	}
	g := generator{random: rand.New(rand.NewPCG(8, 30))}
	for _, s := range config.Rules {
		if err := g.take(s); err != nil {
			return fmt.Errorf("rule %s: %w", s.ID, err)
		}
	}
	return errors.Join(g.writeTable(), g.writeSamples())
}

// ours are rules that a scanner of the package does, why in words.
var ours = map[string]string{
	"airtable-personnal-access-token": "a prefix of our own",
	"azure-ad-client-secret":          "scanAzure",
	"curl-auth-header":                "scanAuthorization and scanKey",
	"curl-auth-user":                  "scanUserFlag",
	"facebook-access-token":           "scanDigitBar",
	"hashicorp-tf-api-token":          "scanSuffixed",
	"hashicorp-tf-password":           "scanKey",
	"jwt":                             "scanJWT",
	"kubernetes-secret-yaml":          "scanKubernetes",
	"maxmind-license-key":             "scanSuffixed",
	"microsoft-teams-webhook":         "scanWebhook",
	"nuget-config-password":           "scanKey",
	"openai-api-key":                  "a prefix of our own",
	"private-key":                     "scanPEM",
	"sidekiq-sensitive-url":           "scanURL",
	"slack-webhook-url":               "scanWebhook",
	"sourcegraph-access-token":        "a prefix of our own",
	"twilio-api-key":                  "a prefix of our own",
	"vault-service-token":             "a prefix of our own",
}

// left are rules that are not followed: they would hide what is no secret, or need more than a text.
var left = map[string]string{
	"asana-client-id":     "a public number",
	"discord-client-id":   "a public number",
	"freemius-secret-key": "needs the name of a file",
	"generic-api-key":     "scanKey does it with fewer mistakes",
	"pkcs12-file":         "needs the name of a file",
}

// The parts of gitleaks' expressions that stand around the name and the value of an assignment.
const (
	beforeName  = `[\w.-]{0,50}?`
	betweenNew  = `(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(`
	between     = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(`
	behind      = "(?:[\\x60'\"\\s;]|\\\\[nr]|$)"
	behindToken = "(?:[\\x60'\"\\s;]|\\\\[nr]|$|\\b)"
)

// entry is a row of a table: the literals at which it is looked for, and the expression of the token or the value.
type entry struct {
	id    string
	lits  []string
	expr  string
	reach int
	edges bool
}

type sample struct {
	ID     string `json:"id"`
	Left   string `json:"left,omitempty"`
	Input  string `json:"input"`
	Secret string `json:"secret"`
}

type generator struct {
	random  *rand.Rand
	named   []entry
	tokens  []entry
	samples []sample
}

func (g *generator) take(s source) error {
	if s.Regex != "" {
		made, err := g.sample(s)
		if err != nil {
			return err
		}
		g.samples = append(g.samples, made)
	}
	if ours[s.ID] != "" || left[s.ID] != "" {
		return nil
	}
	if s.Path != "" || s.Regex == "" || len(s.Keywords) == 0 {
		return errors.New("is neither followed nor listed as left")
	}
	return g.follow(s)
}

// follow puts a rule into one of the two tables.
func (g *generator) follow(s source) error {
	name, value, ok := strings.Cut(s.Regex, between)
	if !ok {
		name, value, ok = strings.Cut(s.Regex, betweenNew)
	}
	if !ok {
		return g.token(s, s.Regex)
	}
	value, rest, ok := strings.Cut(value, ")"+behind)
	if !ok {
		return errors.New("its value has no end that is known")
	}
	if strings.HasPrefix(name, "(?i)") {
		value = "(?i)" + value
	}
	name = strings.NewReplacer(beforeName, "", "(?i)", "", "(?i:", "", "(?-i:", "", `[_-]?`, "", `[_.-]?`, "").Replace(name)
	name = strings.ToLower(name)
	lits := slices.DeleteFunc(slices.Clone(s.Keywords), func(k string) bool {
		return !strings.Contains(name, strings.NewReplacer("-", "", "_", "").Replace(k)) && !strings.Contains(name, k)
	}) // the others are of the value
	if len(lits) == 0 {
		return g.token(s, value)
	}
	g.named = append(g.named, entry{s.ID, lits, value, maxLen(parse(value)), false})
	if alternative := strings.TrimPrefix(rest, "|"); alternative != "" {
		return g.token(s, alternative)
	}
	return nil
}

// token puts a rule into the table of tokens that begin with one of the rule's literals.
func (g *generator) token(s source, expr string) error {
	e := entry{id: s.ID, reach: maxLen(parse(expr))}
	for _, end := range []string{behind, behindToken, `(?:[^\w-]|\z)`, `(?:[^a-zA-Z0-9+/]|\z)`, `\b`} {
		expr = strings.TrimSuffix(expr, end)
	}
	expr = strings.TrimPrefix(expr, "(?i)")
	e.expr = strings.TrimPrefix(expr, `\b`)
	e.edges = e.expr != expr
	if strings.HasPrefix(s.Regex, "(?i)") {
		e.expr = "(?i)" + e.expr
	}
	for range 64 {
		made := strings.ToLower(g.invent(parse(e.expr)))
		n := slices.IndexFunc(s.Keywords, func(k string) bool { return strings.HasPrefix(made, k) })
		if n < 0 {
			return fmt.Errorf("a token such as %.8s... does not begin with a keyword", made)
		}
		e.lits = append(e.lits, s.Keywords[n])
	}
	slices.Sort(e.lits)
	e.lits = slices.Compact(e.lits)
	g.tokens = append(g.tokens, e)
	return nil
}

func parse(expr string) *syntax.Regexp {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		log.Fatalf("%s: %v", expr, err)
	}
	return re
}

// maxReach is how much of a text an expression without a bound of its own is given. The package knows it as openReach.
const maxReach = 512

// maxLen gives the length of the longest match, at most maxReach.
func maxLen(re *syntax.Regexp) int {
	n := 0
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 1
	case syntax.OpStar, syntax.OpPlus:
		n = maxReach
	case syntax.OpRepeat:
		n = maxReach
		if re.Max >= 0 {
			n = re.Max * maxLen(re.Sub[0])
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			n = max(n, maxLen(sub))
		}
	default:
		for _, sub := range re.Sub {
			n += maxLen(sub)
		}
	}
	return min(n, maxReach)
}

// invent gives a random match.
func (g *generator) invent(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(g.member(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "."
	case syntax.OpStar:
		return g.repeat(re, 0, 3)
	case syntax.OpPlus:
		return g.repeat(re, 8, 12)
	case syntax.OpQuest:
		return g.repeat(re, 0, 1)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 || most > re.Min+12 {
			most = re.Min + 12
		}
		return g.repeat(re, re.Min, most)
	case syntax.OpAlternate:
		return g.invent(re.Sub[g.random.IntN(len(re.Sub))])
	}
	var b strings.Builder
	for _, sub := range re.Sub {
		b.WriteString(g.invent(sub))
	}
	return b.String()
}

func (g *generator) repeat(re *syntax.Regexp, least, most int) string {
	sub := re.Sub[0]
	if sub.Op == syntax.OpAnyChar || sub.Op == syntax.OpAnyCharNotNL {
		sub = parse("[a-zA-Z0-9]") // a single dot is mostly meant as one
	}
	var b strings.Builder
	for range least + g.random.IntN(most-least+1) {
		b.WriteString(g.invent(sub))
	}
	return b.String()
}

// member picks a printable ASCII character of a class.
func (g *generator) member(ranges []rune) rune {
	var all []rune
	for i := 0; i < len(ranges); i += 2 {
		for r := max(ranges[i], ' '); r <= min(ranges[i+1], '~'); r++ {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return ranges[0]
	}
	return all[g.random.IntN(len(all))]
}

// sample invents a text in which the rule finds a secret that has a digit, or if need be capitals, as nearly all have.
func (g *generator) sample(s source) (sample, error) {
	re, err := regexp.Compile(s.Regex)
	if err != nil {
		return sample{}, err
	}
	tree := parse(s.Regex)
	for try := range 1000 {
		text := "note " + g.invent(tree) + " end"
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		secret := m[0]
		if s.SecretGroup > 0 {
			secret = m[s.SecretGroup]
		} else if n := slices.IndexFunc(m[1:], func(part string) bool { return part != "" }); n >= 0 {
			secret = m[1+n]
		}
		if !strings.ContainsAny(secret, "0123456789") && (try < 500 || strings.ToLower(secret) == secret) {
			continue
		}
		return sample{s.ID, left[s.ID], armour(text), armour(secret)}, nil
	}
	return sample{}, errors.New("no secret could be invented")
}

// armour breaks a secret up, so that no scanner takes it for a real one.
func armour(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i%4 == 0 {
			b.WriteString("¦")
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (g *generator) writeTable() error {
	var b bytes.Buffer
	b.WriteString("// Code generated by gen.go from the rules of gitleaks; DO NOT EDIT.\n//\n")
	b.WriteString("// gitleaks: MIT licence, copyright (c) 2019 Zachary Rice.\n\npackage redact\n\n")
	b.WriteString("// vendorTokens are tokens that begin with one of the literals.\nvar vendorTokens = []vendorToken{\n")
	for _, e := range g.tokens {
		fmt.Fprintf(&b, "{%q, %s, %s, %d, %t},\n", e.id, list(e.lits), inPieces(e.expr), e.reach, e.edges)
	}
	b.WriteString("}\n\n// vendorValues are values that are assigned to a name with one of the literals in it.\n")
	b.WriteString("var vendorValues = []vendorValue{\n")
	for _, e := range g.named {
		fmt.Fprintf(&b, "{%q, %s, %q, %d},\n", e.id, list(e.lits), e.expr, e.reach)
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		return fmt.Errorf("format the table: %w", err)
	}
	return os.WriteFile("vendordata.go", text, 0o644)
}

// inPieces quotes an expression, in two pieces if a scanner would find a secret in the expression itself.
func inPieces(expr string) string {
	if regexp.MustCompile(expr).MatchString(expr) {
		return fmt.Sprintf("%q + %q", expr[:len(expr)/2], expr[len(expr)/2:])
	}
	return fmt.Sprintf("%q", expr)
}

func list(lits []string) string {
	quoted := make([]string, len(lits))
	for i, l := range lits {
		quoted[i] = fmt.Sprintf("%q", l)
	}
	return "[]string{" + strings.Join(quoted, ", ") + "}"
}

func (g *generator) writeSamples() error {
	text, err := json.MarshalIndent(g.samples, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile("testdata/vendor-samples.json", append(text, '\n'), 0o644)
}
