//go:build !sqlite_fts5 && !fts5

package sqlitedb

// Without the tag SQLite is built without full-text search. The compiler says the name below, which says what to do.
var _ = build_with_make_or_with_go_build_tags_sqlite_fts5
