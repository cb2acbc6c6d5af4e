# Wordwake. `make help` lists what can be made; `make run` and `make test` are all that most people need.
# They install missing system packages themselves where that is possible: see .ci/deps.

# One set of tags and flags for everything: any other one compiles Fyne and SQLite again, which takes minutes.
# VCS stamping is off because it fails in a working copy that belongs to another user.
export GOFLAGS := -tags=sqlite_fts5 -buildvcs=false
export CGO_ENABLED := 1

VERSION := $(shell sed -n 's/^ *Version *= *"\(.*\)"/\1/p' FyneApp.toml)
EXE := $(shell go env GOEXE)
LDFLAGS := -X github.com/wordwake/wordwake/app/command.Version=$(VERSION)

GOFUMPT_VERSION := v0.12.0
STATICCHECK_VERSION := v0.8.2
GOFUMPT := build/tools/gofumpt-$(GOFUMPT_VERSION)/gofumpt$(EXE)
STATICCHECK := build/tools/staticcheck-$(STATICCHECK_VERSION)/staticcheck$(EXE)

# What `make run ARGS="--state DIR"` hands to the program, which packages `make bench` looks at, how long each fuzz test runs,
# which release of OpenClaw `make conformance` follows.
ARGS ?=
BENCH ?= ./data/bench ./app
FUZZTIME ?= 10s
OPENCLAW ?= 2026.9.6

.DEFAULT_GOAL := help
.PHONY: help run build test check bench conformance screens fuzz format clean
.PHONY: deps-build deps-test deps-check go-build go-test tools

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name what; do printf '  make %-11s %s\n' "$$name" "$$what"; done

run: ## build and open the window (ARGS="..." is handed to it)
	@sh .ci/display
	@$(MAKE) --no-print-directory build
	./build/wordwake$(EXE) $(ARGS)

build: deps-build ## build/wordwake (the window and the commands) and build/wordwake-cli (the commands alone)
	@$(MAKE) --no-print-directory go-build

test: deps-test ## every test, with the race detector, and the real window in a virtual display
	@$(MAKE) --no-print-directory go-build
	@$(MAKE) --no-print-directory go-test

check: deps-check tools ## format, vet, staticcheck, import rules, contrast, other systems, licences, packaging
	sh .ci/format $(GOFUMPT)
	go vet ./...
	$(STATICCHECK) ./...
	sh .ci/layers.sh
	sh .ci/layers-test.sh
	sh .ci/contrast
	sh .ci/crossvet
	sh .ci/notices
	sh .ci/packaging

bench: deps-build ## index rate, search and what a change costs, as ratios to a bare loop and to OpenClaw's own SQL
	go test -run '^$$' -bench . -benchtime 1x -timeout 60m $(BENCH)

conformance: build ## follow a real OpenClaw of release OPENCLAW (2026.9.6); needs Node and the npm registry
	sh .ci/conformance/run '$(OPENCLAW)'

screens: deps-test ## the pictures of the window for the documents
	@$(MAKE) --no-print-directory go-build
	./.ci/screens

fuzz: deps-build ## every fuzz test for FUZZTIME (10s)
	sh .ci/fuzz $(FUZZTIME)

format: tools ## write all Go files as gofumpt does
	sh .ci/format $(GOFUMPT) -w

clean: ## remove build/ (the caches of Go stay)
	rm -rf build

deps-build deps-test deps-check:
	@sh .ci/deps $(@:deps-%=%)

go-build:
	@mkdir -p build
	go build -ldflags '$(LDFLAGS)' -o build/wordwake$(EXE) .
	go build -ldflags '$(LDFLAGS)' -o build/wordwake-cli$(EXE) ./app/cli

# The race detector makes tests several times slower, and two slow machines may share one disk: hence the long limit.
go-test:
	go test -race -timeout 20m ./...

tools: $(GOFUMPT) $(STATICCHECK)

# The version is part of the path, so that a new one is fetched when it changes here.
$(GOFUMPT):
	@mkdir -p $(@D)
	GOBIN="$(CURDIR)/$(@D)" go install mvdan.cc/gofumpt@$(GOFUMPT_VERSION)

$(STATICCHECK):
	@mkdir -p $(@D)
	GOBIN="$(CURDIR)/$(@D)" go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)
