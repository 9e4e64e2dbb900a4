# Shared by the scripts that apply exercises and mistakes. They source it in the root of a checkout.
#
# A patch is a file that `git apply` takes; text before the first `diff --git` is for people. All patches are made for
# one commit, the checkout's own, and none of the scripts changes the checkout: they work in worktrees. One line of context
# (-C1) is enough, so that they apply where features were taken out, too.

# The script as one types it, also if there are spaces in its path.
script=$(printf %q "$0")

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# exercise <number>: its folder.
exercise() { numbered exercise "$1" Tests/Exercises; }

# mistake <number>: its patch.
mistake() { numbered mistake "$1" Tests/Mistakes; }

# numbers <folder>: those that it has.
numbers() { (cd "$1" && echo [0-9]* | sed -E 's/(^| )0*([0-9]+)[^ ]*/\1\2/g'); }

# numbered <what> <number> <folder>: what the folder has under that number.
numbered() {
    local all=("$3"/[0-9]*) found
    [[ $2 =~ ^[0-9]{1,2}$ ]] && found=$(compgen -G "$3/$(printf %02d "$((10#$2))")-*") ||
        fail "there is no $1 \"$2\". Give one of $(numbers "$3"): $script $(numbers "$3" | cut -d " " -f 1)"
    echo "$found"
}

# said <name> <file>: what the line `<name>: …` of the file says.
said() { sed -n "s/^$1: //p" "$2" | head -n 1; }

# applies <patch>…: whether they apply to the last commit, one after the other. Changes no file of the checkout.
applies() {
    local index patch
    index=$(mktemp -u)
    GIT_INDEX_FILE=$index git read-tree HEAD
    for patch; do
        GIT_INDEX_FILE=$index git apply -C1 --cached "$patch" || {
            rm -f "$index"
            return 1
        }
    done
    rm -f "$index"
}

# open_copy [--here]: a worktree of the last commit. It is kept, because a second build in it is fast. With --here, it is
# the checkout itself, which must have no changes: for checks on a fresh clone, where that is built already. `copy` is its
# folder, and it is left as it was, also after an interruption.
open_copy() {
    copy=$PWD/.build/patches
    if [ "${1:-}" = --here ]; then
        [ -z "$(git status --porcelain)" ] || fail "there are changes here that aren't committed"
        copy=$PWD
    elif [ -e "$copy/.git" ]; then
        reset_copy
        git -C "$copy" checkout -q --detach "$(git rev-parse HEAD)"
    else
        git worktree prune
        git worktree add -q --detach "$copy"
    fi
    trap reset_copy EXIT
}

# change_copy <patch>: applies it to the copy.
applied=()
change_copy() {
    git -C "$copy" apply -C1 "$PWD/$1"
    applied+=("$1")
}

# reset_copy: the copy as it was. In the checkout itself, only what patches have changed is taken back: somebody may work
# there meanwhile.
reset_copy() {
    if [ "$copy" != "$PWD" ]; then
        git -C "$copy" reset -q --hard
        git -C "$copy" clean -q -d --force
        return
    fi
    while [ "${#applied[@]}" -gt 0 ]; do
        git apply -C1 --reverse "${applied[-1]}" || fail "${applied[-1]} is still applied here, and can't be taken back"
        unset "applied[-1]"
    done
}

# tried <filter> <file>: builds the copy and runs those tests. Prints nothing; the file has the output. Fails if the
# build or a test fails, or if no test has run.
tried() {
    (cd "$copy" && swift build --build-tests && swift test --skip-build --filter "$1") >"$2" 2>&1 &&
        grep -q 'Test run with [1-9][0-9]* test' "$2"
}

# failures <file>: what failed, in the output of a build or of tests.
failures() {
    # Without the compiler's drawing, which says each error again.
    grep -E 'error: |✘ Test .* recorded an issue|^FAILED' "$1" | grep -vE '^ *[0-9]* *\||emit-module command failed' |
        sed "s|$copy/||" | awk '!seen[$0]++' | head -n "${2:-5}"
}
