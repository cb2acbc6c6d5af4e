// Command wordwake-cli is the command line of Wordwake without its window: the same commands, for computers without a
// display or its libraries.
package main

import (
	"context"
	"os"

	"github.com/wordwake/wordwake/app/command"
)

func main() {
	build := command.Build{Name: "wordwake-cli", Version: command.Version}
	os.Exit(command.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, build))
}
