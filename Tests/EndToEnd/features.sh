#!/usr/bin/env bash
# Proves which features know which: the compiler checks folders of Domain without the others. `Library` names no feature
# but the errors, one case for each; an empty error stands in for each that is missing.
#
#   Tests/EndToEnd/features.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

. Tests/EndToEnd/targets.sh

options Domain >"$scratch/options"
mapfile -t settings <"$scratch/options"

# alone <folder>…: type-checks these folders of Domain.
alone() {
    local files error
    mapfile -t files < <(find "${@/#/Domain/}" -name '*.swift' | sort)
    for error in $(sed -nE 's/^ *case \w+\((\w+Error)\).*/\1/p' Domain/Library/LibraryError.swift); do
        grep -qE "(enum|struct) $error\b" "${files[@]}" || echo "public enum $error: Error, Hashable {}"
    done >"$scratch/Missing.swift"
    swiftc "${settings[@]}" -wmo -typecheck "${files[@]}" "$scratch/Missing.swift" 2>"$scratch/messages"
}

core="Library Books Lending Preferences"
for features in \
    "Library" "Library Books" "Library Books Catalog" \
    "$core Merging" \
    "$core Statistics" \
    "$core"; do
    # Unquoted: several words.
    if ! alone $features; then
        cat "$scratch/messages"
        echo "FAILED: $features need another folder of Domain"
        exit 1
    fi
    echo "-- $features compile without the others"
done

# A planted use of another feature must be found.
echo "func planted(_ loan: Loan) {}" >"$scratch/Planted.swift"
settings+=("$scratch/Planted.swift")
if alone Library Books; then
    echo "FAILED: a use of Lending in Books isn't found"
    exit 1
fi
echo "-- a planted use of Lending in Books is refused"
