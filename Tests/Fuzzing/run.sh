#!/usr/bin/env bash
# Runs the toolchain's fuzzer on all that reads files. It begins with the files of the repository's tests, keeps what
# it learns in .build/fuzzing/corpus, and leaves an input that broke a rule, crashed, hung or took too much memory as
# .build/fuzzing/crash-… (or slow-…, oom-…), which this replays:
#
#   Tests/Fuzzing/run.sh [<seconds, 300 if not said> | <input to replay>]
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
build=$root/.build/fuzzing
mkdir -p "$build/corpus"

options=(-O -wmo -parse-as-library -swift-version 6 -sanitize=fuzzer -I "$build")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault; do
    options+=(-enable-upcoming-feature "$feature")
done
package=$(swift package describe --type json)
# The checks and all that they stand on, each module after those it imports.
modules=$(jq -r '[.targets[] | {(.name): (.target_dependencies // [])}] | add as $declared |
    def below: ., ($declared[.][] | below); "FuzzChecks" | below' <<<"$package" | tac | awk '!seen[$0]++')
objects=()
for module in $modules; do
    jq -j --arg name "$module" '.targets[] | select(.name == $name) | .path as $path |
        .sources[] | $path + "/" + . + "\u0000"' <<<"$package" |
        xargs -0 swiftc "${options[@]}" -module-name "$module" \
            -emit-module -emit-module-path "$build/$module.swiftmodule" -emit-object -o "$build/$module.o"
    objects+=("$build/$module.o")
done
swiftc "${options[@]}" -module-name FuzzTarget Tests/Fuzzing/FuzzTarget.swift "${objects[@]}" -o "$build/fuzz"

cd "$build"
if [ -f "${1:-}" ]; then
    exec ./fuzz "$1"
fi

# Real files to begin with, each behind the byte that chooses its check.
seed() { # <check> <file>
    { printf "\\$1"; cat "$2"; } >"corpus/seed-$1-$(basename "$2")"
}
swift build --package-path "$root" --product bookshelf >/dev/null
program=$(swift build --package-path "$root" --show-bin-path)/bookshelf
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for store in file keyvalue; do
    bookshelf() { "$program" --directory "$scratch" --store "$store" --quiet "$@" >/dev/null; }
    bookshelf add "Cien años de soledad" --author "Gabriel García Márquez" --isbn 9788437604947 --shelf "Español"
    bookshelf add Emma --author "Jane Austen" --status read --rating 5 --favorite
    bookshelf lend emma --to Ana --days 14
    bookshelf edit cien --title "Cien \"años\" 📚"
    bookshelf return emma
    bookshelf remove emma
    bookshelf settings set loan-days 14
    bookshelf export "$scratch/list.csv"
    bookshelf export "$scratch/list.json"
done
seed 0 "$scratch/library.jsonl"
seed 1 "$scratch/library.jsonl"
seed 2 "$scratch/settings.json"
seed 3 "$scratch/library.json"
seed 4 "$scratch/list.csv"
seed 4 "$scratch/list.json"

./fuzz corpus -max_total_time="${1:-300}" -timeout=10 -rss_limit_mb=1024 -max_len=4096 -print_final_stats=1
