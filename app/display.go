package app

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ErrNoDisplay says that this machine has no display for a window. The command line works without one.
var ErrNoDisplay = errors.New("no display found, so the window cannot open; search from the terminal with: wordwake search WORDS")

// displayPatience is how long a display may take to answer; a local one does at once.
const displayPatience = 3 * time.Second

// x11Port is the TCP port of display 0 of another machine.
const x11Port = 6000

// dial connects to a display; it is net.Dialer.DialContext outside tests.
type dial func(ctx context.Context, network, address string) (net.Conn, error)

// hasDisplay tells whether a window can be shown. Where the display is named by the environment it may be missing, or the
// name may be left over from a session that ended: the window toolkit would not survive that.
func hasDisplay(ctx context.Context, system string, getenv func(string) string, dial dial) bool {
	if system == "windows" || system == "darwin" {
		return true
	}
	ctx, stop := context.WithTimeout(ctx, displayPatience)
	defer stop()
	for _, a := range append(x11Addresses(getenv("DISPLAY")), waylandAddress(getenv)...) {
		if conn, err := dial(ctx, a.network, a.address); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}

type address struct{ network, address string }

// x11Addresses lists where the display [host]:number[.screen] may answer. A path before the colon is a socket as macOS names it.
func x11Addresses(display string) []address {
	colon := strings.LastIndexByte(display, ':')
	if colon < 0 {
		return nil
	}
	host := display[:colon]
	number, _, _ := strings.Cut(display[colon+1:], ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	local := "/tmp/.X11-unix/X" + number
	switch {
	case strings.HasPrefix(host, "/"):
		return []address{{"unix", display}, {"unix", host}}
	case host == "" || host == "unix":
		return []address{{"unix", local}, {"unix", "@" + local}}
	default:
		return []address{{"tcp", net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(x11Port+n))}}
	}
}

func waylandAddress(getenv func(string) string) []address {
	name := getenv("WAYLAND_DISPLAY")
	if name == "" {
		return nil
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(getenv("XDG_RUNTIME_DIR"), name)
	}
	return []address{{"unix", name}}
}
