// Package sqlitedb opens SQLite databases: those of other programs, which it can only read, and our own. It is the only
// package that knows the driver. It translates the driver's errors, by their code, into the kinds that package data names.
package sqlitedb
