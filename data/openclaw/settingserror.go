package openclaw

import "fmt"

// SettingsError says that a file which decides who sees what could not be read, or says nothing that can be made out.
type SettingsError struct {
	// What the file at Path is, such as "the configuration".
	What, Path string
	Err        error
}

// Error names the file and the cause.
func (e *SettingsError) Error() string { return fmt.Sprintf("read %s %q: %v", e.What, e.Path, e.Err) }

// Unwrap gives the cause.
func (e *SettingsError) Unwrap() error { return e.Err }
