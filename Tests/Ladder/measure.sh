#!/usr/bin/env bash
# Prints the tables of `Domain/Domain.docc/WhyLayers.md`: the size of each rung, and how long it takes to build.
#
#   Tests/Ladder/measure.sh          all of it
#   Tests/Ladder/measure.sh sizes    what doesn't depend on the machine
set -euo pipefail
# Also in $(…), where bash is new enough.
shopt -s inherit_errexit 2>/dev/null || true
cd "$(dirname "$0")"

rungs=(OneFile ModelAndViewModel Layers)
row() {
    printf '| %s |' "$1"
    printf ' %s |' "${@:2}"
    echo
}
# each <name> <command>…: a row with the output of the command for each rung.
each() {
    local cells=() cell
    for rung in "${rungs[@]}"; do
        cell=$("${@:2}" "$rung")
        cells+=("$cell")
    done
    row "$1" "${cells[@]}"
}

modules() { find "$1" -name '*.swift' -exec dirname {} \; | sort -u | grep -c ''; }
files() { find "$1" -name '*.swift' | grep -c ''; }
# Without comments and empty lines.
lines() { find "$1" -name '*.swift' -exec cat {} + | grep -cvE '^ *(//|$)'; }
# Those of the rung alone, which start no process.
tests() { cat "Tests/$1"/*.swift 2>/dev/null | grep -c '@Test' || true; }
tests_without_a_file() {
    local files
    files=$(grep -L FileManager "Tests/$1"/*.swift 2>/dev/null) || true
    cat /dev/null $files | grep -c '@Test' || true
}

row "" "one file" "model and view model" "layers"
row --- --- --- ---
each modules modules
each files files
each "lines of code" lines
each "tests that start no process" tests
each "of these, without a file" tests_without_a_file
[ "${1:-}" != sizes ] || exit 0

# A copy, which can be changed.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r . "$scratch/ladder"
cd "$scratch/ladder"
# seconds <rung>: the processor time of a build of it, which other work changes less than the time that passes.
seconds() {
    local TIMEFORMAT='%U %S' spent
    { spent=$({ time swift build --quiet --product "$1" --scratch-path "$scratch/$1" >"$scratch/log" 2>&1; } 2>&1); } ||
        { cat "$scratch/log" >&2; return 1; }
    awk '{ printf "%.1f", $1 + $2 }' <<<"$spent"
}
# again <rung>: the same after a change of the message for a lent book.
again() {
    grep -rlF 'is lent to \(' "$1" | xargs sed -i 's/is lent to \\(/is already lent to \\(/'
    seconds "$1"
}
each "processor seconds to build it" seconds
each "after a change of the message" again
