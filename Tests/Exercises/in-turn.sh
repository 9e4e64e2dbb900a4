#!/usr/bin/env bash
# Checks that all patches of exercises and mistakes apply, then tries as many of them as fit into some seconds, in turn:
#   Tests/Exercises/in-turn.sh <seconds>
# Each commit begins with another one. One that isn't done when the time is over ends unfinished. It works in this checkout,
# because a copy would have to be built from the beginning; where that has changes, it tries none.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?how many seconds}

Tests/Exercises/renew.sh
git rev-parse --verify -q HEAD >/dev/null || exit 0
[ -z "$(git status --porcelain)" ] || { echo "skipped: there are changes here that aren't committed"; exit; }
mapfile -t all < <(
    for patch in Tests/Mistakes/[0-9]*.patch; do echo "Tests/Mistakes/show.sh --here $(basename "$patch" | cut -d- -f1)"; done
    for page in Tests/Exercises/[0-9]*/; do echo "Tests/Exercises/check.sh --solution --here $(basename "$page" | cut -d- -f1)"; done
)
next=$(($(git rev-list --count HEAD) * 7 % ${#all[@]}))
tried=0
until ((SECONDS >= seconds || tried == ${#all[@]})); do
    # Unquoted: a command and its arguments.
    timeout $((seconds - SECONDS)) ${all[next]} && status=0 || status=$?
    if [ "$status" = 124 ]; then
        echo "unfinished: ${all[next]}"
        break
    fi
    [ "$status" = 0 ] || exit "$status"
    next=$(((next + 7) % ${#all[@]}))
    tried=$((tried + 1))
done
echo "tried $tried of ${#all[@]}"
