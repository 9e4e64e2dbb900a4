#!/usr/bin/env bash
# Fails if a daily command has become slower: if it needs more than 1.05 times the instructions in the record,
# `gate.txt`. Beside them it shows those of sqlite3, which prints or writes the same from a table with indexes.
#
#   Tests/Benchmarks/gate.sh [--record] <bookshelf> [<goodbooks-10k/books.csv>]
#
# The program is a release build, without networking:
#
#   swift build -c release --static-swift-stdlib --disable-default-traits --product bookshelf
#
# The libraries have 10,000 books: "lean" has only the fields that a book has, "whole" also eighteen columns of another
# program. With the list of real books, "real" is that list with all its columns.
#
# The record holds for one toolchain and architecture, which it names. With another, the commit that last changed the
# record is built and measured in the same run. --record writes the record anew. Lowering a figure is a commit; a higher
# one needs its reason in the same commit.
set -euo pipefail

records=
if [ "${1:-}" = --record ]; then
    records=yes
    shift
fi
case $# in 1 | 2) ;; *) echo "usage: $0 [--record] <bookshelf> [<goodbooks-10k/books.csv>]" >&2; exit 64 ;; esac
[ -f "$1" ] && [ -x "$1" ] || { echo "not a program: $1" >&2; exit 66; }
program=$(realpath "$1")
real=${2:+$(realpath "$2")}
project=$(realpath "$(dirname "$0")/../..")
record=$project/Tests/Benchmarks/gate.txt
. "$project/Tests/Benchmarks/counting.sh"
require sqlite3 swift git

# bookshelf <library> <arguments…>
bookshelf() { env -i HOME="$scratch/home" TZ=UTC BOOKSHELF_DIRECTORY="$scratch/$1" "$program" "${@:2}"; }

# make <library> <list>: makes the library, and a database with the same books.
make() {
    mkdir "$1"
    bookshelf "$1" import "$2" >/dev/null 2>import.log || [ $? = 65 ] || fail "the import failed: $(head -n 5 import.log)"
    bookshelf "$1" list --json >"$1.json"
    sqlite3 "$1/books.db" <<SQL
        CREATE TABLE books (id TEXT PRIMARY KEY, title TEXT COLLATE NOCASE, authors TEXT, isbn TEXT UNIQUE, status TEXT,
            rating INTEGER, favorite INTEGER, shelves TEXT, added TEXT, details TEXT) WITHOUT ROWID;
        CREATE INDEX titles ON books (title);
        INSERT INTO books SELECT value ->> 'id', value ->> 'title', value ->> 'authors', value ->> 'isbn',
            value ->> 'status', value ->> 'rating', value ->> 'favorite', value ->> 'shelves', value ->> 'added',
            value ->> 'details' FROM json_each(readfile('$1.json'));
SQL
    [ "$(sqlite3 "$1/books.db" 'SELECT count(*) > 9000 FROM books')" = 1 ] || fail "$1: the list has too few books"
}

# ours <program> <library> <command>: prints the instructions of a command.
ours() {
    case $3 in
    start) count "$1" "$2" --version ;;
    list) count "$1" "$2" list ;;
    JSON) count "$1" "$2" list --json ;;
    search) count "$1" "$2" list "${words[@]}" ;;
    "show id") count "$1" "$2" show "$id" ;;
    "show title") count "$1" "$2" show "$title" ;;
    add) count "$1" "$2" add Sanditon --author Austen ;;
    esac
}

