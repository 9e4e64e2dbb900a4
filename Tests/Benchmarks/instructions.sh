#!/usr/bin/env bash
# Counts the instructions of commands with a library of 10,000 books. Unlike times, the counts differ by less than
# 0.1 % from run to run. Instructions in the kernel are not counted.
#
#   Tests/Benchmarks/instructions.sh <bookshelf> [<other bookshelf>]
#
# Use release builds without the network: Valgrind 3.19 crashes in some builds with it.
#
# With two programs, the last column is the count of the second divided by that of the first: below 1, the second needs
# fewer. Both read the same library, which the first one made.
set -euo pipefail

fail() { echo "instructions.sh: $*" >&2; exit 1; }

case $# in 1 | 2) ;; *) fail "usage: $0 <bookshelf> [<other bookshelf>]" ;; esac
for tool in valgrind awk; do command -v "$tool" >/dev/null || fail "$tool is not installed"; done
programs=()
for program in "$@"; do
    [ -f "$program" ] && [ -x "$program" ] || fail "not a program: $program"
    programs+=("$(realpath "$program")")
done
valgrind=$(command -v valgrind)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# Always the same list. One title in eight has accents; nine of ten books have an ISBN with the right check digit.
awk 'BEGIN {
    split("river garden winter mirror island harbour orchard letter window mountain", nouns)
    split("quiet golden forgotten northern hidden broken little distant silver last", adjectives)
    split("to-read reading read abandoned", statuses)
    split("Novels;Essays;Travel;Poetry;History", shelves, ";")
    print "title,author,isbn,status,rating,shelves,added"
    for (i = 0; i < 10000; i++) {
        title = "The " adjectives[i % 10 + 1] " " nouns[int(i / 10) % 10 + 1] " " int(i / 100) + 1
        if (i % 8 == 0) title = "L’été où la forêt rêvait n° " i + 1
        isbn = ""
        if (i % 10 != 9) {
            isbn = sprintf("978%09d", i * 7919)
            sum = 0
            for (k = 1; k <= 12; k++) sum += substr(isbn, k, 1) * (k % 2 ? 1 : 3)
            isbn = isbn (10 - sum % 10) % 10
        }
        status = i % 4 + 1
        printf "%s,Author %d,%s,%s,%s,%s,%04d-%02d-%02d\n", title, i % 997, isbn,
            statuses[status], status == 3 ? i % 5 + 1 : "", shelves[i % 5 + 1], 2010 + i % 15, i % 12 + 1, i % 28 + 1
    }
}' >books.csv

mkdir home empty
env -i HOME="$scratch/home" TZ=UTC "${programs[0]}" import books.csv --directory library >/dev/null 2>import.log ||
    fail "the import ended with $?: $(head -n 5 import.log)"
env -i HOME="$scratch/home" TZ=UTC "${programs[0]}" list --json --directory library >list.json
for member in '"title":10000' '"isbn":9000'; do
    found=$(grep -o "${member%:*}:" list.json | wc -l)
    [ "$found" = "${member##*:}" ] || fail "${member##*:} books should have ${member%:*}, $found have"
done

# The last program's messages, and Valgrind's without its banner.
complaint() { head -n 5 messages; grep -v -m 5 '^==' valgrind.log; }

# count <program> <library> <arguments…>: prints the number of instructions with a copy of the library.
count() {
    local program=$1 library=$2 total
    shift 2
    rm -rf copy
    cp -R "$library" copy
    env -i HOME="$scratch/home" TZ=UTC BOOKSHELF_DIRECTORY="$scratch/copy" \
        "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null --log-file=valgrind.log "$program" "$@" \
        </dev/null >/dev/null 2>messages || fail "$program $* ended with $?: $(complaint)"
    total=$(awk '/Collected *:/ { print $NF }' valgrind.log)
    [[ $total =~ ^[0-9]+$ ]] || fail "valgrind counted nothing: $(complaint)"
    echo "$total"
}

# row <library> <arguments…>: prints a row of the table.
row() {
    local library=$1 first second
    shift
    first=$(count "${programs[0]}" "$library" "$@")
    if [ ${#programs[@]} = 1 ]; then
        printf '%-28s %15s\n' "$*" "$first"
    else
        second=$(count "${programs[1]}" "$library" "$@")
        printf '%-28s %15s %15s %15s\n' "$*" "$first" "$second" "$(awk "BEGIN { printf \"%.4f\", $second / $first }")"
    fi
}

echo "first:  $1"
if [ $# = 2 ]; then
    echo "second: $2"
    printf '\n%-28s %15s %15s %15s\n' instructions first second "second / first"
else
    printf '\n%-28s %15s\n' instructions first
fi
row library --version
row library add Sanditon --author Austen
row library list
row library list winter
row library list --json
row empty import books.csv
