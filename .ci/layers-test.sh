#!/bin/sh
# Proves that layers.sh lets pass what the architecture allows and names each import that it forbids. It lays out a small
# module from the table below; the packages of others need not exist, since layers.sh judges imports by their names.
set -eu
layers=$(cd "$(dirname "$0")" && pwd)/layers.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export GOFLAGS='' GOWORK=off GOPROXY=off
printf 'module example.org/m\n\ngo 1.22\n' >go.mod

# verdict, package, code or test, import; a leading ./ stands for the module.
cat >table <<'END'
ok  .             code ./app
ok  .             test ./data
ok  .             test ./data/datatest
no  .             code ./data
no  .             code ./app/command
no  .             code ./views
no  .             code fyne.io/fyne/v2
no  .             code database/sql
ok  app           code ./views
ok  app           code ./watcher
ok  app           code ./data/index
ok  app           code ./app/search
ok  app           code fyne.io/fyne/v2
ok  app           code fyne.io/fyne/v2/app
ok  app           test ./data/datatest
no  app           code ./data/datatest
no  app           code database/sql
no  app           code github.com/fsnotify/fsnotify
no  app           code github.com/mattn/go-sqlite3
ok  app/state     code ./data
ok  app/state     test ./data/datatest
no  app/state     code ./data/query
no  app/state     code ./app/config
no  app/state     code fyne.io/fyne/v2
no  app/state     code database/sql
ok  app/cli       code ./app/command
no  app/cli       code ./data
no  app/cli       code ./app/config
ok  app/command   code ./app/config
ok  app/command   code ./data/engine
ok  app/command   code github.com/spf13/cobra
ok  app/command   code os
ok  app/command   test database/sql
no  app/command   code ./app
no  app/command   code ./app/cli
no  app/command   code ./views
no  app/command   code ./watcher
no  app/command   code fyne.io/fyne/v2/widget
no  app/command   test github.com/mattn/go-sqlite3
no  app/command   code github.com/modelcontextprotocol/go-sdk/mcp
ok  app/command   test github.com/modelcontextprotocol/go-sdk/mcp
ok  app/mcp       code github.com/modelcontextprotocol/go-sdk/mcp
no  app/tools     code github.com/modelcontextprotocol/go-sdk/mcp
no  data/engine   code github.com/modelcontextprotocol/go-sdk/mcp
ok  app/search    code ./data
no  app/search    code ./icons
ok  views         code ./views/hits
ok  views         code ./icons
ok  views         code ./app/state
ok  views         code fyne.io/fyne/v2/widget
ok  views         code net/url
ok  views         test os
ok  views         test fyne.io/fyne/v2/test
no  views         code ./app
no  views         code fyne.io/fyne/v2/app
no  views         code fyne.io/fyne/v2/storage
no  views         test ./data/datatest
ok  views/hits    code ./data
ok  views/hits    code embed
no  views/hits    code ./data/query
no  views/hits    code ./app/search
no  views/hits    code ./watcher
no  views/hits    code os
no  views/hits    code os/exec
no  views/hits    code net
no  views/hits    code net/http
no  views/hits    code syscall
no  views/hits    code database/sql
no  views/hits    code github.com/fsnotify/fsnotify
no  views/hits    code github.com/gofrs/flock
ok  data          code time
ok  data          test github.com/google/go-cmp/cmp
no  data          code database/sql
no  data          code github.com/rivo/uniseg
no  data          code ./data/query
no  data          code ./app/state
no  data          code fyne.io/fyne/v2
ok  data/index    code ./data
ok  data/index    code ./data/sqlitedb
ok  data/index    code database/sql
ok  data/index    test ./data/datatest
no  data/index    code ./data/datatest
no  data/index    code github.com/mattn/go-sqlite3
no  data/index    test github.com/mattn/go-sqlite3
no  data/index    code fyne.io/fyne/v2
no  data/index    code ./watcher
no  data/index    code ./app/config
no  data/index    code ./views
ok  data/sqlitedb code github.com/mattn/go-sqlite3
ok  data/datatest code ./data/sqlitedb
no  data/engine   code github.com/fsnotify/fsnotify
ok  watcher       code github.com/fsnotify/fsnotify
no  watcher       code ./data
no  watcher       code fyne.io/fyne/v2
no  watcher       test ./data/datatest
ok  icons         code embed
ok  icons         code fyne.io/fyne/v2
no  icons         code ./data
no  helpers       code fmt
END

# path PACKAGE writes a name of the table as an import path.
path() {
	case $1 in
	.) echo example.org/m ;;
	./*) echo "example.org/m/${1#./}" ;;
	*) echo "$1" ;;
	esac
}

# lay_out VERDICT... makes a file for each line with one of these verdicts.
lay_out() {
	find . -name '*.go' -delete
	count=0
	while read -r verdict package kind import; do
		count=$((count + 1))
		case " $* " in *" $verdict "*) ;; *) continue ;; esac
		mkdir -p "$package"
		name=p file=$package/f$count.go
		[ "$kind" = code ] || { name=p_test file=$package/f${count}_test.go; }
		printf 'package %s\n\nimport _ "%s"\n' "$name" "$(path "$import")" >"$file"
	done <table
}

# findings prints what layers.sh has to say about the forbidden lines.
findings() {
	while read -r verdict package kind import; do
		[ "$verdict" = no ] || continue
		[ "$kind" = code ] && kind=' ' || kind=' (test) '
		words='must not import'
		[ "$package" != helpers ] || words='has no place in the table, so it must not import'
		[ "$package" = . ] || package=./$package
		echo "layers: $(path "$package")$kind$words $(path "$import")"
	done <table
}

lay_out ok no
# An import that only one system has counts too.
printf 'package p\n\nimport _ "os/user"\n' >views/only_windows.go
{
	findings
	echo 'layers: example.org/m/views must not import os/user'
} | sort >wanted
status=0
sh "$layers" >got.unsorted || status=$?
sort got.unsorted >got
diff -u wanted got || {
	echo "layers-test: layers.sh does not judge as the table says (- wanted, + got)" >&2
	exit 1
}
[ "$status" != 0 ] || {
	echo "layers-test: layers.sh found forbidden imports and did not fail" >&2
	exit 1
}

lay_out ok
out=$(sh "$layers") || {
	printf '%s\nlayers-test: layers.sh fails on imports that are allowed\n' "$out" >&2
	exit 1
}
