package bench

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data/redact"
)

// The excerpts of public text on which false alarms are counted, and how many of a file are taken.
const (
	publicExcerpts = 10_000
	publicRunes    = 300
	publicOfFile   = 4
)

// BenchmarkFalseAlarms tells how many of 10,000 excerpts of documentation and source text are changed, in thousandths. The text is that
// of the Go modules on this computer, so that the figure differs a little from one to the next. WORDWAKE_ALARMS=1 prints each.
func BenchmarkFalseAlarms(b *testing.B) {
	excerpts := publicText(b)
	if len(excerpts) == 0 {
		b.Log("there is no module cache on this computer, so nothing is measured")
		return
	}
	verbose := os.Getenv("WORDWAKE_ALARMS") != ""
	for b.Loop() {
		alarms := 0
		for _, text := range excerpts {
			out, spans := redact.Redactor{}.Redact(text)
			if out == text && len(spans) == 0 {
				continue
			}
			alarms++
			if verbose {
				fmt.Fprintf(os.Stderr, "%v\n\t%q\n\t%q\n", spans, text, out)
			}
		}
		b.ReportMetric(1000*float64(alarms)/float64(len(excerpts)), "alarms/1000")
		b.ReportMetric(float64(len(excerpts)), "excerpts")
	}
}

// publicText gives excerpts of the documentation and the sources in the module cache, spread evenly over its files.
func publicText(b *testing.B) []string {
	b.Helper()
	files := publicFiles(b)
	step := max(1, len(files)*publicOfFile/publicExcerpts)
	var excerpts []string
	for i := 0; i < len(files) && len(excerpts) < publicExcerpts; i += step {
		raw, err := os.ReadFile(files[i])
		if err != nil {
			b.Fatal(err)
		}
		runes := []rune(string(raw))
		if !utf8.Valid(raw) || len(runes) < publicRunes {
			continue
		}
		for n := range publicOfFile {
			at := n * (len(runes) - publicRunes) / publicOfFile
			excerpts = append(excerpts, string(runes[at:at+publicRunes]))
		}
	}
	return excerpts[:min(len(excerpts), publicExcerpts)]
}

// publicFiles lists the files of the module cache whose text people read.
func publicFiles(b *testing.B) []string {
	b.Helper()
	cache := os.Getenv("GOMODCACHE")
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			b.Fatal(err)
		}
		cache = filepath.Join(home, "go", "pkg", "mod")
	}
	var files []string
	err := filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && os.IsNotExist(err):
			return nil
		case err != nil:
			return err
		case d.IsDir() && (path == filepath.Join(cache, "cache") || d.Name() == "testdata" || strings.Contains(d.Name(), "gitleaks")):
			return filepath.SkipDir
		case slices.Contains([]string{".md", ".go", ".js", ".txt", ".yml", ".sh"}, filepath.Ext(path)) && !strings.HasSuffix(path, "_test.go"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return files
}
