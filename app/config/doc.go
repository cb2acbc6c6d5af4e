// Package config says where things are and how the person wants them: the folders, the log and the preferences, with their
// defaults. It creates nothing before it is asked to save, and never looks into a history.
package config
