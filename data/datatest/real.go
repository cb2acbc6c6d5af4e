package datatest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Real unpacks one folder of what real releases wrote, such as "2026.8.2/live", and returns its path. Databases lie in it
// as agents/<id>/agent/openclaw-agent.sqlite; what OpenClaw answered on them lies in "expected".
func Real(t testing.TB, folder string) string {
	t.Helper()
	release, _, _ := strings.Cut(folder, "/")
	return unpack(t, "openclaw-"+release+".tar.gz", folder)
}

// Made unpacks one of the small made state directories: "v19" and "v23" (all cases of the branch vectors; in v23 packed rows
// and a cold archive too), "wal-only" (the main file is nearly empty, everything is in the -wal).
func Made(t testing.TB, name string) string {
	t.Helper()
	return unpack(t, "made.tar.gz", name)
}

// packed is a file of an archive.
type packed struct {
	name string
	raw  []byte
}

// archives are read once per test program.
var archives sync.Map

func contents(t testing.TB, archive string) []packed {
	t.Helper()
	if files, known := archives.Load(archive); known {
		return files.([]packed)
	}
	file, err := os.Open(filepath.Join(testdata(t), archive))
	must(t, err)
	defer func() { _ = file.Close() }()
	stream, err := gzip.NewReader(file)
	must(t, err)
	var files []packed
	for entries := tar.NewReader(stream); ; {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		if header.Typeflag != tar.TypeReg {
			continue
		}
		raw, err := io.ReadAll(entries)
		must(t, err)
		files = append(files, packed{strings.TrimPrefix(header.Name, "./"), raw})
	}
	archives.Store(archive, files)
	return files
}

func unpack(t testing.TB, archive, folder string) string {
	t.Helper()
	to, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	found := false
	for _, file := range contents(t, archive) {
		inside, ok := strings.CutPrefix(file.name, folder+"/")
		if !ok {
			continue
		}
		found = true
		raw := file.raw
		if name, ok := strings.CutSuffix(inside, ".sqlite.gz"); ok {
			inside, raw = name+".sqlite", gunzip(t, raw)
		}
		path := filepath.Join(to, filepath.FromSlash(inside))
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, raw, 0o600))
	}
	if !found {
		t.Fatalf("no folder %q in %s", folder, archive)
	}
	return to
}

// testdata finds this package's files from wherever a test of the module runs.
func testdata(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	must(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "data", "datatest", "testdata")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the test does not run inside the module")
		}
		dir = up
	}
}
