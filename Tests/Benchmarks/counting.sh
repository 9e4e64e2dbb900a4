# Functions for the scripts that count instructions. Unlike times, the counts differ by less than 0.1 % from run to run.
# Instructions in the kernel are not counted.
# Use release builds without networking: Valgrind 3.19 crashes in some builds with it.
#
# A script that reads this file then works in a folder of its own, $scratch, which is removed at its end.

fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

# require <tool>…
require() {
    local tool
    for tool in "$@"; do command -v "$tool" >/dev/null || fail "$tool is not installed"; done
}

require valgrind awk
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir home

# lean_books: prints a list of 10,000 books, always the same. One title in eight has accents; nine of ten books have an
# ISBN with the right check digit.
lean_books() {
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
                isbn = sprintf("978%09d", (i + 1) * 7919)
                sum = 0
                for (k = 1; k <= 12; k++) sum += substr(isbn, k, 1) * (k % 2 ? 1 : 3)
                isbn = isbn (10 - sum % 10) % 10
            }
            status = i % 4 + 1
            printf "%s,Author %d,%s,%s,%s,%s,%04d-%02d-%02d\n", title, i % 997, isbn,
                statuses[status], status == 3 ? i % 5 + 1 : "", shelves[i % 5 + 1], 2010 + i % 15, i % 12 + 1, i % 28 + 1
        }
    }'
}

# whole_books: prints the same books with as many further columns as the lists of other programs have.
whole_books() {
    lean_books | awk '
        NR == 1 { for (k = 1; k <= 16; k++) columns = columns ",column_" k; print $0 columns ",image_url,page_url"; next }
        {
            line = $0
            for (k = 1; k <= 16; k++) line = line "," (NR * 7919 * k) % 10 ^ (k % 7 + 2)
            print line ",https://images.example.org/books/" NR * 7919 "m/" NR ".jpg,https://example.org/books/" NR * 7919
        }'
}

# The last program's messages, and Valgrind's without its banner.
complaint() { head -n 5 messages; grep -v -m 5 '^==' valgrind.log; }

# instructions <program> <arguments…>: prints the number of instructions in user mode.
instructions() {
    local total
    env -i HOME="$scratch/home" TZ=UTC BOOKSHELF_DIRECTORY="$scratch/copy" \
        "$(command -v valgrind)" --tool=callgrind --callgrind-out-file=/dev/null --log-file=valgrind.log "$@" \
        </dev/null >/dev/null 2>messages || fail "$* ended with $?: $(complaint)"
    total=$(awk '/Collected *:/ { print $NF }' valgrind.log)
    [[ $total =~ ^[0-9]+$ ]] || fail "valgrind counted nothing: $(complaint)"
    echo "$total"
}

# count <program> <library> <arguments…>: prints the number of instructions with a copy of the library.
count() {
    local program=$1 library=$2
    shift 2
    rm -rf copy
    cp -R "$library" copy
    instructions "$program" "$@"
}
