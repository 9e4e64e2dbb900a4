#!/usr/bin/env bash
# Makes mistakes in a copy of the last commit, and shows which test catches each:
#   Tests/Mistakes/show.sh [--all] [--here] [<number>…]
# Without numbers: all. With --all, the whole of `swift test` runs, and the other tests that fail are listed, too. It fails
# if a mistake isn't caught by the test that its patch names. The checkout is never changed; with --here, it must have no
# changes, and is used as the copy.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Exercises/patches.sh

all= here=
while [[ ${1:-} = --* ]]; do
    case $1 in
    --all) all=yes ;;
    --here) here=$1 ;;
    *)
        echo "unknown option $1. Use: $script [--all] [--here] [<number>…]" >&2
        exit 64
        ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- $(printf '%s\n' Tests/Mistakes/[0-9]*.patch | sed 's|.*/||; s|-.*||')
for number; do mistake "$number" >/dev/null; done
open_copy $here
output=$(mktemp)
trap 'rm -f "$output"; reset_copy' EXIT
caught=0
for number; do
    patch=$(mistake "$number")
    test=$(said "Caught by" "$patch")
    message=$(said Message "$patch")
    reset_copy
    change_copy "$patch" || fail "$patch doesn't apply: Tests/Exercises/renew.sh helps"
    echo "== $(said Mistake "$patch")"
    if [[ $test = Tests/* ]]; then
        # A script.
        (cd "$copy" && "$test") >"$output" 2>&1 && status=0 || status=$?
    else
        tried "$test" "$output" && status=0 || status=$?
    fi
    if [ "$status" = 0 ]; then
        echo "FAILED: not caught by $test"
    elif ! grep -qF -- "$message" "$output"; then
        echo "FAILED: $test fails, but not with “$message”:"
        failures "$output"
    else
        echo "caught by $test:"
        failures "$output" 3
        caught=$((caught + 1))
    fi
    if [ "$all" ]; then
        (cd "$copy" && swift test) >"$output" 2>&1 || true
        echo "all tests that fail:"
        sed -nE 's/^✘ Test ([^ ]*) .*failed after.*/  \1/p' "$output" | sort -u
    fi
done
echo "$caught of $# caught"
[ "$caught" = $# ]
