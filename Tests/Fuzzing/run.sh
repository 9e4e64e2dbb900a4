#!/usr/bin/env bash
# Runs the toolchain's fuzzer on the code that reads the files of a store. It starts with files that the stores wrote,
# and collects inputs in .build/fuzzing/corpus. An input that breaks a rule, crashes, hangs or takes too much memory
# becomes .build/fuzzing/crash-… (or slow-…, oom-…), which can be replayed:
#
#   Tests/Fuzzing/run.sh [<seconds, 300 by default> | <input to replay>]
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
build=$root/.build/fuzzing
mkdir -p "$build/corpus"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The compiler leaves temporary files behind.
export TMPDIR=$scratch

options=(-O -wmo -parse-as-library -swift-version 6 -sanitize=fuzzer -I "$build")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault; do
    options+=(-enable-upcoming-feature "$feature")
done
package=$(swift package describe --type json)
# The checks and all modules they depend on, each after those it imports.
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
    # Not by exec, which would leave the temporary files.
    ./fuzz "$1"
    exit
fi

# The initial files, each after the byte that selects its check.
seed() { # <check> <file>
    { printf "\\$1"; cat "$2"; } >"corpus/seed-$1-$(basename "$2")"
}
swift build --package-path "$root" --product StorageWorker >/dev/null
worker=$(swift build --package-path "$root" --show-bin-path)/StorageWorker
for engine in journal keyValue; do
    "$worker" "$engine" sample notes "$scratch" none write 1 20 >/dev/null
done
seed 0 "$scratch/notes.jsonl"
seed 1 "$scratch/notes.jsonl"
seed 2 "$scratch/notes.json"
seed 3 "$scratch/notes.json"

./fuzz corpus -max_total_time="${1:-300}" -timeout=10 -rss_limit_mb=1024 -max_len=4096 -print_final_stats=1
