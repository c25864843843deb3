# `make demo` and `make test` work on a bare Debian 12 machine: they install what is missing (as root or with
# sudo), configure and build, then run. See CMakePresets.json for other ways to build.
BUILD := build/release
TOILE := $(BUILD)/cli/toile
JOBS := $(shell nproc 2>/dev/null || echo 2)
# More cache variables, e.g. make test CONFIGURE_OPTIONS=-DTOILE_WARNINGS_AS_ERRORS=ON
CONFIGURE_OPTIONS ?=

# ccache wants a home folder; without one it uses the build folder.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export CCACHE_DIR := $(CURDIR)/build/ccache
endif

.PHONY: demo test viewer shaders web web-core web-serve test-web configure packages format clean

demo: configure
	@cmake --build $(BUILD) --target toile_cli
	@mkdir -p out
	$(TOILE) bake cape --out out/cape.glb,out/cape.pc2 --picture out/cape.png

# `toile view` and `toile render`, with what they need.
viewer:
	@scripts/install_packages.sh viewer
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) --target toile_cli

test: configure
	@cmake --build $(BUILD)
	@ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

configure: packages
	@cmake --preset release --log-level=WARNING $(CONFIGURE_OPTIONS)

packages:
	@scripts/install_packages.sh build

# SPIR-V of shaders/**/*.wgsl, which is committed. Needs Node 20 and npm.
shaders:
	@cd scripts/shaders && npm ci --no-audit --no-fund --loglevel=error
	@node scripts/shaders/compile.mjs

# The page in a browser, a static site in web/page/dist that works from any path.
web: web-core
	@cd web && npm run build --silent --workspace page

# The library for JavaScript: web/toile/dist, an npm package.
web-core:
	@scripts/install_packages.sh build web
	@cmake --preset web --log-level=WARNING $(CONFIGURE_OPTIONS)
	@cmake --build --preset web
	@command -v npm >/dev/null || { echo "npm is missing (Debian: apt-get install npm)" >&2; exit 1; }
	@cd web && npm ci --silent && npm run build --silent --workspace toile

web-serve: web
	@node web/serve.mjs web/page/dist

# The package in Node, the page in the distribution's Chromium.
test-web: web
	@cd web && npm test --silent

format:
	@scripts/sources.sh | xargs -0 clang-format -i

clean:
	rm -rf build out
