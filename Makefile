# The two commands: `make demo` and `make test`. Both set up everything they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS ?= $(TENGEN_PEERS)
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Twice as many tests at once as there are cores: half of them wait.
PYTEST = $(BIN)/python -m pytest --numprocesses $$((2 * $(CORES))) --dist loadfile --no-loadscope-reorder

unexport PYTHONDONTWRITEBYTECODE  # the tests start Python a thousand times: what is compiled is kept

CPP = $(shell find core -name '*.[ch]pp')
PRODUCT := pyproject.toml CMakeLists.txt README.md LICENSE $(shell find src core bin -type f -not -path '*/__pycache__/*')

.PHONY: demo test lint format links-with-clang core-compiled core-test python-compiled python-test test-learn test-gpu wasm test-wasm soak bench docs site stubs wheels clean

demo: $(VENV)/installed
	@echo; echo '$$ tengen simulate nogo examples/nogo-5x5.txt --format diagram'; echo
	@$(BIN)/tengen simulate nogo examples/nogo-5x5.txt --format diagram

# While mypy reads, which takes one core, the other compiles: the core's tests, and Python's, which each process of pytest
# would compile for itself.
test: $(VENV)/developed
	@$(MAKE) --no-print-directory --jobs=$(CORES) --output-sync lint core-compiled python-compiled
	@$(MAKE) --no-print-directory core-test python-test

lint: $(VENV)/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/oxlint --deny-warnings src/tengen/web/static/js js tests/wasm benchmarks
	$(BIN)/mypy

format: $(VENV)/developed
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# Is clang++ here, with the runtime of its sanitizers? Debian has that in a package of its own.
links-with-clang:
	@mkdir -p build
	@echo 'int main() {}' | clang++ -fsanitize=thread -x c++ - -o build/linked

core-compiled: $(VENV)/developed
	$(call build_core_tests,address,build/core-address)

python-compiled: $(VENV)/developed
	@$(BIN)/python -m pytest --collect-only > /dev/null

# Every test with the usual compiler. A second one reads every line too, and runs the tests with threads in them.
core-test: $(VENV)/developed
	$(call run_core_tests,address)
	@if $(MAKE) --silent links-with-clang 2> /dev/null; then $(call run_core_tests,threads,-DCMAKE_CXX_COMPILER=clang++); \
	elif [ "$$CI" = true ]; then echo 'CI must have clang++ and its sanitizers (Debian: clang libclang-rt-dev)' >&2; exit 1; \
	else echo 'skipped: clang++ or its sanitizers are not here (Debian: clang libclang-rt-dev)' && $(call run_core_tests,threads); fi

# The tests of one kind (core/tests/CMakeLists.txt), and how to configure them.
run_core_tests = $(call build_core_tests,$(1),build/core-$(1),$(2)) \
	&& (cd build/core-$(1) && $(CURDIR)/$(BIN)/ctest --output-on-failure --parallel $(CORES))
build_core_tests = $(BIN)/cmake -S core/tests -B $(2) -DKIND=$(1) $(3) > /dev/null \
	&& $(BIN)/cmake --build $(2) --parallel $(CORES)

python-test: $(VENV)/developed
	$(PYTEST)

# tengen train, and the programs of docs/train-an-agent.md, at reduced length. PyTorch is large, so `make test` does
# without it.
test-learn: $(VENV)/learned
	$(BIN)/python -m pytest tests/learn/programs.py tests/learn/training.py

# What takes the extra `gpu`, which is large: every kernel compiled, and on a machine with a graphics card its totals.
test-gpu: $(VENV)/developed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[gpu]'
	$(BIN)/python -m pytest tests/gpu/kernels.py

# The core for JavaScript: build/wasm is then the npm package. Twice: with SIMD, and for browsers without.
wasm: $(VENV)/developed
	@command -v em++ > /dev/null || { echo 'WebAssembly takes Emscripten (Debian or Ubuntu: apt-get install emscripten).' >&2; exit 1; }
	$(call build_wasm,simd,ON)
	$(call build_wasm,plain,OFF)
	rm -rf build/wasm
	mkdir -p build/wasm/nets
	cp js/* LICENSE build/wasm-simd/tengen-simd.wasm build/wasm-plain/tengen.wasm build/wasm
	cp src/tengen/data/*.safetensors build/wasm/nets

build_wasm = emcmake $(CURDIR)/$(BIN)/cmake -S core/wasm -B build/wasm-$(1) -DSIMD=$(2) > /dev/null \
	&& $(BIN)/cmake --build build/wasm-$(1) --parallel $(CORES)

# The package beside Python, in Node and in Chromium; and the static page: what only it has, and the tests of the page as a
# server serves it. Emscripten is large, so `make test` does without it.
test-wasm: site
	$(BIN)/python -m pytest --numprocesses $(CORES) tests/wasm/twin.py tests/wasm/package.py
	TENGEN_SITE=build/site $(PYTEST) tests/browser/static_site.py tests/browser/test_*.py

# The tests with chance in them, again and again with new seeds. Each failure is printed with the command that repeats it.
MINUTES ?= 60
ARM64 = $(shell command -v aarch64-linux-gnu-g++ > /dev/null && command -v qemu-aarch64 > /dev/null && echo arm64)
soak: $(VENV)/developed
	$(call build_core_tests,address,build/core-address)
	$(call build_core_tests,full,build/core-full)
	$(if $(ARM64),$(call build_core_tests,arm64,build/core-arm64),@echo 'skipped: arm64, whose compiler and emulator are not here (Debian: g++-aarch64-linux-gnu qemu-user)')
	$(BIN)/cmake -S . -B build/sanitized-python -DTENGEN_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > /dev/null
	$(BIN)/cmake --build build/sanitized-python --parallel $(CORES)
	$(BIN)/python tests/soak.py $(MINUTES) $(ARM64)

# Peers: a folder with the published solutions (nogo-2, ...) and the yardstick, as executables.
bench: $(VENV)/developed
	$(BIN)/python -m benchmarks $(if $(PEERS),--peers $(PEERS))

# The documentation as a site, from the sources alone: nothing is built or imported. With --quiet, --strict would not see
# broken links.
docs: $(VENV)/documented
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'build/site/docs/index.html; with its search: $(BIN)/python -m http.server --directory build/site/docs'

# The board as a page that needs no server, with the documentation beside it: all of build/site can be put on any web
# server, at any place.
site: export TENGEN_BOARD = ../index.html
site: wasm docs $(VENV)/developed
	$(BIN)/python docs/site/board.py build/wasm build/site
	@echo '$(BIN)/python -m http.server --directory build/site'

# Wheels for this system, into dist/: on Linux that takes docker.
wheels: $(VENV)/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'cibuildwheel>=4,<5'
	$(BIN)/cibuildwheel --output-dir dist

# The native module's types, from the module itself; a test says when they are out of date.
stubs: $(VENV)/developed
	$(BIN)/python -m nanobind.stubgen -q -m tengen._core -p core/bindings/stubs.nb -o src/tengen/_core.pyi

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

# Python compiles what is used of these packages when it is first imported: that is far less than all of it.
$(VENV)/developed: $(VENV)/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --group dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --group peers \
		|| { [ "$$CI" != true ] && echo 'Some peers could not be installed; their tests will be skipped.'; }
	@touch $@

$(VENV)/learned: $(VENV)/developed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group learn
	@touch $@

$(VENV)/documented: $(VENV)/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	@touch $@

clean:
	rm -rf build $(VENV)
