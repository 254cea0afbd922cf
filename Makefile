# One target a verb; CI calls the same ones.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO := demo

.DEFAULT_GOAL := help
.PHONY: help build demo test test-rust test-python lint format docs bench fuzz ci clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml tools/requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -r tools/requirements-dev.txt
	touch $@

build: $(STAMP) ## build the package into .venv
	$(BIN)/maturin develop --release --quiet

demo: build ## convert the bundled made-up log and say where the paipu is
	mkdir -p $(DEMO)
	$(BIN)/mjlog sample > $(DEMO)/sample.mjlog
	$(BIN)/mjlog info $(DEMO)/sample.mjlog
	$(BIN)/mjlog convert $(DEMO)/sample.mjlog -o $(DEMO)/sample.json --indent 1
	@echo "The paipu is in $(DEMO)/sample.json; the log it was made from in $(DEMO)/sample.mjlog."

tests/node/node_modules: tests/node/package-lock.json
	command -v npm >/dev/null && npm ci --prefix tests/node --silent --no-audit --no-fund || echo "no npm: the tests against node are skipped"
	[ ! -d $@ ] || touch $@

test: test-rust test-python ## run every test (MJLOG_SHARED=… adds the referees on real logs)

test-rust:
	cargo test --workspace --quiet --exclude mjlog-py
	cargo test --quiet --doc -p mjlog-core

test-python: build tests/node/node_modules
	$(BIN)/python -m pytest

lint: $(STAMP) ## formatting, clippy pedantic, ruff, mypy --strict, stubtest
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest mjlog --mypy-config-file pyproject.toml --allowlist tools/stubtest-allowlist.txt

format: $(STAMP) ## format the code
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: build ## check the documents: rustdoc, docs made from the code
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/python tools/make_docs.py --check

ci: lint docs test ## everything CI runs but the demo

clean: ## remove what was built
	rm -rf target $(VENV) $(DEMO) dist tests/node/node_modules
