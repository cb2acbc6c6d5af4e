#!/bin/sh
# Fails when a package imports what its place in the tree does not allow (docs/architecture.md, "Who may import whom").
# It asks `go list` for the imports of every system that Wordwake runs on, and compiles nothing. Imports of tests are held
# to the same table with the exceptions named below.
set -eu
module=$(go list -m)
export CGO_ENABLED=1
for system in linux windows darwin; do
	# -e: whether everything compiles is asked elsewhere; here an import is judged even if it leads nowhere.
	# shellcheck disable=SC2016 # a template of Go
	GOOS=$system go list -e -f '
{{- $from := .ImportPath}}
{{- range .Imports}}{{$from}} code {{.}}
{{end}}
{{- range .TestImports}}{{$from}} test {{.}}
{{end}}
{{- range .XTestImports}}{{$from}} test {{.}}
{{end}}' ./...
done | sort -u | awk -v module="$module" '
# ours is the path below the module, "." for its root, "" for a package of others.
function ours(path) {
	if (path == module) return "."
	if (index(path, module "/") == 1) return substr(path, length(module) + 2)
	return ""
}
function below(path, dir) { return path == dir || index(path, dir "/") == 1 }
function place(short) {
	if (short == "." || short == "app" || short == "data") return short
	if (short == "app/state" || short == "app/cli") return short
	if (below(short, "app")) return "app/*"
	if (below(short, "data")) return "data/*"
	if (below(short, "views")) return "views"
	if (below(short, "watcher")) return "watcher"
	if (below(short, "icons")) return "icons"
	return ""
}
function standard(path,    parts) { split(path, parts, "/"); return parts[1] !~ /\./ }

# may_use_ours is the middle column of the table.
function may_use_ours(from, to) {
	if (from == ".") return to == "app"
	if (from == "app") return to != "."
	if (from == "app/state") return to == "data"
	if (from == "app/cli") return to == "app/command"
	if (from == "app/*") return below(to, "data") || (below(to, "app") && to != "app" && !below(to, "app/cli"))
	if (from == "views") return below(to, "views") || below(to, "icons") || to == "data" || to == "app/state"
	if (from == "data/*") return below(to, "data")
	return 0 # data, watcher, icons
}

# may_use_others is the right column. The window reaches no file, socket or process, neither by the standard library nor
# by the storage of Fyne; net/url only names addresses.
function may_use_others(from, short, to, test) {
	if (to ~ /^fyne\.io\/fyne\/v2\/app$/) return from == "app"
	if (to ~ /^fyne\.io\//) {
		if (from == "views" && below(to, "fyne.io/fyne/v2/storage")) return test
		return from == "app" || from == "views" || from == "icons"
	}
	if (to ~ /\/go-sqlite3$/) return short == "data/sqlitedb"
	if (below(to, "database/sql")) return from == "data/*" || (test && (from == "app" || from == "app/*"))
	if (to ~ /\/fsnotify$/) return from == "watcher"
	if (to ~ /\/modelcontextprotocol\//) return short == "app/mcp" || (test && short == "app/command")
	if (from == "data" && !standard(to)) return test && below(to, "github.com/google/go-cmp")
	if (from == "views" && !test) {
		if (to == "net/url") return 1
		if (below(to, "os") || below(to, "net") || below(to, "syscall") || to == "io/ioutil") return 0
		if (to ~ /^golang\.org\/x\/sys/ || to ~ /\/(flock|xdg|lumberjack\.v2)$/) return 0
	}
	return 1
}

# Tests may build their data with data/datatest, except those of the window, which have to run without SQLite. Tests of
# the program as a whole may look at its domain. Nothing else may use datatest, so it never gets into the program.
function allowed(from_path, kind, to_path,    short, from, to, test) {
	short = ours(from_path); from = place(short); to = ours(to_path); test = (kind == "test")
	if (from == "") return 0
	if (to == "") return may_use_others(from, short, to_path, test)
	if (to_path == from_path) return 1
	if (below(to, "data/datatest")) {
		if (below(short, "data/datatest")) return 1
		return test && from != "views" && from != "icons" && from != "watcher"
	}
	if (test && from == "." && to == "data") return 1
	return may_use_ours(from, to)
}
{
	if (allowed($1, $2, $3)) next
	why = place(ours($1)) == "" ? "has no place in the table, so it must not import" : "must not import"
	print "layers: " $1 ($2 == "test" ? " (test) " : " ") why " " $3
	bad++
}
END {
	if (NR == 0) { print "layers: go list named no import"; exit 1 }
	exit bad > 0
}'
