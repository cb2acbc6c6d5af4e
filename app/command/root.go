package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wordwake/wordwake/app/config"
)

// common are the flags that every command takes.
type common struct {
	states  []string
	library string
	json    bool
	quiet   bool
}

func (c *common) addFolders(flags *pflag.FlagSet) {
	flags.Var(&pathsValue{&c.states}, "state", "an OpenClaw state directory (repeatable); given, nothing else is searched")
	flags.Var(&pathValue{&c.library}, "library", "the folder of the search index")
}

func (c *common) folders() config.Folders {
	return config.Folders{States: c.states, Library: c.library}
}

func newRoot(w world) *cobra.Command {
	c := &common{}
	root := &cobra.Command{
		Use:           w.build.Name,
		Short:         "Search what you and your agents said",
		Long:          "Search what you and your agents said. The histories of your agents are only read.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		return &usageError{text: "say what to do: " + commandNames(root) + " (--help tells more)"}
	}
	root.SetOut(w.stdout)
	root.SetErr(w.stderr)
	root.SetIn(w.stdin)
	root.SetFlagErrorFunc(flagError)
	flags := root.PersistentFlags()
	c.addFolders(flags)
	flags.BoolVar(&c.json, "json", false, "print JSON")
	flags.BoolVar(&c.quiet, "quiet", false, "print no progress and no notes")
	root.AddCommand(
		newSearch(w, c), newShow(w, c), newIndex(w, c), newStatus(w, c), newSecrets(w, c), newTool(w, c), newMCP(w, c),
		newRedact(w, c), newVersion(w, c),
	)
	for _, cmd := range root.Commands() {
		complete(cmd)
	}
	root.InitDefaultHelpCmd()
	checkHelp(root)
	root.InitDefaultCompletionCmd()
	return root
}

// checkHelp has "help" of something that is no command refused as the command itself would be.
func checkHelp(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 && !isCommand(root, args[0]) {
					return notACommand(root, args[0])
				}
				return nil
			}
		}
	}
}

// complete tells the shell which words a flag takes, and that commands take no file names.
func complete(cmd *cobra.Command) {
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if words, ok := flag.Value.(*wordValue); ok {
			// The only error is a flag that does not exist.
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(words.choices, cobra.ShellCompDirectiveNoFileComp))
		}
	})
}

// flagError makes one line out of what the flag parser says.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	text := err.Error()
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) && bad.GetFlag().NoOptDefVal != "" {
		text = fmt.Sprintf("--%s takes no value", bad.GetFlag().Name)
	}
	if strings.HasPrefix(text, "unknown") && cmd.Name() == "search" {
		text += ` (text that begins with "-" goes after "--")`
	}
	if !cmd.HasParent() {
		return &usageError{text: text}
	}
	return &usageError{command: cmd.Name(), text: text}
}

// noWords refuses words where a command takes none.
func noWords(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return &usageError{command: cmd.Name(), text: fmt.Sprintf("takes no words, but was given %q", args[0])}
}
