// Package openclaw finds and reads the session stores of OpenClaw, one SQLite database per agent. It reads every schema
// generation by the tables and columns that are there, takes a store's messages in short transactions, and writes nothing
// to a store or beside it: no lock file, no -shm, no -wal. Where reading in place would leave something behind it reads a
// private copy. Tables that hold credentials are never queried.
package openclaw
