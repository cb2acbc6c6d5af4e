package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

// What the window shows for the word: a session of the real history of OpenClaw 2026.8.2.
const (
	smokeWord  = "zebra"
	smokeLimit = 60 * time.Second
)

// matchColours are the colours of a match in the light and in the dark theme.
var matchColours = []color.RGBA{{0x8A, 0x3B, 0x00, 0xFF}, {0xFF, 0xC4, 0x6B, 0xFF}}

// TestTheWindowShowsAHitOfARealHistory starts the real program on a display of its own, types a word, and opens the hit. The
// picture of the window stays at build/smoke.png.
func TestTheWindowShowsAHitOfARealHistory(t *testing.T) {
	program := build(t)
	desk := startDisplay(t)
	state := datatest.Real(t, "2026.8.2/live")
	environment := append(desk, "WORDWAKE_STATE="+state, "WORDWAKE_LIBRARY="+t.TempDir())
	must(t, environment, program, "index", "--quiet")
	start(t, environment, program)
	window := firstLine(eventually(t, environment, "xdotool", "search", "--onlyvisible", "--name", "^Wordwake$"))
	must(t, environment, "xdotool", "windowactivate", "--sync", window)
	must(t, environment, "xdotool", "type", "--delay", "60", smokeWord)
	opened := func() bool {
		must(t, environment, "xdotool", "key", "--window", window, "Down", "Return")
		name := must(t, environment, "xdotool", "getwindowname", window)
		return strings.Contains(name, " – Wordwake")
	}
	wait(t, "the conversation of the hit", opened)
	picture := filepath.Join("build", "smoke.png")
	if err := os.MkdirAll("build", 0o755); err != nil {
		t.Fatal(err)
	}
	wait(t, "the match in its colour", func() bool {
		must(t, environment, "import", "-window", window, picture)
		return showsMatch(t, picture)
	})
}

// TestASecondStartBringsTheFirstWindowToTheFront starts the real program twice on one library.
func TestASecondStartBringsTheFirstWindowToTheFront(t *testing.T) {
	program := build(t)
	library := t.TempDir()
	environment := append(startDisplay(t), "WORDWAKE_STATE="+datatest.Real(t, "2026.8.2/live"), "WORDWAKE_LIBRARY="+library)
	start(t, environment, program)
	window := firstLine(eventually(t, environment, "xdotool", "search", "--onlyvisible", "--name", "^Wordwake$"))
	must(t, environment, "xdotool", "windowminimize", "--sync", window)
	wait(t, "the word of the second start", func() bool {
		// While the first window is still being drawn, it may not answer in time.
		out, err := attempt(t.Context(), environment, program)
		return err == nil && strings.Contains(out, "open already")
	})
	wait(t, "the first window in front", func() bool {
		active, err := attempt(t.Context(), environment, "xdotool", "getactivewindow")
		return err == nil && firstLine(active) == window
	})
	quit(t, environment, window)
	wait(t, "the end of its socket", func() bool {
		_, err := os.Lstat(filepath.Join(library, "window.sock"))
		return errors.Is(err, os.ErrNotExist)
	})
}

// quit presses the keys that close a window. That fails if the window is gone before they are let go, so that whoever calls looks
// whether it went.
func quit(t *testing.T, environment []string, window string) {
	t.Helper()
	_, _ = attempt(t.Context(), environment, "xdotool", "key", "--window", window, "ctrl+q")
}

// build makes the program as it is now, without the race detector, which a window in software is too slow for.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "wordwake")
	must(t, nil, "go", "build", "-o", program, ".")
	return program
}

// startDisplay runs a display and a window manager until the test ends, and gives the environment of programs on it.
func startDisplay(t *testing.T) []string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	launch(t, server)
	_ = write.Close()
	number := make([]byte, 16)
	n, err := read.Read(number)
	if err != nil {
		t.Fatalf("the display did not come up: %v", err)
	}
	home := t.TempDir()
	environment := append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(string(number[:n])), "WAYLAND_DISPLAY=", "FYNE_SCALE=1", "HOME="+home,
		"XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	start(t, environment, "openbox")
	return environment
}

func start(t *testing.T, environment []string, name string, arguments ...string) {
	t.Helper()
	command := exec.Command(name, arguments...)
	command.Env = environment
	launch(t, command)
}

// launch runs a program until the test ends. Its words are shown if the test fails.
func launch(t *testing.T, command *exec.Cmd) {
	t.Helper()
	var words bytes.Buffer
	command.Stdout, command.Stderr = &words, &words
	if err := command.Start(); err != nil {
		t.Fatalf("start %s (make test installs what is missing): %v", command.Path, err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Logf("%s said:\n%s", command.Path, words.String())
		}
	})
}

// must runs a program to its end and gives what it printed.
func must(t *testing.T, environment []string, name string, arguments ...string) string {
	t.Helper()
	out, err := attempt(t.Context(), environment, name, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func attempt(ctx context.Context, environment []string, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = environment
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(arguments, " "), err)
	}
	return string(out), nil
}

// eventually repeats a program until it succeeds.
func eventually(t *testing.T, environment []string, name string, arguments ...string) string {
	t.Helper()
	var out string
	wait(t, name, func() (ok bool) {
		var err error
		out, err = attempt(t.Context(), environment, name, arguments...)
		return err == nil
	})
	return out
}

// wait asks until the answer is yes. A real program is watched from outside here, so there is no event to wait for.
func wait(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for deadline := time.Now().Add(smokeLimit); time.Now().Before(deadline); time.Sleep(250 * time.Millisecond) {
		if ready() {
			return
		}
	}
	t.Fatalf("%s did not come within %v", what, smokeLimit)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// showsMatch tells whether the picture holds a match in its colour.
func showsMatch(t *testing.T, path string) bool {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range matchColours {
		if count(picture, c) > 20 {
			return true
		}
	}
	return false
}

func count(picture image.Image, want color.RGBA) int {
	n := 0
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if color.RGBAModel.Convert(picture.At(x, y)) == want {
				n++
			}
		}
	}
	return n
}
