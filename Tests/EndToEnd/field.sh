#!/usr/bin/env bash
# Applies the listings of the page "Add a field" to a copy of the project, builds it, and uses the new fields.
#
#   Tests/EndToEnd/field.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z | xargs -0 cp --parents -t "$copy"

# The lines of the listings, without the indentation of the list that they are in.
awk '/^ *```diff$/ { isListing = 1; indent = index($0, "`"); next }
    /^ *```$/ { isListing = 0 }
    isListing { print substr($0, indent) }' Data/Data.docc/AddAField.md >"$copy/page.diff"
cd "$copy"
[ "$(grep -c '^+++ ' page.diff)" = 8 ] || { echo "FAILED: the page should change four files twice"; exit 1; }
patch --quiet --strip 1 --no-backup-if-mismatch <page.diff
swift build --product bookshelf
program=$(swift build --show-bin-path)/bookshelf

export BOOKSHELF_DIRECTORY=$copy/library
bookshelf() { "$program" "$@" 2>>messages; }
failures=0
# expect <what> <expected> <found>
expect() {
    [ "$2" = "$3" ] && return
    printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
}
last() { tail -n 2 messages | head -n 1; }

bookshelf add "Dead Souls" --author "Nikolai Gogol" --translator "  Robert  Maguire" --pages 402 >/dev/null
expect "columns" $'Dead Souls\tRobert Maguire\t402' "$(bookshelf list --columns title,translator,pages)"
expect "JSON" '"translator":"Robert Maguire","pages":402' "$(bookshelf list --json | grep -o '"translator.*402')"
expect "show" $'translator\tRobert Maguire\npages\t402' "$(bookshelf show dead | grep -E '^(translator|pages)')"
expect "tab-separated columns" 12 "$(bookshelf list | awk -F '\t' '{ print NF }')"

bookshelf edit dead --pages 0 && status=0 || status=$?
expect "a number out of bounds, status" 64 "$status"
expect "a number out of bounds" \
    'bookshelf: --pages can'"'"'t be "0": it takes a whole number from 1 to 100000' "$(last)"
bookshelf edit dead --pages 1 --no-pages && status=0 || status=$?
expect "a value and no value, status" 64 "$status"

bookshelf export books.csv
bookshelf edit dead --no-translator --pages 7 >/dev/null
expect "edit" $'\t7' "$(bookshelf list --columns translator,pages)"
bookshelf import books.csv --update
expect "an import updates" $'Robert Maguire\t402' "$(bookshelf list --columns translator,pages)"
bookshelf import books.csv --update
expect "importing again" "Added 0 books; 0 updated, 0 merged, 1 skipped, 0 rejected, 0 warnings." "$(tail -n 1 messages)"
sed 's/,402,/,-1,/' books.csv >wrong.csv
bookshelf import wrong.csv --update
expect "a wrong number is kept" $'402\t-1' "$(bookshelf list --columns pages,"pages (import)")"

printf '%s\n' 'title,authors,finished,pages,translator' 'Emma,Jane Austen,2020-01-01,100,Ana' \
    'Emma,Jane Austen,2021-01-01,200,' >rows.csv
bookshelf import rows.csv --map pages=pages --map translator=translator
expect "rows are merged" $'200\tAna\t100' "$(bookshelf list emma --columns pages,translator,"pages (earlier)")"

bookshelf backup library.backup
bookshelf restore library.backup --directory restored
expect "a backup" "$(bookshelf list --json)" "$(bookshelf list --json --directory restored)"
expect "help" "--translator <translator>  who translated it" \
    "$(bookshelf help add | grep -o -- '--translator <translator>  .*')"
expect "completion" "--translator" "$(bookshelf completions bash 'bookshelf add --tran')"
[ "$failures" = 0 ] && echo "field: passed" || { cat messages; exit 1; }
