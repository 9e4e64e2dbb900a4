#!/usr/bin/env bash
# Kills `undo` of a large import, and of an import that changes every book, at random moments. What is left must be the
# library before the undo, or the one after it, or one from which another `undo` carries on. The same for an undo that
# brings the import back, and for an import that is killed itself.
#
#   Tests/EndToEnd/undo.sh <bookshelf> [<kills>] [<seed>]
set -uo pipefail

. "$(dirname "$0")/checks.sh" "$1" || exit
kills=${2:-20}
seed=${3:-$((SRANDOM % 32768))}
RANDOM=$seed
echo "seed $seed"

# books <count> <rating>: a list of that many books.
books() {
    echo "Title,Author,My Rating,Bookshelves,Publisher,My Review"
    seq "$1" | awk -v rating="$2" '{
        printf "Volume %d,Author %d,%d,\"shelf-%d, generated\",Publisher %d,\"Read it on day %d, and again\"\n",
            $1, $1 % 997, rating, $1 % 7, $1 % 31, $1
    }'
}
# state <file>: everything that a reader sees of the library, and its backup.
state() {
    local command
    for command in list "loans --all" people; do
        # Unquoted: a command and its option.
        bookshelf $command --json "${library[@]}" || echo "FAILED: $command"
    done >"$1" 2>>messages
    bookshelf backup - --quiet "${library[@]}" >>"$1" 2>>messages || echo "FAILED: backup" >>"$1"
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
# killed <longest wait in milliseconds> <arguments…>: runs a command, and kills it after a random wait. In two of three
# cases that begins only when the file of the library has changed, as most of the time passes before that.
killed() {
    local wait=$(((RANDOM * 32768 + RANDOM) % $1)) begins=$((RANDOM % 3)) size
    shift
    size=$(stat -c %s "$file")
    env -i HOME="$scratch" PATH="$PATH" TZ=UTC "$program" "$@" >/dev/null 2>>messages </dev/null &
    local process=$!
    if [ "$begins" != 0 ]; then
        wait=$((wait / 2))
        # Nothing announces a change of a file.
        while [ "$(stat -c %s "$file")" = "$size" ] && kill -0 "$process" 2>/dev/null; do sleep 0.002; done
    fi
    sleep "$((wait / 1000)).$(printf '%03d' $((wait % 1000)))"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
}
# reach <state> <other state>: undoes, killed up to three times, until the library has this state instead of the other.
reach() {
    local attempt
    for attempt in 1 2 3; do
        killed "$length" undo --yes "${library[@]}"
        tried=$((tried + 1))
        state now
        if cmp -s now "$1"; then
            late=$((late + 1))
            return
        elif cmp -s now "$2"; then
            early=$((early + 1))
        else
            middle=$((middle + 1))
            grep -q FAILED now && wrong "what an undo left can't be read"
        fi
    done
    bookshelf undo --yes "${library[@]}" >/dev/null 2>>messages || wrong "undo after a kill exits with $?"
    state now
    cmp -s now "$1" || wrong "undo after a kill doesn't lead to the state $1"
}
wrong() {
    echo "FAILED: $1"
    tail -n 3 messages
    failures=$((failures + 1))
}
# killing <name> <kills>: the library has the state `after` of a command that `undo` takes back to `before`. Goes on
# until a kill has hit the middle. There is none in the store `keyvalue`, where all is one unit of work.
killing() {
    local began=$(milliseconds)
    bookshelf undo --yes "${library[@]}" >/dev/null 2>messages || wrong "undo exits with $?"
    length=$(($(milliseconds) - began + 20))
    state now
    check "$1: undo restores every byte" "" "$(cmp now before 2>&1)"
    local tried=0 early=0 middle=0 late=0 expected
    until [ "$tried" -ge "$2" ] && [[ $middle -gt 0 || $1 = keyvalue* || $tried -gt 99 ]] || [ "$failures" -gt 5 ]; do
        reach after before
        reach before after
    done
    bookshelf undo --yes "${library[@]}" >/dev/null 2>>messages || wrong "undo exits with $?"
    state now
    check "$1: a further undo brings every byte back" "" "$(cmp now after 2>&1)"
    echo "$1: $tried kills of undo, which takes $length ms: $early before a change, $middle in the middle, $late at the end"
    [[ $1 = keyvalue* ]] && expected=no || expected=yes
    check "$1: whether a kill has hit the middle" "$expected" "$([ "$middle" -gt 0 ] && echo yes || echo no)"
}
# scenario <store> <file> <books> <kills> <kills of the import>
scenario() {
    library=(--directory "$scratch/$1" --store "$1")
    file=$scratch/$1/$2
    books "$3" 3 >books.csv
    books $(($3 + 7)) 5 >changed.csv
    bookshelf add Emma --author "Jane Austen" --isbn 9780141439587 "${library[@]}" >/dev/null 2>&1
    bookshelf lend emma --to Ana --due 2999-12-31 "${library[@]}" >/dev/null 2>&1
    state before
    local began=$(milliseconds) killed=0 parts=0 found
    bookshelf import books.csv --quiet "${library[@]}" >output 2>messages || wrong "import exits with $?"
    local importing=$(($(milliseconds) - began + 20))
    state after
    killing "$1, import of $3 books" "$4"

    bookshelf undo --yes "${library[@]}" >/dev/null 2>messages || wrong "undo exits with $?"
    while [ "$killed" -lt "$5" ] && [ "$failures" -le 5 ]; do
        killed "$importing" import books.csv "${library[@]}"
        killed=$((killed + 1))
        # Another import gives its books other identifiers, so only their number can be compared.
        found=$(bookshelf list --quiet "${library[@]}" 2>>messages | wc -l)
        [ "$found" -eq 1 ] && continue
        [ "$found" -gt "$3" ] || parts=$((parts + 1))
        bookshelf undo --yes "${library[@]}" >/dev/null 2>>messages || wrong "undo of a killed import exits with $?"
        state now
        cmp -s now before || wrong "undo of a killed import leaves something"
    done
    echo "$1: $killed kills of the import, $parts in the middle; undo took back what was there"
    bookshelf import books.csv --quiet "${library[@]}" >output 2>messages || wrong "import exits with $?"
    state before
    bookshelf import changed.csv --update --quiet "${library[@]}" >output 2>messages || wrong "import exits with $?"
    state after
    bookshelf undo "${library[@]}" >output 2>messages </dev/null
    check "$1: undo says first what it would do" "changes $3"$' books\nremoves 7 books' \
        "$(sed -n 's/^ *\([a-z]* [0-9]* books\), such as .*/\1/p' messages)"
    killing "$1, import that changes $3 books" "$4"
}
scenario file library.jsonl 10000 $((kills * 3 / 10)) $((kills / 5))
scenario keyvalue library.json 1000 $((kills / 10)) $((kills / 10))

[ "$failures" -eq 0 ] && echo "undo: all passed" || echo "undo: $failures FAILED"
exit "$((failures > 0))"
