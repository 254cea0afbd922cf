# One target a verb; CI calls the same ones.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := demo
FUZZ_SECONDS ?= 600
TOOLS := target/tools
FUZZ := $(TOOLS)/bin/cargo-fuzz run --sanitizer none --target-dir target/fuzz
FUZZ_OPTIONS := -dict=fuzz/tenhou.dict -timeout=10 -rss_limit_mb=1024 -print_final_stats=1

.DEFAULT_GOAL := help
.PHONY: help build demo sample test test-rust test-python soak lint format docs bench counts fuzz fuzz-short dist ci clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

# A local environment: what builds the package, and for tests what development needs, a gigabyte with the referees.
$(VENV)/.made: tools/requirements-build.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -r $<
	@touch $@

$(VENV)/.installed: tools/requirements-dev.txt $(VENV)/.made
	@echo "installing what tests need"
	$(BIN)/python -m pip install --quiet -r $<
	@touch $@

# maturin and pip talk a lot: what they say is shown only when they fail.
build: $(VENV)/.made ## build the package into .venv
	@echo "building, which takes a minute the first time"
	@mkdir -p target
	@VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release >target/build.log 2>&1 || { cat target/build.log; exit 1; }

demo: build ## show, audit and convert the bundled made-up log, and say where the paipu is
	@mkdir -p $(DEMO)
	$(BIN)/mjlog sample > $(DEMO)/sample.mjlog
	$(BIN)/mjlog info $(DEMO)/sample.mjlog
	$(BIN)/mjlog audit $(DEMO)/sample.mjlog
	$(BIN)/mjlog wall --round 0 $(DEMO)/sample.mjlog
	$(BIN)/mjlog convert $(DEMO)/sample.mjlog -o $(DEMO)/sample.json
	@echo
	@echo "The paipu is in $(DEMO)/sample.json; the log it was made from in $(DEMO)/sample.mjlog."
	@echo "The command is $(BIN)/mjlog: try $(BIN)/mjlog --help"

sample: build ## make the bundled log and the hashes of made-up games anew, where synth makes other games than before
	$(BIN)/python tools/make_sample.py

test: test-rust test-python fuzz-short ## run every test; MJLOG_SHARED=FOLDER adds the referees on real logs

test-rust:
	cargo test --quiet -p mjlog-core

test-python: build $(VENV)/.installed tests/node/node_modules/.installed
	$(BIN)/python -m pytest

soak: build $(VENV)/.installed ## kill bulk conversions at every step and hundreds of times by the clock; takes most of an hour
	MJLOG_SOAK=1 $(BIN)/python -m pytest tests/test_bulk_kill.py

# Without npm the tests that ask a referee on node are skipped, and say so.
%/node_modules/.installed: %/package-lock.json
	@if command -v npm >/dev/null; then npm ci --prefix $* --silent --no-audit --no-fund && touch $@; else echo "no npm: no referees on node"; fi

lint: build $(VENV)/.installed ## formatting, clippy pedantic, ruff, mypy --strict, stubtest
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo clippy --manifest-path benches/peers/Cargo.toml --target-dir target/peers --quiet -- -D warnings
	cargo clippy --manifest-path benches/bare/Cargo.toml --target-dir target/bare --quiet -- -D warnings
	cargo fmt --manifest-path benches/bare/Cargo.toml --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest mjlog --mypy-config-file pyproject.toml --allowlist tools/stubtest-allowlist.txt

format: $(VENV)/.installed ## format the code
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: build ## rustdoc without warnings, and the pages that are made from the code
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/python tools/make_docs.py --check

bench: build $(VENV)/.installed benches/node/node_modules/.installed ## speed and memory against peers, all in one run
	cargo build --release --locked --quiet --manifest-path benches/peers/Cargo.toml --target-dir target/peers
	cargo build --release --locked --quiet --manifest-path benches/bare/Cargo.toml --target-dir target/bare
	$(BIN)/python benches/bench.py

# Tools that cargo builds, in the versions that the sources need.
$(TOOLS)/bin/cargo-fuzz: CRATE = cargo-fuzz@0.13.2
$(TOOLS)/bin/gungraun-runner: CRATE = gungraun-runner@0.20.0
$(TOOLS)/bin/%:
	cargo install --quiet --locked --root $(TOOLS) $(CRATE)

counts: $(TOOLS)/bin/gungraun-runner ## instructions of the core's calls, held to committed limits; needs valgrind
	$(PYTHON) tools/check_counts.py

fuzz/corpus/.made: tools/make_fuzz_corpus.py python/mjlog/sample.mjlog
	$(PYTHON) $<
	@touch $@

fuzz: $(TOOLS)/bin/cargo-fuzz fuzz/corpus/.made ## look for panics, and for what quick-xml sees otherwise: FUZZ_SECONDS=600 a target
	$(FUZZ) scanner -- $(FUZZ_OPTIONS) -max_len=65536 -max_total_time=$(FUZZ_SECONDS)
	$(FUZZ) convert -- $(FUZZ_OPTIONS) -max_len=65536 -max_total_time=$(FUZZ_SECONDS)
	$(FUZZ) audit -- $(FUZZ_OPTIONS) -max_len=65536 -max_total_time=$(FUZZ_SECONDS)
	$(FUZZ) hand -- $(FUZZ_OPTIONS) -max_len=256 -max_total_time=$(FUZZ_SECONDS)

# The same on small inputs for 20 seconds at most, from one seed, so that a test run can be repeated.
fuzz-short: $(TOOLS)/bin/cargo-fuzz fuzz/corpus/.made
	@mkdir -p target/fuzz
	@for target in scanner convert audit hand; do \
		log=target/fuzz/$$target.log; \
		$(FUZZ) $$target -- $(FUZZ_OPTIONS) -seed=1 -verbosity=0 -max_len=4096 -max_total_time=20 -runs=300000 >$$log 2>&1 \
			|| { grep -av Uses: $$log | tail -n 60; exit 1; }; \
		echo "fuzz $$target: $$(grep -ao 'executed_units: *[0-9]*' $$log | grep -o '[0-9]*') inputs, nothing found"; \
	done

dist: $(VENV)/.made ## wheel and sdist, each installed into a fresh environment and tried
	sh tools/try_dist.sh $(BIN)

ci: lint docs test dist ## everything CI runs but the demo

clean: ## remove what was built
	rm -rf target fuzz/corpus fuzz/artifacts $(VENV) $(DEMO) dist tests/node/node_modules benches/node/node_modules
