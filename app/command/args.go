package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wordwake/wordwake/app/config"
)

// Window tells whether args ask for the window: they name no command and hold nothing but flags that the window knows. It
// gives the folders that they name.
func Window(args []string) (config.Folders, bool) {
	var c common
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	c.addFolders(flags)
	var known []string
	for _, arg := range args {
		// Older versions of macOS hand the process serial number to a program that is opened by a double click.
		if !strings.HasPrefix(arg, "-psn_") {
			known = append(known, arg)
		}
	}
	if flags.Parse(known) != nil || flags.NArg() > 0 {
		return config.Folders{}, false
	}
	return c.folders(), true
}

// commandFirst moves the name of the command to the front, so that every flag may also stand before it. Cobra alone would
// take the word after an unknown flag for its value.
func commandFirst(root *cobra.Command, args []string) ([]string, error) {
	name := firstWord(root, args)
	if name < 0 {
		return args, nil
	}
	if !isCommand(root, args[name]) {
		return nil, notACommand(root, args[name])
	}
	first := []string{args[name]}
	return append(append(first, args[:name]...), args[name+1:]...), nil
}

func notACommand(root *cobra.Command, word string) error {
	return &usageError{text: fmt.Sprintf("%q is not a command; commands are %s", word, commandNames(root))}
}

// firstWord gives the index of the first argument that is neither a flag nor the value of one, or -1.
func firstWord(root *cobra.Command, args []string) int {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return -1
		case !strings.HasPrefix(arg, "-") || arg == "-":
			return i
		case strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=") && takesValue(root, arg[2:]):
			i++
		}
	}
	return -1
}

// takesValue tells whether any command has a flag of that name that wants a value.
func takesValue(root *cobra.Command, name string) bool {
	sets := []*pflag.FlagSet{root.PersistentFlags()}
	for _, c := range root.Commands() {
		sets = append(sets, c.LocalNonPersistentFlags())
	}
	for _, set := range sets {
		if flag := set.Lookup(name); flag != nil {
			return flag.NoOptDefVal == ""
		}
	}
	return false
}

func isCommand(root *cobra.Command, name string) bool {
	if name == cobra.ShellCompRequestCmd || name == cobra.ShellCompNoDescRequestCmd {
		return true
	}
	for _, c := range root.Commands() {
		if c.Name() == name {
			return true
		}
	}
	return false
}

func commandNames(root *cobra.Command) string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "completion" && c.Name() != "help" {
			names = append(names, c.Name())
		}
	}
	return strings.Join(names, ", ")
}
