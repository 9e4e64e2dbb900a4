#!/usr/bin/env bash
# Checks that all patches of exercises and mistakes apply, then tries as many of them as fit into some seconds, in turn:
#   Tests/Exercises/in-turn.sh <seconds>
# Each commit begins with another one. It works in this checkout, which must have no changes, because a copy would have to
# be built from the beginning.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?how many seconds}

Tests/Exercises/renew.sh
mapfile -t all < <(
    for patch in Tests/Mistakes/[0-9]*.patch; do echo "Tests/Mistakes/show.sh --here $(basename "$patch" | cut -d- -f1)"; done
    for page in Tests/Exercises/[0-9]*/; do echo "Tests/Exercises/check.sh --solution --here $(basename "$page" | cut -d- -f1)"; done
)
next=$(($(git rev-list --count HEAD) * 7 % ${#all[@]}))
tried=0
until ((SECONDS >= seconds || tried == ${#all[@]})); do
    ${all[next]} # Unquoted: a command and its arguments.
    next=$(((next + 7) % ${#all[@]}))
    tried=$((tried + 1))
done
echo "tried $tried of ${#all[@]}"
