#!/usr/bin/env bash
# Checks an exercise in the folder that `start.sh` made:
#   Tests/Exercises/check.sh <number>
# It builds, runs the exercise's test, then the rules of the layers, and says what is left. Or, for who keeps this project:
#   Tests/Exercises/check.sh --solution [--here] [<number>…]
# checks in a copy of the last commit that each exercise fails unsolved and passes with its solution. Neither changes a
# file of the checkout; with --here, it must have no changes, and is used as the copy.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Exercises/patches.sh

output=$(mktemp)
if [ "${1:-}" != --solution ]; then
    trap 'rm -f "$output"' EXIT
    [ $# = 1 ] || fail "which exercise? Give one number: $script 1"
    exercise=$(exercise "$1")
    copy=$PWD
    git apply -C1 --reverse --check "$exercise/test.patch" 2>/dev/null ||
        fail "the test of exercise $1 isn't here as it was given. Use the folder that Tests/Exercises/start.sh $1 makes"
    echo "Building, then testing. The first time this takes minutes; save no Swift file meanwhile."
    if ! tried "$(said Test "$exercise/README.md")" "$output"; then
        echo "Not yet:"
        failures "$output"
        exit 1
    fi
    echo "The exercise's test passes."
    if ! tried 'RuleTests/' "$output"; then
        echo "But a rule of the layers is broken:"
        failures "$output"
        exit 1
    fi
    echo "The layers' rules hold. Solved: \`swift test\` shows whether anything else broke."
    echo "Another solution: $exercise/solution.patch"
    exit
fi
shift
here=
[ "${1:-}" != --here ] || { here=$1; shift; }
[ $# -gt 0 ] || set -- $(printf '%s\n' Tests/Exercises/[0-9]* | sed 's|.*/||; s|-.*||')
for number; do exercise "$number" >/dev/null; done
open_copy $here
trap 'rm -f "$output"; reset_copy' EXIT
right=0
for number; do
    exercise=$(exercise "$number")
    test=$(said Test "$exercise/README.md")
    echo "== $(sed -n 's/^# //p;q' "$exercise/README.md")"
    reset_copy
    change_copy "$exercise/test.patch"
    if tried "$test" "$output"; then
        echo "FAILED: unsolved, $test passes"
        continue
    fi
    echo "unsolved, it fails:"
    failures "$output" 2
    change_copy "$exercise/solution.patch"
    if ! tried "$test|RuleTests/" "$output"; then
        echo "FAILED: solved, it doesn't pass:"
        failures "$output"
        continue
    fi
    echo "solved, it passes"
    right=$((right + 1))
done
echo "$right of $# fail unsolved and pass solved"
[ "$right" = $# ]
