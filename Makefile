# npushare: what a developer types. `make help` lists it.
.DEFAULT_GOAL := build
.PHONY: help packages lint-packages ui-packages build check test demo e2e bench bench-e2e soak fuzz lint format \
  image-check chart-check package cross clean

JOBS ?= $(shell nproc)
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros

help:            ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

packages:
	@tools/install-packages build test

lint-packages:
	@tools/install-packages lint

ui-packages:
	@tools/install-packages ui

build/%/build.ninja: CMakePresets.json | packages
	cmake --preset $* >build/$*.configure.log 2>&1 || { cat build/$*.configure.log; exit 1; }

build: packages  ## the program, as shipped: build/release/scheduler/npushare
	@mkdir -p build
	@$(MAKE) --no-print-directory build/release/build.ninja
	cmake --build build/release -j $(JOBS) --target npushare

check: packages  ## the fast loop: debug build and unit tests
	@tools/run-tests check

test: packages lint-packages ui-packages  ## every test this machine can run: release, sanitizers, short fuzzing
	@tools/run-tests all

demo: build      ## both labs, played through real HTTP calls
	@build/release/scheduler/npushare demo

e2e: packages    ## the real kube-apiserver, etcd, kube-scheduler and Volcano: docs/end-to-end.md (RUN=NAME for some of it)
	@tools/run-e2e $(RUN)

bench-e2e: packages ## pods a second on a real control plane
	@tools/run-e2e-bench

bench: packages  ## the benchmarks of docs/performance.md
	@tools/run-bench

soak: packages  ## 10,000 injected faults: no chip granted twice, no pod lost (SEED=N repeats a run's choices)
	@tools/run-soak $(SEED)

fuzz: lint-packages ## each fuzz target for FUZZ_SECONDS (default 600)
	@tools/run-fuzz $${FUZZ_SECONDS:-600}

lint: packages lint-packages ## formatting and clang-tidy
	@tools/run-lint

format: lint-packages ## rewrites the sources as .clang-format wants them
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 -i

image-check: build ## the image's root file system, laid out and run without a container engine
	@tools/check-image

chart-check: build ## charts/npushare and deploy/install: lint, every profile, refusals, upgrades
	@tools/check-chart

package: build   ## a Debian package, in build/package
	@tools/check-package

cross:           ## arm64: the tests that need no server, cross-compiled, under qemu-user
	@tools/run-cross test

clean:           ## removes build/
	rm -rf build
