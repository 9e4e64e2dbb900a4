#!/usr/bin/env bash
# Counts the instructions of commands with a library of 10,000 books.
#
#   Tests/Benchmarks/instructions.sh <bookshelf> [<other bookshelf>]
#
# With two programs, the last column is the count of the second divided by that of the first: below 1, the second needs
# fewer. Both read the same library, which the first one made.
set -euo pipefail

usage="usage: $0 <bookshelf> [<other bookshelf>]"
case $# in 1 | 2) ;; *) echo "$usage" >&2; exit 1 ;; esac
programs=()
for program in "$@"; do
    [ -f "$program" ] && [ -x "$program" ] || { echo "not a program: $program" >&2; exit 1; }
    programs+=("$(realpath "$program")")
done
. "$(dirname "$0")/counting.sh"

lean_books >books.csv
mkdir empty
env -i HOME="$scratch/home" TZ=UTC "${programs[0]}" import books.csv --directory library >/dev/null 2>import.log ||
    fail "the import ended with $?: $(head -n 5 import.log)"
env -i HOME="$scratch/home" TZ=UTC "${programs[0]}" list --json --directory library >list.json
for member in '"title":10000' '"isbn":9000'; do
    found=$(grep -o "${member%:*}:" list.json | wc -l)
    [ "$found" = "${member##*:}" ] || fail "${member##*:} books should have ${member%:*}, $found have"
done

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
