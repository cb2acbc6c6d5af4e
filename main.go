// Wordwake searches what people and their AI agents said to each other. Without a command it opens the window.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/wordwake/wordwake/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := app.Main(ctx, os.Args[1:])
	stop()
	if code != 0 {
		os.Exit(code)
	}
}
