#!/usr/bin/env bash
# Starts an exercise in a worktree of its own, which has its failing test:
#   Tests/Exercises/start.sh <number> [<folder>]
# The folder is beside the checkout, bookshelf-exercise-<number>, unless another is given. The worktree begins at the last
# commit; what isn't committed here stays here, untouched. In it, `git diff` shows your own work, and
# Tests/Exercises/check.sh whether it is done.
set -euo pipefail
from=$PWD
cd "$(dirname "$0")/../.."
. Tests/Exercises/patches.sh

[ $# -ge 1 ] || {
    {
        echo "Which exercise? Give its number: $script 1"
        for page in Tests/Exercises/[0-9]*/README.md; do sed -n 's/^# /  /p;q' "$page"; done
    } >&2
    exit 64
}
exercise=$(exercise "$1")
folder=${2:-$(cd .. && pwd)/bookshelf-exercise-$((10#$1))}
[[ $folder = /* ]] || folder=$from/$folder
# As one types it, also if there are spaces in it.
typed=$(printf %q "$folder")
[ ! -e "$folder" ] || fail "$folder is there already. Go on in it, or remove it: git -C $(printf %q "$PWD") worktree remove --force $typed"
applies "$exercise/test.patch" || fail "the test of this exercise doesn't apply to the last commit"
git worktree prune
git worktree add -q --detach "$folder"
# Staged, so that `git diff` shows what you write.
git -C "$folder" apply -C1 --index "$PWD/$exercise/test.patch"
echo "Exercise $(sed -n 's/^# //p;q' "$exercise/README.md")"
echo "Read $folder/$exercise/README.md, work in $folder, and try:"
echo "  cd $typed && Tests/Exercises/check.sh $1"
