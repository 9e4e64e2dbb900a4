#!/usr/bin/env bash
# Takes each feature that Tests/Template/features.txt names out of a copy of this project, and all of them at once. The
# compiler must accept what is left, and the copy must have no word of the feature. With --all, what is left is also built,
# and its tests pass; with --smallest, that of all at once, and nothing else.
#
#   Tests/EndToEnd/removals.sh [--all | --smallest] [<feature>…]
set -euo pipefail
cd "$(dirname "$0")/../.."
project=$PWD

. Tests/EndToEnd/targets.sh
# The others end first, so that the first failure is what is said.
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT

fail() { echo "FAILED: $*"; exit 1; }

all= smallest=
case "${1-}" in
    --all) all=yes && shift ;;
    --smallest) all=yes smallest=yes && shift ;;
esac
# Without those that go by themselves.
mapfile -t features < <(awk '/^only for /{ name = "" } name { print name; name = "" } /^\[/{ name = substr($0, 2, length - 2) }' \
    Tests/Template/features.txt)
[ "${#features[@]}" -gt 0 ] || { echo "nothing is left to take out"; exit; }

swift build --product template >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the template isn't built"; }
template=$(swift build --show-bin-path)/template
export TEMPLATE_ROOT=$project
mkdir "$scratch/modules"

# copy <folder>: what git knows of this project.
copy() {
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' - |
        tar -c --null -T - | tar -x -C "$1"
}

# in_folder <target>: its Swift files, here.
in_folder() {
    local excluded=none
    [ "$1" != Data ] || excluded=Data/Storage
    find "$(of "$1" .path)" -name '*.swift' -not -path "$excluded/*" | sort
}

# compiles <folder>: checks each target of the product there with all it has. What another copy has, too, was checked.
compiles() {
    local target module files settings made
    # What each target is made of: its sources, and the modules that it depends on.
    local -A names
    for target in Domain Storage Data Presentation App; do
        mapfile -t files < <(cd "$1" && in_folder "$target")
        names[$target]=$({
            for module in $(declared "$target"); do echo "${names[$module]}"; done
            cd "$1" && sha256sum "${files[@]}"
        } | sha256sum | cut -c 1-16)
        [ ! -e "$scratch/modules/${names[$target]}" ] || continue
        made=$(mktemp -d)
        mapfile -t settings < <(options "$target")
        for module in $(declared "$target"); do settings+=(-I "$scratch/modules/${names[$module]}"); done
        [ "${#files[@]}" -gt 10 ] || fail "$target has only ${#files[@]} Swift files"
        settings+=(-parse-as-library -wmo)
        # The module without bodies, and then the bodies: that takes half as long as both at once. Nothing imports App.
        (cd "$1" && { [ "$target" = App ] || swiftc "${settings[@]}" -emit-module \
            -emit-module-path "$made/$target.swiftmodule" -Xfrontend -experimental-skip-all-function-bodies \
            "${files[@]}"; } && swiftc "${settings[@]}" -typecheck "${files[@]}") || fail "$target doesn't compile"
        # At once, because the copies are checked beside each other.
        mv -T "$made" "$scratch/modules/${names[$target]}" 2>/dev/null || rm -r "$made"
    done
}

# removed <name of a copy> <feature>…
removed() {
    local folder=$scratch/$1/main
    shift
    copy "$folder"
    "$template" remove-feature "$@" "$folder" >"$folder.log" || fail "$* can't be taken out"
    local before after stated
    before=$(lines "$project")
    after=$(lines "$folder")
    compiles "$folder"
    echo "-- without $*: $((before - after)) of $before lines of the product less"
    # To within one in twenty, as other sizes on pages.
    stated=$(sed -nE "s/^\| $1 \|.*\| ([0-9]+) \|\$/\1/p" App/App.docc/WhatCanBeTakenOut.md)
    [ "$#" != 1 ] || about "$stated" $((before - after)) ||
        fail "WhatCanBeTakenOut.md says that $1 has ${stated:-no} lines"
    [ -n "$all" ] || return 0
    (
        cd "$folder"
        git init -q && git add -A && git -c user.name=none -c user.email=none@localhost commit -qm "What is left"
        [ ! -d "$project/../shared" ] || ln -sfn "$project/../shared" ../shared
        eval "$(sed -n 's/^\(swift test.*\)$/\1/p' README.md | head -n 1)"
    ) || fail "the tests without $* fail"
}
# about <stated> <number>: whether they differ by at most one in twenty.
about() { [ $((20 * ($2 - $1))) -le "$1" ] && [ $((20 * ($1 - $2))) -le "$1" ]; }
lines() { (cd "$1" && find Domain Data Presentation App -name '*.swift' -exec cat {} + | wc -l); }

[ "$#" = 0 ] || features=("$@")
# Two beside each other; with tests, one after the other.
for feature in "${features[@]}"; do
    [ -z "$smallest" ] || break
    if [ -n "$all" ]; then removed "without-$feature" "$feature"; else removed "without-$feature" "$feature" & fi
    [ "$(jobs -r | wc -l)" -lt 2 ] || wait -n
done
if [ "${#features[@]}" != 1 ]; then
    removed smallest "${features[@]}"
    copy "$scratch/turned"
    for ((index = ${#features[@]} - 1; index >= 0; index--)); do
        "$template" remove-feature "${features[index]}" "$scratch/turned" >"$scratch/log" ||
            fail "${features[index]} can't be taken out after those below it"
    done
    diff -r -x .build -x .git -x shared "$scratch/smallest/main" "$scratch/turned" || fail "the order makes a difference"
    [ "$#" != 0 ] || ! grep '^\[' "$scratch/turned/Tests/Template/features.txt" || fail "something is left that nobody needs"
    echo "-- one after the other, the last first: the same is left"
fi
while [ -n "$(jobs)" ]; do wait -n; done

# A planted use must be found, before anything is changed.
feature=${features[0]}
copy "$scratch/planted"
type=$(grep -rhoE "^(public )?struct \w+" "$scratch/planted/Domain/$feature" "$scratch/planted/App/Commands/$feature" \
    "$scratch/planted/App/$feature" 2>/dev/null |
    head -n 1 | sed 's/.* //' || true)
if [ -n "$type" ]; then
    echo "let planted = $type.self" >>"$scratch/planted/App/Commands.swift"
    if "$template" remove-feature "$feature" "$scratch/planted" >"$scratch/log" 2>&1 ||
        ! grep -q "App/Commands.swift, line .*planted = $type" "$scratch/log"; then
        cat "$scratch/log"
        fail "a planted use of $feature isn't found"
    fi
    [ -n "$(find "$scratch/planted/App" -type d -name "$feature")" ] || fail "a refused removal has removed something"
    echo "-- a planted use of $feature is refused"
fi
