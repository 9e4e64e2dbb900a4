#!/usr/bin/env bash
# Replays the transcripts of `App/App.docc/TwoProcesses.md`: two processes lend one book, in a file and in a cluster.
# Prints what they say and their statuses, and fails if the page says something else.
#
# Nothing depends on time. A lock is held until a step is done. A process that waits for a lock shows it by making the
# lock file anew; there it is stopped, so that the other process comes first.
#
#   Tests/EndToEnd/two-processes.sh <bookshelf>
set -uo pipefail

tests=$(realpath "$(dirname "$0")/..")
page=$(realpath "$tests/../App/App.docc/TwoProcesses.md")
. "$(dirname "$0")/checks.sh" || exit
command -v flock >/dev/null || { echo "skipped: everything (flock is not installed)"; exit "${BOOKSHELF_NEEDS_SHELLS:-0}"; }
trap 'kill -KILL $(jobs -p) 2>/dev/null; wait; rm -rf "$scratch"' EXIT

# The paths of a library in this home folder.
data=.local/share/bookshelf/library.jsonl
lock=$data.lock

# begin <home folder> <arguments…>: starts the program, which writes to the files `messages` and `output` of the folder.
# Its process is `started`.
begin() {
    local home=$scratch/$1
    shift
    env -i HOME="$home" PATH="$PATH" TZ=UTC "$program" "$@" </dev/null >"$home/output" 2>"$home/messages" &
    started=$!
}
# said <home folder> <process>: waits for its end, prints its messages without what differs from run to run, and its
# status, which is left in `ended`.
said() {
    wait "$2" && ended=0 || ended=$?
    sed -e "s:$scratch/[a-z]*:~:g" -e 's#\(can.t reach etcd://\).*#\1…#' "$1/messages"
    echo "status $ended"
}
# show <home folder> <arguments…>: a command from beginning to end. The output of "lend" has random identifiers.
show() {
    echo "\$ bookshelf ${*:2}"
    begin "$@"
    said "$1" "$started" >said
    [ "$2" = lend ] || tr '\t' ' ' <"$1/output"
    cat said
}
# library <home folder> [<arguments…>]: adds the book to a library in a new home folder.
library() {
    mkdir -p "$1" && begin "$1" add Dune --author "Frank Herbert" "${@:2}" && wait "$started" || exit
}

# listing <number>: a transcript of the page.
listing() { awk -v wanted="$1" '/^```/ { inside = /^```text/ && ++number == wanted; next } inside' "$page"; }
# compare <name> <number>: the file of that name with the page's transcript.
compare() {
    cat "$1"
    local difference
    difference=$(diff <(listing "$2") "$1")
    check "the page says the same ($1)" "" "$difference"
}

# Cleo's process waits for ten seconds, beside all others.
library kept
exec {kept}<>"kept/$lock"
flock "$kept"
begin kept lend dune --to Cleo
cleo=$started

echo "-- in a file"
library home
in_a_file() {
    rm "home/$lock"
    exec {held}<>"home/$data"
    flock "$held"
    echo "# The lock file was removed. Another program holds the lock of the library itself."
    echo "\$ bookshelf lend dune --to Ben --due 2999-12-31 &"
    mkdir ben && ln -s ../home/.local ben/.local
    begin ben lend dune --to Ben --due 2999-12-31
    local ben=$started since=$SECONDS
    # Nothing announces a new file, or that a process has stopped.
    until [ -e "home/$lock" ] || ! kill -0 "$ben"; do sleep 0.01; done
    while kill -STOP "$ben"; do
        until grep -q '^State:.*stopped' "/proc/$ben/status" || ! kill -0 "$ben"; do sleep 0.01; done
        # A waiting process holds the lock file's lock for moments.
        flock -n "home/$lock" true && break
        kill -CONT "$ben"
    done
    echo "# Ben's process has found the book, made the lock file anew, and waits. Readers don't wait."
    show home loans
    flock -u "$held"
    echo "# The lock is free. Ana's process comes first."
    show home lend dune --to Ana --due 2999-12-31
    echo "# Ben's process takes the lock, and reads anew."
    local waited=$((SECONDS - since))
    kill -CONT "$ben"
    said ben "$ben" >ben/said
    # Only on a machine so slow that Ben's ten seconds were over: he tries again, as he is told.
    if [ "$ended" = 74 ] && [ "$waited" -ge 9 ]; then
        begin ben lend dune --to Ben --due 2999-12-31
        said ben "$started" >ben/said
    fi
    cat ben/said
    show home list --columns title,lentTo
    exec {held}>&-
    echo "# In another library, a program holds the lock of the lock file, and doesn't release it."
    echo "\$ bookshelf lend dune --to Cleo"
    said kept "$cleo"
}

in_a_file >file
compare file 1
. "$tests/EndToEnd/two-processes-etcd.sh"

[ "$failures" = 0 ] && echo "two processes: all passed" || { echo "two processes: $failures FAILED"; exit 1; }