# sqlite <library> <command>: prints those of sqlite3 for the same.
sqlite() {
    local like columns="id, title, authors, isbn, status, rating, favorite, shelves, added"
    like=$(printf " AND title || authors LIKE '%%%s%%'" "${words[@]}")
    case $2 in
    start) set -- "$1" -tabs "SELECT 1" ;;
    list) set -- "$1" -tabs "SELECT $columns FROM books ORDER BY title" ;;
    JSON) set -- "$1" -json "SELECT * FROM books ORDER BY title" ;;
    search) set -- "$1" -tabs "SELECT $columns FROM books WHERE 1 $like ORDER BY +title" ;;
    "show id") set -- "$1" -tabs "SELECT * FROM books WHERE id = '$id'" ;;
    "show title") set -- "$1" -tabs "SELECT * FROM books WHERE title LIKE '%$title%'" ;;
    add) set -- "$1" -tabs "INSERT INTO books VALUES
        ('zzzzzzzzzzzz', 'Sanditon', 'Austen', NULL, 'to-read', NULL, 0, '[]', '2026-01-01', NULL)" ;;
    esac
    count "$(command -v sqlite3)" "$1" "$2" copy/books.db "$3"
}

toolchain="$(swift --version 2>/dev/null | grep -oE 'Swift version [0-9.]+' | head -n 1), $(uname -m)"
other=
if [ -z "$records" ] && [ "$(head -n 1 "$record")" != "$toolchain" ]; then
    commit=$(git -C "$project" log -1 --format=%H -- "$record")
    echo "The record is of $(head -n 1 "$record"), this is $toolchain: building commit $commit."
    git -C "$project" worktree add -q --detach "$scratch/recorded" "$commit"
    trap 'git -C "$project" worktree remove --force "$scratch/recorded"; rm -rf "$scratch"' EXIT
    build=(-c release --static-swift-stdlib --disable-default-traits --package-path recorded)
    swift build "${build[@]}" --product bookshelf >build.log 2>&1 || fail "the build failed: $(tail -n 5 build.log)"
    other=$(swift build "${build[@]}" --show-bin-path)/bookshelf
fi

lean_books >lean.csv
whole_books >whole.csv
libraries=(lean whole)
make lean lean.csv
make whole whole.csv
if [ -n "$real" ]; then
    libraries+=(real)
    make real "$real"
fi

# million <instructions>
million() { awk "BEGIN { printf \"%.1f\", $1 / 1e6 }"; }

slower=0
[ -z "$records" ] || echo "$toolchain" >new.txt
printf '%-18s %9s %9s %9s\n' "million instructions" now record sqlite3
for library in "${libraries[@]}"; do
    words=(winter)
    [ "$library" = real ] && words=(the sea)
    # A book in the middle, whose title no other has and needs no quoting.
    IFS='|' read -r id title < <(sqlite3 "$library/books.db" "SELECT min(id), title FROM books
        WHERE title NOT GLOB '*[^ A-Za-z0-9]*' AND length(title) > 12
        GROUP BY title HAVING count(*) = 1 ORDER BY title LIMIT 1 OFFSET 500")
    for command in start list JSON search "show id" "show title" add; do
        now=$(ours "$program" "$library" "$command")
        if [ -n "$records" ]; then
            before=$now
            echo "$library, $command: $(million "$now")" >>new.txt
        elif [ -n "$other" ]; then
            before=$(ours "$other" "$library" "$command")
        else
            before=$(awk -F ': ' -v row="$library, $command" '$1 == row { print $2 * 1e6 }' "$record")
            [ -n "$before" ] || fail "the record lacks $library, $command"
        fi
        verdict=
        if awk "BEGIN { exit !($now > 1.05 * $before) }"; then
            verdict=SLOWER
            slower=$((slower + 1))
        fi
        printf '%-20s %9s %9s %9s %s\n' "$library, $command" "$(million "$now")" "$(million "$before")" \
            "$(million "$(sqlite "$library" "$command")")" "$verdict"
    done
done
if [ -n "$records" ]; then
    # Without the list of real books, its rows stay.
    [ -n "$real" ] || grep '^real,' "$record" >>new.txt || true
    cp new.txt "$record"
fi
[ "$slower" = 0 ] || fail "$slower of these need more than 1.05 times the recorded instructions"
