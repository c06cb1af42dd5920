# What is checked, one recipe a check. `just ci` runs them all, as the continuous integration does.

set shell := ["bash", "-euo", "pipefail", "-c"]

checks := "fmt house weight clippy doc interface deny test test-long python browser mpi bench-counts fuzz"

# The list of recipes.
default:
    @just --list

# All checks.
ci:
    #!/usr/bin/env bash
    set -euo pipefail
    for check in {{ checks }}; do
        printf '\n== %s (%ss)\n' "$check" "$SECONDS"
        '{{ just_executable() }}' "$check"
    done
    printf '\n== done (%ss)\n' "$SECONDS"

# Formatting.
fmt:
    cargo fmt --all --check

# Which crate and which folder may know which, and how files are written.
house:
    cargo run --quiet --locked --package fewest-house

# What the first build costs, and how large the command is, beside their record.
weight:
    .ci/weight

# Lints.
clippy:
    cargo clippy --locked --workspace --all-features --all-targets -- -D warnings

# The library documentation.
doc $RUSTDOCFLAGS="-D warnings":
    cargo doc --locked --workspace --all-features --no-deps

# Licences and sources of what fewest depends on.
deny:
    PATH="$(.ci/tool cargo-deny):$PATH" cargo deny --locked check licenses bans sources

# The tests of the README's command, and those of the laboratory.
test:
    cargo test --locked --workspace --all-features

# The tests that take longer, which the command above lists as ignored.
test-long:
    cargo test --locked --workspace --all-features --lib --bins --tests -- --ignored

# Ranks that are processes, by MPI: OpenMPI and libclang are needed.
mpi:
    .ci/mpi

# The Python package, from a wheel in a virtual environment of its own: Python with pip is needed.
python:
    .ci/python

# A Debian package in target/debian, with manual pages and completions; it is tried, too.
deb:
    .ci/deb

# The command for x86-64 Linux as one file that needs no library; it is tried, too. Python is needed.
static:
    .ci/static

# The page with the engine as WebAssembly, in target/page: any host can serve the folder.
page:
    #!/usr/bin/env bash
    set -euo pipefail
    rustup target add wasm32-unknown-unknown
    tools=$(.ci/tool wasm-bindgen)
    # The stack of the default is too small for the deepest searches.
    cargo rustc --locked --profile wasm --package fewest-page --target wasm32-unknown-unknown \
        --crate-type cdylib -- -Clink-arg=-zstack-size=33554432
    rm -rf target/page
    "$tools/wasm-bindgen" --target web --no-typescript --remove-name-section --out-name fewest --out-dir target/page \
        target/wasm32-unknown-unknown/wasm/fewest_page.wasm
    '{{ just_executable() }}' page-files

# The page in target/page after a change of its files alone.
page-files:
    cp crates/page/site/* target/page/
    cp crates/view/src/picture.css target/page/pieces.css

# The page and the server in a headless browser: Chromium and Node are needed.
browser: page
    .ci/browser

# The picture of the page in the book and the README.
pictures: page
    .ci/browser pictures

# The figures of the book, each by the command that stands beside it.
figures:
    FEWEST_BLESS=1 cargo test --locked --workspace --all-features --test command figures

# The speed of the engine as WebAssembly beside the native one, with one thread.
page-speed: page
    cargo build --locked --release --package fewest-cli
    node crates/page/tests/speed.mjs target/page target/release/fewest

# Benchmarks: counts are asserted, times printed.
bench:
    cargo bench --locked --package fewest-search --package fewest-tiles --package fewest-atomix --package fewest-panex --benches

# What the benchmarks assert, with what was built for the tests: the times say little.
bench-counts:
    cargo bench --locked --workspace --all-features --profile test --bench engines --bench exchange --bench pancakes

# Every parser, and the checker of certificates, on hostile input; seconds for each.
fuzz seconds=env("FUZZ_SECONDS", "4"):
    .ci/fuzz {{ seconds }}

# Packs what fuzzing has found of interest, for the next time.
fuzz-keep:
    .ci/fuzz keep

# Whether tests notice what is changed in a package, for hours: `just mutants fewest-proof --shuffle`.
mutants package *arguments:
    #!/usr/bin/env bash
    set -euo pipefail
    tools=$(.ci/tool cargo-mutants)
    export PATH=$tools:$PATH
    cargo mutants --package {{ package }} --profile mutants --output target {{ arguments }}

# Whether the public interface of the libraries is the one that is listed for their version; FEWEST_BLESS=1
# lists it anew where no program breaks.
interface:
    .ci/interface

# The book and the decisions as HTML, with mdBook.
book:
    .ci/book
