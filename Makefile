# For test frameworks such as OpenBench: `make EXE=NAME` builds the engine alone, for the processor of this machine.

EXE ?= saffron-engine

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# The folder of cargo's output; another one may be set by the variable of that name.
CARGO_TARGET_DIR ?= target

.PHONY: all
all:
	cargo build --release --package saffron-uci --target-dir "$(CARGO_TARGET_DIR)"
	cp "$(CARGO_TARGET_DIR)/release/saffron-engine$(SUFFIX)" "$(EXE)$(filter-out $(suffix $(EXE)),$(SUFFIX))"
