# The two commands: `make demo` and `make test`. Both set up everything they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SANITIZED := build/sanitized
PEERS ?= $(TENGEN_PEERS)
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')

PRODUCT := pyproject.toml CMakeLists.txt README.md LICENSE $(shell find src core bin -type f -not -path '*/__pycache__/*')

.PHONY: demo test lint core-test python-test bench docs stubs clean

demo: $(VENV)/installed
	@echo; echo '$$ tengen simulate nogo examples/nogo-5x5.txt --format diagram'; echo
	@$(BIN)/tengen simulate nogo examples/nogo-5x5.txt --format diagram

test: lint core-test python-test

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/mypy

# With the usual compiler, and with clang where it is there; CI must have it.
core-test: $(VENV)/developed
	$(call run_core_tests,$(SANITIZED),)
	@if command -v clang++ > /dev/null; then $(call run_core_tests,$(SANITIZED)-clang,-DCMAKE_CXX_COMPILER=clang++); \
	elif [ "$$CI" = true ]; then echo 'CI needs clang++' >&2; exit 1; \
	else echo 'skipped: the core with clang++, which is not here'; fi

run_core_tests = $(BIN)/cmake -S core/tests -B $(1) $(2) > /dev/null && $(BIN)/cmake --build $(1) --parallel $(CORES) \
	&& (cd $(1) && $(CURDIR)/$(BIN)/ctest --output-on-failure --parallel $(CORES))

python-test: $(VENV)/developed
	$(BIN)/python -m pytest --numprocesses $(CORES) --dist loadfile

# Peers: a folder with the published solutions (nogo-2, ...) and the yardstick, as executables.
bench: $(VENV)/developed
	$(BIN)/python -m benchmarks $(if $(PEERS),--peers $(PEERS))

# The documentation as a site, from the sources alone: nothing is built or imported. With --quiet, --strict would not see
# broken links.
docs: $(VENV)/documented
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'build/site/index.html; with its search: $(BIN)/python -m http.server --directory build/site'

# The native module's types, from the module itself; a test says when they are out of date.
stubs: $(VENV)/developed
	$(BIN)/python -m nanobind.stubgen -q -m tengen._core -o src/tengen/_core.pyi

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Tengen needs python3 3.11 or newer (set PYTHON=/path/to/it).' >&2; exit 1; }
	@for compiler in "$$CXX" c++ g++ clang++; do command -v "$$compiler" > /dev/null 2>&1 && exit 0; done; \
		echo 'Tengen needs a C++20 compiler, and none was found (Debian or Ubuntu: apt-get install g++).' >&2; exit 1
	$(PYTHON) -m venv $(VENV) || { echo 'python3 has no venv (Debian or Ubuntu: apt-get install python3-venv).' >&2; exit 1; }
	@touch $@

$(VENV)/installed: $(VENV)/made $(PRODUCT)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/developed: $(VENV)/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group peers \
		|| echo 'Some peers could not be installed; their tests will be skipped.'
	@touch $@

$(VENV)/documented: $(VENV)/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	@touch $@

clean:
	rm -rf build $(VENV)
