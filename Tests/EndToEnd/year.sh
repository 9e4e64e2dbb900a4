#!/usr/bin/env bash
# A reader's year with the built program: a list is imported, and books are found by year, corrected, lent and removed.
#
#   Tests/EndToEnd/year.sh <bookshelf>
set -uo pipefail

. "$(dirname "$0")/checks.sh" || exit

# titles <arguments…>: the titles of a list, on one line.
titles() { bookshelf list --quiet --columns title "$@" | paste -sd, -; }

echo "-- January: the books so far"
cat >books.csv <<'END'
Title,Author,Status,Rating,Date Added,Date Read
It,Stephen King,read,4,2022-01-10,2023-11-30
Italy,Jan Morris,to-read,,2023-05-01,
Dead Souls,Nikolai Gogol,read,5,2023-02-01,2024-01-01
The Handmaid’s Tale,Margaret Atwood,read,5,2023-12-24,2024-12-31
War and Peace,Leo Tolstoy,abandoned,2,2024-03-03,
Emma,Jane Austen,reading,,2024-06-30,
END
status 0 import books.csv
check "the import adds every book" "6" "$(bookshelf list | wc -l)"
status 0 import books.csv
check "importing again adds nothing" "6" "$(bookshelf list | wc -l)"

echo "-- lists by year"
check "read in 2024" "Dead Souls,The Handmaid’s Tale" "$(titles --finished 2024)"
check "read in January 2024" "Dead Souls" "$(titles --finished 2024-01)"
check "read from December 2023 on" "Dead Souls,The Handmaid’s Tale" "$(titles --finished 2023-12..)"
check "never finished" "Emma,Italy,War and Peace" "$(titles --finished none)"
check "added in 2023" "Dead Souls,Italy,The Handmaid’s Tale" "$(titles --added 2023)"
check "the best, the latest first" "The Handmaid’s Tale,Dead Souls,It" "$(titles --rating 4..5 --sort finished)"
check "still to do" "Emma,Italy" "$(titles --status to-read --status reading)"
check "chosen columns" $'Nikolai Gogol\t5' "$(bookshelf list souls --columns authors,rating)"
check "2024 in numbers" "finished 2" "$(bookshelf stats --year 2024 | awk -F'\t' '$1 == "finished" { print $1, $2 }')"

echo "-- corrections"
status 0 edit it --rating 3
check "a whole title goes before titles that contain it" "It" "$(titles --rating 3)"
status 0 edit gogol souls --shelf Russia --detail "Translator=Robert Maguire"
check "found by a detail" "Dead Souls" "$(titles --detail translator=maguire)"
status 0 edit "handmaid's tale" --rating 4
status 1 show nosuchbook
status 0 add emma --author "JANE AUSTEN"
check "a second copy is pointed out" "1" "$(grep -c 'already had "Emma" by Jane Austen' messages)"
status 1 remove austen
check "two copies are ambiguous" "1" "$(grep -c 'matches 2 books' messages)"
status 0 remove "$(bookshelf list emma --sort added --columns id | head -n 1)"
check "the older copy is kept" "Emma" "$(titles emma)"
status 1 remove peace
check "mere words remove nothing" "War and Peace" "$(titles peace)"
status 0 remove peace --yes
today=$(date -u +%F)
status 0 edit emma --status read --rating 5
check "read today" "Emma" "$(titles --finished "$today..")"

echo "-- lending"
status 0 lend emma --to Ana
check "Ana has it" "Emma	Ana" "$(bookshelf list --lent --columns title,lentTo)"
status 1 remove emma
status 0 return emma
status 0 lend italy --to Ben --due 2999-12-01
status 0 remove emma
check "the history of its loan goes too, and is named" "1" "$(grep -c 'with the history of 1 loan' messages)"

[ "$failures" -eq 0 ] && echo "a reader's year: all passed" || echo "a reader's year: $failures FAILED"
exit "$((failures > 0))"
