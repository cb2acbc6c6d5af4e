//go:build !unix

package command

// EndureLimits has nothing to do where the size of files is not limited.
func EndureLimits() {}
