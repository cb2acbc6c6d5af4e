package app

import (
	"context"
	"errors"
	"net"
	"testing"
)

func TestADisplayIsNeeded(t *testing.T) {
	for _, c := range []struct {
		name, system string
		environment  map[string]string
		answers      string
		want         bool
	}{
		{"none is named on a server", "linux", nil, "", false},
		{"X11 on this machine", "linux", map[string]string{"DISPLAY": ":0"}, "unix /tmp/.X11-unix/X0", true},
		{"X11 with a screen and an abstract socket", "linux", map[string]string{"DISPLAY": "unix:12.1"}, "unix @/tmp/.X11-unix/X12", true},
		{"X11 over ssh", "linux", map[string]string{"DISPLAY": "localhost:10.0"}, "tcp localhost:6010", true},
		{"X11 that is gone", "linux", map[string]string{"DISPLAY": ":123"}, "", false},
		{"a name that is no display", "linux", map[string]string{"DISPLAY": "nonsense"}, "", false},
		{"Wayland", "freebsd", map[string]string{"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}, "unix /run/user/1/wayland-0", true},
		{"Wayland beside an X11 that is gone", "linux", map[string]string{"DISPLAY": ":123", "WAYLAND_DISPLAY": "/w"}, "unix /w", true},
		{"always there on macOS", "darwin", nil, "", true},
		{"always there on Windows", "windows", nil, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := func(_ context.Context, network, address string) (net.Conn, error) {
				if network+" "+address != c.answers {
					return nil, errors.New("refused")
				}
				near, _ := net.Pipe()
				return near, nil
			}
			if got := hasDisplay(t.Context(), c.system, func(name string) string { return c.environment[name] }, answer); got != c.want {
				t.Errorf("display %v, want %v", got, c.want)
			}
		})
	}
}
