#!/usr/bin/env bash
# After the trunk has moved: says which patches of exercises and mistakes no longer apply, or brings one up to date.
#   Tests/Exercises/renew.sh                 which patches no longer apply
#   Tests/Exercises/renew.sh <patch>         merges it into a copy, and says where to resolve what conflicts
#   Tests/Exercises/renew.sh --save <patch>  writes the copy's changes into the patch; the text above the diff stays
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Exercises/patches.sh

# before <patch>: the patch that comes before it, if any.
before() { [[ $1 != */solution.patch ]] || echo "${1%/*}/test.patch"; }

if [ $# = 0 ]; then
    git rev-parse --verify -q HEAD >/dev/null || { echo "skipped: patches apply to a commit, and there is none"; exit; }
    count=0 bad=0
    for patch in Tests/Mistakes/[0-9]*.patch Tests/Exercises/[0-9]*/{test,solution}.patch; do
        count=$((count + 1))
        applies $(before "$patch") "$patch" 2>/dev/null || {
            echo "no longer applies: $patch"
            bad=$((bad + 1))
        }
    done
    echo "$((count - bad)) of $count patches apply"
    [ "$bad" = 0 ]
    exit
fi

if [ "$1" = --save ]; then
    copy=$PWD/.build/patches
    git -C "$copy" add -A
    [ -z "$(git -C "$copy" diff --check HEAD | grep conflict)" ] || fail "there are conflicts left in $copy"
    # What the patch before it changed is staged in the first tree.
    first=$(cat "$copy.first")
    { sed '/^diff --git /,$d' "$2"; git -C "$copy" diff --cached "$first"; } >"$2.new"
    mv "$2.new" "$2"
    echo "$2 is up to date. Look at it: git diff $2"
    exit
fi

open_copy
earlier=$(before "$1")
[ -z "$earlier" ] || git -C "$copy" apply -C1 --index "$PWD/$earlier" || fail "first bring $earlier up to date"
git -C "$copy" write-tree >"$copy.first"
if git -C "$copy" apply --3way --index "$PWD/$1"; then
    echo "It merges by itself."
else
    echo "Resolve the conflicts in $copy."
fi
echo "Then: Tests/Exercises/renew.sh --save $1"
